import { degrees, opposite, type AutopilotMode, type Radians } from '@marinedata/model'
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
import { kindLaws, nearEnough } from '../server-laws.ts'

const tenDegrees = degrees(10)
/** Less than this may be the sea. */
const clearly = degrees(4)
const clearRudder = degrees(1)
const turnSeconds = 90

/** Targets at the ends of the range and at the seam, as the server sends them: wrapped. */
const targetsOf = (mode: AutopilotMode): readonly Radians[] => {
  const law = kindLaws[mode.kind]
  const [least, most] = law.range?.(mode) ?? [0, 0]
  const middle = (least + most) / 2
  const nearSeam = degrees(0.6)
  return [most, most - nearSeam, least + nearSeam, least, middle + tenDegrees / 2, middle].map(law.wrap)
}

const assertCanonical = (mode: AutopilotMode, target: number | null): void => {
  if (target === null) return
  const canonical = kindLaws[mode.kind].wrap(target)
  assert.ok(
    Math.abs(canonical - target) < 1e-9,
    `It reports a target of ${target} rad; in mode "${mode.name}" that is ${canonical}`,
  )
}

/** Adds to the target, as the server does. */
const adjust = async (trial: PilotTrial, name: string, by: Radians): Promise<void> => {
  const { target } = trial.report
  assert.ok(target !== null, `It reports no target in mode "${name}"`)
  await trial.tell({
    name: 'set-target',
    input: { target: kindLaws[trial.mode(name).kind].wrap(target + by) },
  })
}

const keepsNone = ({ details }: PilotTrial): string | undefined =>
  details.keepsTarget === true ? undefined : 'it does not declare "keepsTarget"'

const sides = [
  ['starboard', tenDegrees],
  ['port', opposite(tenDegrees)],
] as const

/** The set-point. */
export const targetCases: readonly PilotCase[] = [
  {
    title: 'a target is shown by its report, in the range of its mode and across the seam',
    each: writableModes,
    lacks: needsInMode('set-target', 'steering'),
    check: async (trial, name) => {
      await trial.steer(name)
      const mode = trial.mode(name)
      for (const target of targetsOf(mode)) {
        const report = await trial.tell({ name: 'set-target', input: { target } })
        assertCanonical(mode, report.target)
      }
    },
  },
  {
    title: 'a target that is set while it does not steer is kept, and does not make it steer',
    each: writableModes,
    lacks: (trial, mode) => keepsNone(trial) ?? needsInMode('set-target')(trial, mode),
    check: async (trial, name) => {
      await trial.rest(name)
      const mode = trial.mode(name)
      const target = targetsOf(mode)[4] ?? 0
      const report = await trial.tell({ name: 'set-target', input: { target } })
      assertCanonical(mode, report.target)
      await trial.boat.watch(5)
      assert.ok(!trial.isSteering, 'A target made it steer')
      const kept = trial.report.target
      assert.ok(kept !== null && isWithin(kept, target, nearEnough), `It kept ${String(kept)}, not ${target}`)
    },
  },
  {
    title: 'a target is refused with not-allowed-in-mode where the route gives it',
    each: modesOf('route'),
    lacks: needsInMode('set-target', 'steering'),
    check: async (trial, name) => {
      await trial.steer(name)
      await trial.refuses({ name: 'set-target', input: { target: 1 } }, 'not-allowed-in-mode')
    },
  },
  {
    title: 'ten degrees more turn the bow to starboard, ten less to port',
    each: writableModes,
    lacks: needsReadingOfMode('set-target', 'steering', 'sea', 'heading'),
    check: async (trial, mode) => {
      for (const [side, by] of sides) {
        await trial.sail(mode)
        const bow = trial.boat.bow()
        await adjust(trial, mode, by)
        await trial.boat.until(() => Math.abs(bow.look()) >= clearly, 'A turn', turnSeconds)
        const turned = bow.look()
        assert.ok(
          turned > 0 === by > 0,
          `Told to come ${degreesText(by)}, to ${side}, the bow turned ${degreesText(turned)}`,
        )
      }
    },
  },
  {
    title: 'ten degrees more put the rudder to starboard, ten less to port',
    lacks: needs('set-target', 'steering', 'sea', 'rudder'),
    check: async (trial) => {
      for (const [side, by] of sides) {
        await trial.sail()
        const before = trial.boat.reading('rudder') ?? 0
        const moved = (): Radians => (trial.boat.reading('rudder') ?? before) - before
        await adjust(trial, trial.firstMode.name, by)
        await trial.boat.until(() => Math.abs(moved()) >= clearRudder, 'Rudder', turnSeconds)
        const rudder = moved()
        assert.ok(rudder > 0 === by > 0, `For a turn to ${side} the rudder moved ${degreesText(rudder)}`)
      }
    },
  },
]
