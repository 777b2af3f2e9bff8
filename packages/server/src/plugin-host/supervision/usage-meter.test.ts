import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostProcesses, UsageMeter } from './usage-meter.ts'

const pid = process.pid
const rootPid = 1

test('a plugin grows while it starts processes, and exceeds its limit when it has too many', () => {
  let others = 0
  const below = (): number[] => Array.from({ length: others }, (_, index) => 2 ** 30 + index)
  const meter = new UsageMeter({ below }, { memory: 10_000 })
  assert.equal(meter.measure(0, { pid: undefined, rootPid: undefined }), undefined)
  assert.equal(meter.isGrowing, true, 'before the first measurement')
  const seen = [0, 1, 1, 5, 3].map((count) => {
    others = count
    assert.equal(meter.measure(0, { pid, rootPid }), undefined)
    return meter.isGrowing
  })
  assert.deepEqual(seen, [false, true, false, true, false])
  others = mostProcesses
  assert.equal(meter.measure(0, { pid, rootPid })?.kind, 'processes')
})
