import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxAround, pointAt, Projection, roundLength, shownPoints } from './track-shape.ts'

test('a track across the date line is drawn without a jump', () => {
  const projection = new Projection({ latitude: 0, longitude: 179.99 })
  const { x } = projection.of({ latitude: 0, longitude: -179.99 })
  assert.ok(Math.abs(x - 2_224) < 5, String(x))
})

test('the boat is between two points of the track, and nowhere outside of it', () => {
  const track = [
    { at: 0, x: 0, y: 0 },
    { at: 60_000, x: 0, y: -600 },
  ]
  const found = pointAt(track, 30_000)
  assert.deepEqual(found && [found.x, found.y, found.course], [0, -300, 0])
  assert.equal(pointAt(track, -1), undefined)
  assert.equal(pointAt(track, 10 * 60_000), undefined)
})

test('a boat at rest has a box with room around it', () => {
  const { width, height } = boxAround([{ x: 5, y: 5 }])
  assert.ok(width >= 40 && height >= 40)
})

test('only the time shown is drawn, and a very long track with fewer points', () => {
  const points = Array.from({ length: 20_000 }, (_, at) => [at, 0, at / 1_000] as const)
  const { points: shown, step } = shownPoints(points, { from: 1_000, to: 19_999 })
  assert.ok(shown.length <= 4_001)
  assert.equal(step, 5)
  assert.deepEqual([shown[0]?.[0], shown.at(-1)?.[0]], [1_000, 19_999])
})

test('the scale has a round length', () => {
  assert.deepEqual([roundLength(74), roundLength(0.3), roundLength(19_000)].map(Number), [50, 0.2, 10_000])
})
