import { severityOf, turnBetween, type AnchorReport, type Severity } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'
import { home, meanHeading } from '../anchorage.ts'
import { distanceBetween, placeFrom, wayBetween } from '../places.ts'

/** Metres; near enough to the anchor that a boat is soon outside. */
const tight = 10
/** Seconds that a watch may take besides what it waits for. */
const slack = 5

const isAtLeast =
  (level: Severity) =>
  ({ alert }: AnchorReport): boolean =>
    severityOf(alert?.level ?? 'normal') >= severityOf(level)

const astern = meanHeading + Math.PI

const dropWithin = async (trial: AnchorTrial, radius: number): Promise<void> => {
  await trial.drop()
  await trial.tell({ name: 'radius', input: { value: radius } })
}

export const watchCases: readonly AnchorCase[] = [
  {
    title: 'it tells how far from the boat, and where from the bow, the anchor is',
    check: async (trial) => {
      await dropWithin(trial, 200)
      await trial.sea.driftTo(placeFrom(home, astern, 30))
      await trial.settle()
      const { currentRadius, bearingTrue } = trial.report
      const { place, bow } = trial.sea
      const { tolerance = 3 } = trial.options
      assert.ok(currentRadius !== null && bearingTrue !== null, 'It does not tell')
      const distance = distanceBetween(place, trial.anchor)
      assert.ok(Math.abs(currentRadius - distance) <= tolerance, `${currentRadius} m, not ${distance} m`)
      const turn = turnBetween(bearingTrue, wayBetween(bow, trial.anchor))
      assert.ok(Math.abs(turn) <= 0.3, `It is ${turn} rad off`)
    },
  },
  {
    title: 'a boat that leaves the circle and stays outside raises the alarm',
    check: async (trial) => {
      await dropWithin(trial, tight)
      assert.ok(!isAtLeast('alarm')(trial.report), 'There is an alarm while the boat lies at its anchor')
      await trial.sea.driftTo(placeFrom(home, astern, 2 * tight))
      await trial.until(isAtLeast('alarm'), 'There is no alarm', (trial.options.dwell ?? 10) + slack)
    },
  },
  {
    title: 'a radius smaller than the present distance is taken, and raises the alarm',
    check: async (trial) => {
      await dropWithin(trial, 200)
      await trial.sea.driftTo(placeFrom(home, astern, 2 * tight))
      const { maxRadius } = await trial.tell({ name: 'radius', input: { value: tight } })
      assert.equal(maxRadius, tight)
      await trial.until(isAtLeast('alarm'), 'There is no alarm', (trial.options.dwell ?? 10) + slack)
    },
  },
  {
    title: 'a single position far away raises no alarm',
    check: async (trial) => {
      await dropWithin(trial, tight)
      const { length: known } = trial.reports
      trial.sea.saysOnce(placeFrom(home, 1, 500))
      await trial.sea.pass((trial.options.dwell ?? 10) + slack)
      const alarm = trial.reports.slice(known).find(isAtLeast('alarm'))
      assert.equal(alarm, undefined, `It raised the alarm: ${alarm?.alert?.message}`)
    },
  },
  {
    title: 'without a position it tells no distance, warns, and then raises the alarm',
    check: async (trial) => {
      const { warn, alarm } = trial.options.noFix ?? { warn: 15, alarm: 60 }
      await dropWithin(trial, 50)
      trial.sea.isHeard = false
      await trial.until(isAtLeast('warn'), 'There is no warning', warn + slack)
      assert.equal(trial.report.currentRadius, null, 'It tells a distance, and nobody knows it')
      await trial.until(isAtLeast('alarm'), 'There is no alarm', alarm - warn + slack)
    },
  },
]
