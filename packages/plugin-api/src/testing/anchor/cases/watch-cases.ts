import { severityOf, turnBetween, radians, type AnchorReport, type Severity } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'
import { home, meanHeading } from '../anchorage.ts'
import { distanceBetween, placeFrom, wayBetween } from '../places.ts'

/** Metres; small enough that the boat is soon outside. */
const tight = 10
/** Seconds of slack in every wait. */
const slack = 5

const isAtLeast =
  (level: Severity) =>
  ({ alert }: AnchorReport): boolean =>
    severityOf(alert?.level ?? 'normal') >= severityOf(level)

const astern = meanHeading + Math.PI

const dropWithin = async (trial: AnchorTrial, radius: number): Promise<void> => {
  await trial.drop()
  await trial.command({ name: 'radius', input: { value: radius } })
}

export const watchCases: readonly AnchorCase[] = [
  {
    title: 'reports the distance from the boat and the bearing from the bow to the anchor',
    check: async (trial) => {
      await dropWithin(trial, 200)
      await trial.sea.driftTo(placeFrom(home, radians(astern), 30))
      await trial.settle()
      const { currentRadius, bearingTrue } = trial.report
      const { place, bow } = trial.sea
      const { tolerance = 3 } = trial.options
      assert.ok(currentRadius !== null && bearingTrue !== null, 'It reports no distance or bearing')
      const distance = distanceBetween(place, trial.anchor)
      assert.ok(Math.abs(currentRadius - distance) <= tolerance, `${currentRadius} m, not ${distance} m`)
      const turn = turnBetween(radians(bearingTrue), wayBetween(bow, trial.anchor))
      assert.ok(Math.abs(turn) <= 0.3, `The bearing is off by ${turn} rad`)
    },
  },
  {
    title: 'raises the alarm when the boat leaves the circle and stays outside',
    check: async (trial) => {
      await dropWithin(trial, tight)
      assert.ok(!isAtLeast('alarm')(trial.report), 'It raised the alarm while the boat was inside')
      await trial.sea.driftTo(placeFrom(home, radians(astern), 2 * tight))
      await trial.until(isAtLeast('alarm'), 'There is no alarm', (trial.options.dwell ?? 10) + slack)
    },
  },
  {
    title: 'accepts a radius smaller than the present distance and raises the alarm',
    check: async (trial) => {
      await dropWithin(trial, 200)
      await trial.sea.driftTo(placeFrom(home, radians(astern), 2 * tight))
      const { maxRadius } = await trial.command({ name: 'radius', input: { value: tight } })
      assert.equal(maxRadius, tight)
      await trial.until(isAtLeast('alarm'), 'There is no alarm', (trial.options.dwell ?? 10) + slack)
    },
  },
  {
    title: 'raises no alarm for a single position far away',
    check: async (trial) => {
      await dropWithin(trial, tight)
      const { length: known } = trial.reports
      trial.sea.sendOnce(placeFrom(home, radians(1), 500))
      await trial.sea.pass((trial.options.dwell ?? 10) + slack)
      const alarm = trial.reports.slice(known).find(isAtLeast('alarm'))
      assert.equal(alarm, undefined, `It raised the alarm: ${alarm?.alert?.message}`)
    },
  },
  {
    title: 'without a position, reports no distance, warns, and then raises the alarm',
    check: async (trial) => {
      const { warn, alarm } = trial.options.noFix ?? { warn: 15, alarm: 60 }
      await dropWithin(trial, 50)
      trial.sea.isSending = false
      await trial.until(isAtLeast('warn'), 'There is no warning', warn + slack)
      assert.equal(trial.report.currentRadius, null, 'It reports a distance without a position')
      await trial.until(isAtLeast('alarm'), 'There is no alarm', alarm - warn + slack)
    },
  },
]
