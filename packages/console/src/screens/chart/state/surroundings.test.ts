import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrackLine } from './surroundings.ts'

const second = 1_000
const at = (longitude: number, latitude = 0) => ({ latitude, longitude })

test('the track is continuous over the date line', () => {
  const track = new TrackLine()
  for (const [index, longitude] of [179.99, 179.998, -179.996, -179.99].entries())
    track.add(at(longitude), index * 10 * second)
  const [line, ...more] = track.lines
  assert.equal(more.length, 0)
  const steps = line!.slice(1).map(([x], index) => x - line![index]![0])
  assert.ok(
    steps.every((step) => step > 0 && step < 2_000),
    String(steps),
  )
})

test('recorded points cross the date line and continue with live ones', () => {
  const track = new TrackLine()
  track.seed([
    [0, -17, 179.99],
    [60 * second, -17, -179.99],
  ])
  track.add(at(-179.98, -17), 70 * second)
  assert.deepEqual(
    track.lines.map(({ length }) => length),
    [3],
  )
})

test('the track has a gap without a fix', () => {
  const track = new TrackLine()
  track.seed([
    [0, 59, 22],
    [60 * second, 59.01, 22],
    [600 * second, 59.05, 22],
  ])
  assert.deepEqual(
    track.lines.map(({ length }) => length),
    [2, 1],
  )
})

test('points received before the response are neither lost nor duplicated', () => {
  const track = new TrackLine()
  track.add(at(22, 59), 100 * second)
  track.add(at(22, 59.01), 110 * second)
  track.seed([[100 * second, 59, 22]])
  assert.deepEqual(
    track.lines.map(({ length }) => length),
    [2],
  )
})

test('a boat at rest adds few points', () => {
  const track = new TrackLine()
  for (let index = 0; index < 600; index++) track.add(at(22, 59), index * second)
  assert.ok((track.lines[0]?.length ?? 0) <= 10)
})

test('the oldest points are dropped at the limit', () => {
  const track = new TrackLine()
  for (let index = 0; index < 12_000; index++) track.add(at(22, 59 + index / 1_000), index * second)
  const [line] = track.lines
  assert.ok(line!.length <= 5_000)
})

test('without a position there is no track', () => {
  assert.deepEqual(new TrackLine().lines, [])
})
