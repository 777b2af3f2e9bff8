import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isInside, type BoundingBox } from '@marinedata/model'
import { BoxGrid } from './box-grid.ts'

const degrees = (limit: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.constantFrom(-limit, -limit / 2, 0, limit / 2, limit),
  )
const latitude = degrees(90)
const longitude = degrees(180)
const near = fc.double({ min: 0, max: 0.01, noNaN: true })

const box: fc.Arbitrary<BoundingBox> = fc.oneof(
  fc.record({ south: latitude, north: latitude, west: longitude, east: longitude }),
  fc
    .record({ south: latitude, west: longitude, height: near, width: near })
    .map(({ south, west, height, width }) => ({
      south,
      west,
      north: Math.min(90, south + height),
      east: west + width > 180 ? west + width - 360 : west + width,
    })),
)

test('finds exactly the boxes that contain a position, also at the poles and across the date line', () => {
  fc.assert(
    fc.property(
      fc.array(box, { maxLength: 30 }),
      fc.array(fc.tuple(latitude, longitude)),
      (boxes, places) => {
        const grid = new BoxGrid<{ readonly box: BoundingBox }>()
        const items = boxes.map((each) => ({ box: each }))
        for (const item of items) grid.add(item)
        const corners = boxes.flatMap(({ south, north, west, east }) => [
          [south, west] as const,
          [north, east] as const,
        ])
        for (const [lat, lon] of [...places, ...corners]) {
          const position = { latitude: lat, longitude: lon }
          const expected = items.filter((item) => isInside(item.box, position))
          assert.deepEqual(new Set(grid.at(position)), new Set(expected))
        }
        for (const item of items) grid.delete(item)
        assert.equal(grid.size, 0)
        for (const [lat, lon] of corners) assert.deepEqual(grid.at({ latitude: lat, longitude: lon }), [])
      },
    ),
    { numRuns: 500 },
  )
})
