import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrackLine } from './track-line.ts'

const second = 1_000
const at = (longitude: number, latitude = 0) => ({ latitude, longitude })

test('over the date line the track is one line without a step', () => {
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

test('what the server has kept crosses it as well, and goes on with what is heard', () => {
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

test('where there was no fix there is a gap', () => {
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

test('what was heard before the server answered is not lost, and nothing is there twice', () => {
  const track = new TrackLine()
  track.add(at(22, 59), 100 * second)
  track.add(at(22, 59.01), 110 * second)
  track.seed([[100 * second, 59, 22]])
  assert.deepEqual(
    track.lines.map(({ length }) => length),
    [2],
  )
})

test('a boat that lies still draws nothing but a point now and then', () => {
  const track = new TrackLine()
  for (let index = 0; index < 600; index++) track.add(at(22, 59), index * second)
  assert.ok((track.lines[0]?.length ?? 0) <= 10)
})

test('the oldest goes when there is too much', () => {
  const track = new TrackLine()
  for (let index = 0; index < 12_000; index++) track.add(at(22, 59 + index / 1_000), index * second)
  const [line] = track.lines
  assert.ok(line!.length <= 5_000)
})

test('a boat that was never anywhere has no track', () => {
  assert.deepEqual(new TrackLine().lines, [])
})
