import type { TrackPoint } from '@marinedata/model'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'node:test'
import { packTrack, unpackTrack } from './packed-track.ts'

const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((millionths) => millionths / 1e6)
const point = fc.tuple(fc.integer({ min: 0, max: 4e12 }), degrees(90), degrees(180))

test('unpacking restores any packed track', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 50 }), (points) =>
      assert.deepEqual(unpackTrack(packTrack(points)), points),
    ),
  )
})

test('invalid text gives an empty track', () => {
  for (const text of ['', '{', '{}', 'null', '["a",1,2]', '[1.5,2,3]', '[1,91000000,0]', '[1,2]', '[null]'])
    assert.deepEqual(unpackTrack(text), [], text)
})

test('a full track takes less than 90 kB', () => {
  const points = Array.from({ length: 6_000 }, (_, step): TrackPoint => [
    1.8e12 + step * 10_017,
    (54_432_100 + step * 445) / 1e6,
    (10_123_400 + step * 761) / 1e6,
  ])
  assert.ok(packTrack(points).length < 90_000, `${packTrack(points).length}`)
})
