import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metresBetween } from './metres-between.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('a minute of latitude is a nautical mile everywhere', () => {
  for (const latitude of [-80, 0, 54.4])
    assert.ok(Math.abs(metresBetween(at(latitude, 10), at(latitude + 1 / 60, 10)) - 1_852) < 2)
})

test('a minute of longitude is half a nautical mile at 60° north', () => {
  assert.ok(Math.abs(metresBetween(at(60, 10), at(60, 10 + 1 / 60)) - 926) < 1)
})

test('measures short distances across the date line', () => {
  const metres = metresBetween(at(0, 179.9999), at(0, -179.9999))
  assert.ok(metres > 22 && metres < 23, `${metres}`)
})

test('the distance is 0 for equal points and at most half the circumference', () => {
  assert.equal(metresBetween(at(54, 10), at(54, 10)), 0)
  assert.ok(Math.abs(metresBetween(at(90, 0), at(-90, 0)) - Math.PI * 6_371_000) < 1)
})
