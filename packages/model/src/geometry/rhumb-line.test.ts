import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearingBetween, distanceBetween, placeOnTrack } from './great-circle.ts'
import { rhumbCrossTrack, rhumbLineBetween } from './rhumb-line.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const near = (actual: number | null | undefined, expected: number, tolerance: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= tolerance, `${actual} is not ${expected}`)

test('along a parallel the rhumb line goes due east, and is longer than the great circle', () => {
  const [from, to] = [at(60, 10), at(60, 40)]
  const line = rhumbLineBetween(from, to)
  near(line?.bearing, Math.PI / 2, 1e-12)
  near(line?.distance, 6_371_008.8 * 0.5 * (Math.PI / 6), 1)
  assert.ok((line?.distance ?? 0) > distanceBetween(from, to))
  // The great circle passes north of it, so a boat on the parallel is to starboard of the great circle.
  near(rhumbCrossTrack(from, to, at(60, 25)), 0, 1e-6)
  assert.ok((placeOnTrack(from, to, at(60, 25))?.crossTrack ?? 0) > 50_000)
})

test('nearby points have the same numbers as on a great circle, also across the date line', () => {
  for (const [from, to, boat] of [
    [at(54.3, 10.2), at(54.35, 10.3), at(54.33, 10.24)],
    [at(-20, 179.95), at(-20.05, -179.95), at(-20.02, 180)],
  ] as const) {
    const line = rhumbLineBetween(from, to)
    near(line?.bearing, bearingBetween(from, to) ?? Number.NaN, 0.002)
    near(line?.distance, distanceBetween(from, to), 1)
    near(rhumbCrossTrack(from, to, boat), placeOnTrack(from, to, boat)?.crossTrack ?? Number.NaN, 5)
  }
})

test('the same place and the poles define no rhumb line', () => {
  assert.equal(rhumbLineBetween(at(1, 2), at(1, 2)), null)
  assert.equal(rhumbLineBetween(at(1, 2), at(90, 2)), null)
  assert.equal(rhumbCrossTrack(at(1, 2), at(1, 2), at(0, 0)), null)
})
