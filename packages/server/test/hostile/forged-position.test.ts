import type { Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnchorBoat, home } from '../anchor-boat.ts'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 180_000 }
const path = 'notifications.navigation.anchor'
const metresPerDegree = 111_195

const positionAt = (north: number): object => ({
  $source: 'gps',
  values: [
    {
      path: 'navigation.position',
      value: { ...home, latitude: home.latitude + north / metresPerDegree },
    },
  ],
})

/**
 * One source says at 2 Hz that the boat drags at 3 m/s. In the same delta, right after each position, and ten times a second
 * it says that the boat is still at its anchor.
 */
const drag = (stream: StreamListener): Disposable => {
  const began = performance.now()
  const real = setInterval(() => {
    const away = (-3 * (performance.now() - began)) / 1_000
    stream.send({ updates: [positionAt(away), positionAt(0)] })
  }, 500)
  const forged = setInterval(() => stream.send({ updates: [positionAt(0)] }), 100)
  return {
    [Symbol.dispose]: () => {
      clearInterval(real)
      clearInterval(forged)
    },
  }
}

test(
  'the anchor alarm sounds although forged positions follow right after the real ones',
  limit,
  async () => {
    await using boat = await AnchorBoat.start({ hasPosition: false })
    await using stream = await StreamListener.open(boat.url, '?subscribe=all')
    using _dragging = drag(stream)
    await stream.firstValue(({ path: at }) => at === 'navigation.position')
    await boat.must('POST drop')
    await boat.must('POST radius', { value: 30 })
    const said = await stream.firstValue(
      ({ path: at, value }) => at === path && ['alarm', 'emergency'].includes((value as Notification).state),
    )
    assert.match((said.value as Notification).message, /gps says two places \d+ m apart/)
  },
)
