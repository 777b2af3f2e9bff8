import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReconnectPauses } from './reconnect-pauses.ts'

test('tries again within half a second for a minute, then less and less often up to 30 s', () => {
  let now = 5_000
  const pauses = new ReconnectPauses(() => now)
  const take = (): number => {
    const pause = pauses.next()
    now += pause
    return pause
  }
  assert.deepEqual([take(), take(), take()], [250, 500, 500])
  now += 60_000
  assert.deepEqual(
    Array.from({ length: 8 }, take),
    [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000],
  )
  pauses.reset()
  assert.equal(take(), 250)
})
