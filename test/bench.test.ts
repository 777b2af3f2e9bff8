import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlan } from '../bench/plan.ts'
import { makeLine } from '../bench/report.ts'
import { scanFrame } from '../bench/receiving/frame-content.ts'
import { boatDelta, timedValuesOfBoat } from '../bench/sending/deltas.ts'
import { SendClock } from '../bench/sending/send-clock.ts'
import { requireMeasured } from '../bench/workload.ts'

test('rejects a figure that is not a number', () => {
  assert.throws(() => requireMeasured({}, 'ours', { value: Number.NaN, extra: {} }), /not a number/)
  assert.throws(() => requireMeasured({}, 'ours', { value: Infinity, extra: {} }), /not a number/)
  requireMeasured({}, 'ours', { value: 0, extra: {} })
})

test('rejects a run in which nothing arrived', () => {
  const nothing = { value: 1, extra: { deliveredRatio: 0 } }
  assert.throws(() => requireMeasured({}, 'ours', nothing), /nothing that was sent to ours arrived/)
  assert.throws(
    () => requireMeasured({}, 'ours', { value: 1, extra: { arrivedRatio: Number.NaN } }),
    /nothing/,
  )
  requireMeasured({}, 'ours', { value: 1, extra: { deliveredRatio: 0.001 } })
  requireMeasured({}, 'bare', nothing)
  requireMeasured({ isOverload: true }, 'ours', nothing)
})

test('parses the limit of the run as seconds', () => {
  assert.equal(readPlan(['--quick', '--limit', '240']).limitMs, 240_000)
  assert.throws(() => readPlan(['--limit', 'soon']), /--limit must be a number of seconds, not "soon"/)
})

test('reports no ratio to an engine that costs nothing', () => {
  const workload = { name: 'idle', unit: 'wake-ups/s', measure: () => Promise.reject(new Error('unused')) }
  const line = makeLine(workload, { ours: { value: 20, extra: {} }, bare: { value: 0, extra: {} } })
  assert.equal(line['ratio'], undefined)
})

test('finds every send time of a boat in the frames of its clients', () => {
  const clock = new SendClock()
  const frames = Array.from({ length: 40 }, (_, index) => boatDelta(index, clock.next()))
  const found = frames.map((frame) => scanFrame(frame).counts.reduce((sum, count) => sum + count, 0))
  assert.equal(
    found.reduce((sum, count) => sum + count, 0),
    timedValuesOfBoat(0, frames.length),
  )
})
