import {
  degrees,
  dodgeMode,
  opposite,
  wrapFull,
  radians,
  type AutopilotReport,
  type Radians,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { degreesText, isWithin } from '../angles.ts'
import { allModes, needs, needsInMode, writableModes, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial } from '../pilot-trial.ts'
import { nearEnough } from '../server-rules.ts'

const step = degrees(10)
/** Smaller turns may come from the waves. */
const clearTurn = degrees(4)
const turnSeconds = 60

const dodge = async (trial: PilotTrial, change = 0): Promise<AutopilotReport> =>
  await trial.command({ name: 'dodge', input: { change } })

/** Continues a dodge. The server sends every further step as an absolute heading. */
const continueDodge = async (trial: PilotTrial, by: Radians): Promise<void> => {
  const { target } = trial.report
  assert.ok(target !== null, 'It reports no target during the dodge')
  await trial.command({ name: 'dodge', input: { target: wrapFull(radians(target + by)) } })
}

const assertRestored = (trial: PilotTrial, saved: AutopilotReport): void => {
  const { mode, target } = trial.report
  assert.equal(mode, saved.mode, 'After the dodge it is in another mode')
  if (saved.target === null || trial.mode(mode).kind === 'route') return
  assert.ok(target !== null, 'After the dodge it has no target')
  assert.ok(
    isWithin(radians(target), radians(saved.target), nearEnough),
    `The target was ${degreesText(radians(saved.target))}; after the dodge it is ${degreesText(radians(target))}`,
  )
}

const assertNotDodging = ({ report }: PilotTrial): void =>
  assert.notEqual(report.mode, dodgeMode, 'It still dodges')

/** Dodging an obstacle and returning to the course. */
export const dodgeCases: readonly PilotCase[] = [
  {
    title: 'restores mode and target after a dodge',
    each: allModes,
    lacks: needsInMode('dodge', 'steering'),
    check: async (trial, mode) => {
      const saved = await trial.engageIn(mode)
      await dodge(trial, step)
      await continueDodge(trial, step)
      await continueDodge(trial, radians(-3 * step))
      assert.ok(trial.isSteering, 'It does not steer during the dodge')
      await trial.command({ name: 'undodge', input: {} })
      assertRestored(trial, saved)
      assert.ok(trial.isSteering, 'It does not steer after the dodge')
    },
  },
  {
    title: 'a dodge holds the present heading',
    each: writableModes,
    lacks: needsInMode('dodge', 'steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      await trial.setUpEngaged(mode)
      trial.assertHoldsPresent(await dodge(trial), 'Dodging')
      await trial.assertGoesStraight('Dodging')
    },
  },
  {
    title: 'a dodge to a side turns the bow to that side, and further with each step',
    lacks: needs('dodge', 'steering', 'sea', 'heading'),
    check: async (trial) => {
      for (const by of [step, opposite(step)]) {
        await trial.setUpEngaged()
        const bow = trial.boat.bow()
        const heading = trial.boat.reading('heading') ?? 0
        const { target } = await dodge(trial, by)
        assert.ok(
          target !== null && isWithin(radians(target), radians(heading + by), degrees(3)),
          `After a dodge by ${degreesText(by)} from ${degreesText(radians(heading))}, it holds ${String(target)} rad`,
        )
        await continueDodge(trial, by)
        await trial.boat.until(() => Math.abs(bow.look()) >= clearTurn, 'A turn', turnSeconds)
        assert.ok(
          bow.look() > 0 === by > 0,
          `After a dodge by ${degreesText(by)} it turned to the other side`,
        )
        await trial.boat.until(() => Math.abs(bow.look()) >= 1.5 * step, 'The second step', turnSeconds)
      }
    },
  },
  {
    title: 'set-mode ends a dodge and starts with the present heading or angle',
    each: writableModes,
    lacks: needsInMode('dodge', 'set-mode', 'steering'),
    check: async (trial, mode) => {
      await trial.setUpEngaged(mode)
      await dodge(trial)
      const report = await trial.command({ name: 'set-mode', input: { mode } })
      assertNotDodging(trial)
      assert.ok(trial.isSteering, 'set-mode disengaged it')
      if (trial.boat.options.prepare !== undefined) trial.assertHoldsPresent(report, 'After the dodge')
    },
  },
  {
    title: 'disengage during a dodge takes effect at once and ends the dodge',
    lacks: needs('dodge', 'steering'),
    check: async (trial) => {
      await trial.engageIn()
      await dodge(trial, step)
      await trial.disengage()
      assertNotDodging(trial)
      await trial.engage()
      assertNotDodging(trial)
    },
  },
]
