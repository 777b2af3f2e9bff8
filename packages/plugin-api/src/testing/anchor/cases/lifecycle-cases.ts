import { AnchorDetails, AnchorReport, checkOf } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { AnchorCase } from '../anchor-case.ts'
import type { AnchorTrial } from '../anchor-trial.ts'

const detailsShape = checkOf<AnchorDetails>(AnchorDetails)
const reportShape = checkOf<AnchorReport>(AnchorReport)

const assertShape = ({ reports, details }: AnchorTrial): void => {
  assert.deepEqual(detailsShape.faults(details), [], 'The details do not match the schema')
  for (const report of reports) {
    assert.deepEqual(
      reportShape.faults(report),
      [],
      `A report does not match the schema: ${JSON.stringify(report)}`,
    )
    const { state, position, maxRadius, rodeLength } = report
    const isRaised = state === 'raised'
    const isWhole = isRaised
      ? position === null && maxRadius === null && rodeLength === null
      : position !== null && maxRadius !== null
    assert.ok(isWhole, `"${state}" is inconsistent: ${JSON.stringify(report)}`)
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

export const lifecycleCases: readonly AnchorCase[] = [
  {
    title: 'with empty storage, reports a raised anchor by the time it has started',
    check: async (trial) => assertRaised(trial),
  },
  {
    title: 'every report matches the schema',
    check: async (trial) => {
      await trial.drop()
      await trial.command({ name: 'radius', input: { value: 60 } })
      await trial.command({ name: 'raise', input: {} })
      assertShape(trial)
    },
  },
  {
    title: 'a raised anchor has no position, radius or rode; raising it again changes nothing',
    check: async (trial) => {
      await trial.command({ name: 'raise', input: {} })
      assertRaised(trial)
      await trial.drop()
      for (let times = 0; times < 2; times++) {
        await trial.command({ name: 'raise', input: {} })
        assertRaised(trial)
      }
    },
  },
  {
    title: 'resumes the same watch after a kill and restart',
    check: async (trial) => {
      await trial.drop()
      await trial.command({ name: 'radius', input: { value: 61.5 } })
      const { state, position, maxRadius, rodeLength } = trial.report
      await trial.killAndRestart()
      const restored = trial.report
      assert.deepEqual(
        [restored.state, restored.position, restored.maxRadius, restored.rodeLength],
        [state, position, maxRadius, rodeLength],
      )
      assert.equal(restored.currentRadius, null, 'It reports a distance before it received a position')
      trial.sea.isSending = true
      await trial.until(({ currentRadius }) => currentRadius !== null, 'It did not resume the watch', 10)
    },
  },
  {
    title: 'stays raised after a kill and restart',
    check: async (trial) => {
      await trial.drop()
      await trial.command({ name: 'raise', input: {} })
      await trial.killAndRestart()
      assertRaised(trial)
    },
  },
  {
    title: 'reports often enough that an anchor that is down is never offline',
    check: async (trial) => {
      await trial.drop()
      const { silence = 15 } = trial.details
      const { length: known } = trial.reports
      const end = performance.now() + (silence * 1_000) / 2
      while (trial.reports.length < known + 2) {
        assert.ok(performance.now() < end, `It did not send two reports within ${silence / 2} s`)
        await trial.sea.pass(0.2)
      }
    },
  },
]
