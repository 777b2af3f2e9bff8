import { degrees, opposite, radians, type AutopilotMode, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { degreesText, isWithin } from '../angles.ts'
import {
  modesOf,
  needs,
  needsInMode,
  needsReadingOfMode,
  writableModes,
  type PilotCase,
} from '../pilot-case.ts'
import type { PilotTrial } from '../pilot-trial.ts'
import { modeKindRules, nearEnough } from '../server-rules.ts'

const tenDegrees = degrees(10)
/** Smaller turns may come from the waves. */
const clearTurn = degrees(4)
const clearRudder = degrees(1)
const turnSeconds = 90

/** Wrapped targets, as the server sends them: at the ends of the range and around the wrap. */
const targetsOf = (mode: AutopilotMode): readonly Radians[] => {
  const rules = modeKindRules[mode.kind]
  const [least, most] = rules.range?.(mode) ?? [radians(0), radians(0)]
  const middle = (least + most) / 2
  const nearSeam = degrees(0.6)
  return [most, most - nearSeam, least + nearSeam, least, middle + tenDegrees / 2, middle].map((angle) =>
    rules.wrap(radians(angle)),
  )
}

const assertCanonical = (mode: AutopilotMode, target: number | null): void => {
  if (target === null) return
  const canonical = modeKindRules[mode.kind].wrap(radians(target))
  assert.ok(
    Math.abs(canonical - target) < 1e-9,
    `It reports a target of ${target} rad; in mode "${mode.name}" that is ${canonical}`,
  )
}

/** Adjusts the target as the server does. */
const adjust = async (trial: PilotTrial, name: string, by: Radians): Promise<void> => {
  const { target } = trial.report
  assert.ok(target !== null, `It reports no target in mode "${name}"`)
  await trial.command({
    name: 'set-target',
    input: { target: modeKindRules[trial.mode(name).kind].wrap(radians(target + by)) },
  })
}

const lacksStoredTarget = ({ details }: PilotTrial): string | undefined =>
  details.keepsTarget === true ? undefined : 'it does not declare "keepsTarget"'

const sides = [
  ['starboard', tenDegrees],
  ['port', opposite(tenDegrees)],
] as const

/** Cases about the target. */
export const targetCases: readonly PilotCase[] = [
  {
    title: 'reports a target, over the whole range of its mode',
    each: writableModes,
    lacks: needsInMode('set-target', 'steering'),
    check: async (trial, name) => {
      await trial.engageIn(name)
      const mode = trial.mode(name)
      for (const target of targetsOf(mode)) {
        const report = await trial.command({ name: 'set-target', input: { target } })
        assertCanonical(mode, report.target)
      }
    },
  },
  {
    title: 'stores a target while not steering, and does not start to steer',
    each: writableModes,
    lacks: (trial, mode) => lacksStoredTarget(trial) ?? needsInMode('set-target')(trial, mode),
    check: async (trial, name) => {
      await trial.disengageAll(name)
      const mode = trial.mode(name)
      const target = targetsOf(mode)[4] ?? 0
      const report = await trial.command({ name: 'set-target', input: { target } })
      assertCanonical(mode, report.target)
      await trial.boat.watch(5)
      assert.ok(!trial.isSteering, 'Setting a target engaged it')
      const stored = trial.report.target
      assert.ok(
        stored !== null && isWithin(radians(stored), radians(target), nearEnough),
        `The target is ${String(stored)}, not ${target}`,
      )
    },
  },
  {
    title: 'refuses a target in a route mode: not-allowed-in-mode',
    each: modesOf('route'),
    lacks: needsInMode('set-target', 'steering'),
    check: async (trial, name) => {
      await trial.engageIn(name)
      await trial.assertRefused({ name: 'set-target', input: { target: 1 } }, 'not-allowed-in-mode')
    },
  },
  {
    title: 'ten degrees more turn the bow to starboard, ten degrees less to port',
    each: writableModes,
    lacks: needsReadingOfMode('set-target', 'steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      for (const [side, by] of sides) {
        await trial.setUpEngaged(mode)
        const bow = trial.boat.bow()
        await adjust(trial, mode, by)
        await trial.boat.until(() => Math.abs(bow.look()) >= clearTurn, 'A turn', turnSeconds)
        const turned = bow.look()
        assert.ok(
          turned > 0 === by > 0,
          `After an adjustment of ${degreesText(by)}, to ${side}, the bow turned ${degreesText(turned)}`,
        )
      }
    },
  },
  {
    title: 'ten degrees more move the rudder to starboard, ten degrees less to port',
    lacks: needs('set-target', 'steering', 'sea', 'rudder'),
    check: async (trial) => {
      for (const [side, by] of sides) {
        await trial.setUpEngaged()
        const before = trial.boat.reading('rudder') ?? 0
        const moved = (): Radians => radians((trial.boat.reading('rudder') ?? before) - before)
        await adjust(trial, trial.firstMode.name, by)
        await trial.boat.until(() => Math.abs(moved()) >= clearRudder, 'Rudder', turnSeconds)
        const rudder = moved()
        assert.ok(rudder > 0 === by > 0, `For a turn to ${side} the rudder moved ${degreesText(rudder)}`)
      }
    },
  },
]
