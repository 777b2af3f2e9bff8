import { AnchorDetails, AnchorReport, checkOf } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'

const detailsShape = checkOf<AnchorDetails>(AnchorDetails)
const reportShape = checkOf<AnchorReport>(AnchorReport)

const assertShape = ({ reports, details }: AnchorTrial): void => {
  assert.deepEqual(detailsShape.faults(details), [], 'What it says of itself does not fit')
  for (const report of reports) {
    assert.deepEqual(reportShape.faults(report), [], `A report does not fit: ${JSON.stringify(report)}`)
    const { state, position, maxRadius, rodeLength } = report
    const isRaised = state === 'raised'
    const isWhole = isRaised
      ? position === null && maxRadius === null && rodeLength === null
      : position !== null && maxRadius !== null
    assert.ok(isWhole, `"${state}" with half of what belongs to it: ${JSON.stringify(report)}`)
  }
}

const nothing = { position: null, maxRadius: null, currentRadius: null, rodeLength: null, bearingTrue: null }

const assertRaised = ({ report }: AnchorTrial): void => {
  const { state, position, maxRadius, currentRadius, rodeLength, bearingTrue } = report
  assert.deepEqual(
    { state, position, maxRadius, currentRadius, rodeLength, bearingTrue },
    { state: 'raised', ...nothing },
  )
}

export const lifeCases: readonly AnchorCase[] = [
  {
    title: 'with nothing kept, it reports by the time it has started that the anchor is raised',
    check: async (trial) => assertRaised(trial),
  },
  {
    title: 'every report fits the interface, whatever is asked',
    check: async (trial) => {
      await trial.drop()
      await trial.tell({ name: 'radius', input: { value: 60 } })
      await trial.tell({ name: 'raise', input: {} })
      assertShape(trial)
    },
  },
  {
    title: 'raised, it has nothing left of the anchor; raised again, it is still raised',
    check: async (trial) => {
      await trial.tell({ name: 'raise', input: {} })
      assertRaised(trial)
      await trial.drop()
      for (let times = 0; times < 2; times++) {
        await trial.tell({ name: 'raise', input: {} })
        assertRaised(trial)
      }
    },
  },
  {
    title: 'killed and started again, it watches the same anchor',
    check: async (trial) => {
      await trial.drop()
      await trial.tell({ name: 'radius', input: { value: 61.5 } })
      const { state, position, maxRadius, rodeLength } = trial.report
      await trial.killAndRestart()
      const kept = trial.report
      assert.deepEqual(
        [kept.state, kept.position, kept.maxRadius, kept.rodeLength],
        [state, position, maxRadius, rodeLength],
      )
      assert.equal(kept.currentRadius, null, 'It knows how far off the boat is, and has seen no position')
      trial.sea.isHeard = true
      await trial.until(({ currentRadius }) => currentRadius !== null, 'It did not go on watching', 10)
    },
  },
  {
    title: 'raised, killed and started again, it is still raised',
    check: async (trial) => {
      await trial.drop()
      await trial.tell({ name: 'raise', input: {} })
      await trial.killAndRestart()
      assertRaised(trial)
    },
  },
  {
    title: 'while the anchor is down it is never silent for as long as would mean that nobody watches',
    check: async (trial) => {
      await trial.drop()
      const { silence = 15 } = trial.details
      const { length: known } = trial.reports
      const end = performance.now() + (silence * 1_000) / 2
      while (trial.reports.length < known + 2) {
        assert.ok(performance.now() < end, `Two reports did not come within ${silence / 2} s`)
        await trial.sea.pass(0.2)
      }
    },
  },
]
