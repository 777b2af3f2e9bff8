import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseTime } from './satellite-time.ts'

const now = Date.UTC(2026, 10, 19, 12)
const hour = 3_600_000

test('follows the satellites within a day, without a warning', () => {
  assert.deepEqual(chooseTime(now + 1_000, now), { time: now, warning: undefined })
  for (const difference of [5_000, -5_000, 23 * hour, -23 * hour])
    assert.deepEqual(chooseTime(now + difference, now), { time: now + difference, warning: undefined })
})

test('follows the satellites when the computer has continued after a winter ashore, and says so', () => {
  const { time, warning } = chooseTime(now, now - 200 * 24 * hour)
  assert.equal(time, now)
  assert.equal(
    warning,
    'Recording by the time of the satellites: the satellites say 2026-11-19, this computer 2026-05-03',
  )
})

test('follows the computer when the satellites say 2046 or a day that is over, and says so', () => {
  const warnings = [Date.UTC(2046, 10, 19), now - 25 * hour].map((satellites) => {
    const { time, warning } = chooseTime(satellites, now)
    assert.equal(time, undefined)
    return warning
  })
  assert.deepEqual(warnings, [
    'Recording by the clock of this computer: the satellites say 2046-11-19, this computer 2026-11-19',
    'Recording by the clock of this computer: the satellites say 2026-11-18, this computer 2026-11-19',
  ])
})

test('follows the satellites when the clock of the computer was never set', () => {
  assert.deepEqual(chooseTime(now, 60_000), { time: now, warning: undefined })
})
