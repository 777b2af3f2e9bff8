import { degrees, dodgeMode, opposite, wrapFull, type AutopilotReport, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { degreesText, isWithin } from '../angles.ts'
import { allModes, needs, needsInMode, writableModes, type PilotCase } from '../pilot-case.ts'
import type { PilotTrial } from '../pilot-trial.ts'
import { nearEnough } from '../server-laws.ts'

const step = degrees(10)
/** Less than this may be the sea. */
const clearly = degrees(4)
const turnSeconds = 60

const dodge = async (trial: PilotTrial, change = 0): Promise<AutopilotReport> =>
  await trial.tell({ name: 'dodge', input: { change } })

/** Dodges on: the server makes every further step an absolute heading. */
const dodgeOn = async (trial: PilotTrial, by: Radians): Promise<void> => {
  const { target } = trial.report
  assert.ok(target !== null, 'It reports no target while it dodges')
  await trial.tell({ name: 'dodge', input: { target: wrapFull(target + by) } })
}

const assertRestored = (trial: PilotTrial, saved: AutopilotReport): void => {
  const { mode, target } = trial.report
  assert.equal(mode, saved.mode, 'Behind the dodge it is in another mode')
  if (saved.target === null || trial.mode(mode).kind === 'route') return
  assert.ok(target !== null, 'Behind the dodge it has no target')
  assert.ok(
    isWithin(target, saved.target, nearEnough),
    `The target was ${degreesText(saved.target)}, and is ${degreesText(target)} behind the dodge`,
  )
}

const assertNotDodging = ({ report }: PilotTrial): void =>
  assert.notEqual(report.mode, dodgeMode, 'It still dodges')

/** Around something in the water, and back. */
export const dodgeCases: readonly PilotCase[] = [
  {
    title: 'a dodge keeps mode and target, and gives them back when it is over',
    each: allModes,
    lacks: needsInMode('dodge', 'steering'),
    check: async (trial, mode) => {
      const saved = await trial.steer(mode)
      await dodge(trial, step)
      await dodgeOn(trial, step)
      await dodgeOn(trial, -3 * step)
      assert.ok(trial.isSteering, 'It dodges, but does not steer')
      await trial.tell({ name: 'undodge', input: {} })
      assertRestored(trial, saved)
      assert.ok(trial.isSteering, 'Behind the dodge it does not steer any more')
    },
  },
  {
    title: 'a dodge holds the present heading',
    each: writableModes,
    lacks: needsInMode('dodge', 'steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      await trial.sail(mode)
      trial.holdsPresent(await dodge(trial), 'Dodging')
      await trial.goesStraight('Dodging')
    },
  },
  {
    title: 'a dodge to a side turns the bow to that side, and further with each step',
    lacks: needs('dodge', 'steering', 'sea', 'heading'),
    check: async (trial) => {
      for (const by of [step, opposite(step)]) {
        await trial.sail()
        const bow = trial.boat.bow()
        const heading = trial.boat.reading('heading') ?? 0
        const { target } = await dodge(trial, by)
        assert.ok(
          target !== null && isWithin(target, heading + by, degrees(3)),
          `Told to dodge by ${degreesText(by)} from ${degreesText(heading)}, it holds ${String(target)} rad`,
        )
        await dodgeOn(trial, by)
        await trial.boat.until(() => Math.abs(bow.look()) >= clearly, 'A turn', turnSeconds)
        assert.ok(
          bow.look() > 0 === by > 0,
          `Told to dodge by ${degreesText(by)}, it turned to the other side`,
        )
        await trial.boat.until(() => Math.abs(bow.look()) >= 1.5 * step, 'The second step', turnSeconds)
      }
    },
  },
  {
    title: 'choosing a mode ends a dodge, and begins with what the boat does',
    each: writableModes,
    lacks: needsInMode('dodge', 'set-mode', 'steering'),
    check: async (trial, mode) => {
      await trial.sail(mode)
      await dodge(trial)
      const report = await trial.tell({ name: 'set-mode', input: { mode } })
      assertNotDodging(trial)
      assert.ok(trial.isSteering, 'Choosing a mode made it let go')
      if (trial.boat.options.prepare !== undefined) trial.holdsPresent(report, 'Behind the dodge')
    },
  },
  {
    title: 'disengaged while it dodges, it lets go at once and has forgotten the dodge',
    lacks: needs('dodge', 'steering'),
    check: async (trial) => {
      await trial.steer()
      await dodge(trial, step)
      await trial.disengage()
      assertNotDodging(trial)
      await trial.engage()
      assertNotDodging(trial)
    },
  },
]
