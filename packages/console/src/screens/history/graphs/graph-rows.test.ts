import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryRow } from '@marinedata/model'
import { columnsText, extentIn, graphsIn, lineOf, meanIn, valueAt, type GraphRows } from './graph-rows.ts'
import { LiveTail } from './live-tail.ts'

const start = Date.parse('2026-07-01T12:00:00Z')
const degree = Math.PI / 180

/** Rows of one minute each. */
const minutes = (...means: readonly (number | null)[]): GraphRows => ({
  at: means.map((_, index) => start + index * 60_000),
  mean: means,
  low: means.map((mean) => mean && mean - 1),
  high: means.map((mean) => mean && mean + 1),
})
const line = (rows: GraphRows, isAngle = false) => lineOf(rows, { isAngle, resolution: 60 })
const degreesOf = (cells: readonly (number | null)[]): (number | null)[] =>
  cells.map((cell) => cell && Math.round(cell / degree))

test('the answer of the server becomes one graph for each path', () => {
  const data: HistoryRow[] = [
    ['2026-07-01T12:00:00Z', 2, 1, 3, null, null, null],
    ['2026-07-01T12:01:00Z', null, null, null, 5, 4, 6],
  ]
  assert.equal(columnsText(['a', 'b']), 'a:average,a:min,a:max,b:average,b:min,b:max')
  const graphs = graphsIn({ data }, ['a', 'b'])
  assert.deepEqual(graphs.get('a')?.mean, [2, null])
  assert.deepEqual(graphs.get('b')?.low, [null, 4])
  assert.deepEqual(graphs.get('b')?.at, [start, start + 60_000])
})

test('a missing minute is a gap, with no value in it', () => {
  const drawn = line(minutes(5, 6, 7, null, null, 8, 9))
  assert.deepEqual(drawn.mean, [5, 6, 7, null, 8, 9])
  assert.equal(valueAt(drawn, start + 3.9 * 60_000), undefined)
  assert.equal(valueAt(drawn, start + 2.2 * 60_000), 7)
  assert.equal(valueAt(drawn, start - 1), undefined)
})

test('a slow sensor has no gaps between its samples', () => {
  const drawn = line(minutes(5, null, null, 6, null, null, 7, null, null, 8))
  assert.deepEqual(drawn.mean, [5, 6, 7, 8])
})

test('a single row between two gaps is drawn as long as it lasts', () => {
  const drawn = line(minutes(5, 6, null, null, 7, null, null, 8, 9, 9, 9))
  assert.deepEqual(drawn.mean, [5, 6, null, 7, 7, null, 8, 9, 9, 9])
})

test('an angle that passes north goes on without a jump', () => {
  const drawn = line(minutes(...[350, 355, 2, 8, 357].map((angle) => angle * degree)), true)
  assert.deepEqual(degreesOf(drawn.mean), [350, 355, 362, 368, 357])
  assert.ok(drawn.low.every((low, index) => low !== null && low <= (drawn.mean[index] ?? -Infinity)))
})

test('a boat that turns round and round is drawn within one turn, cut at north', () => {
  const angles = [0, 100, 200, 300, 40, 140, 240, 340]
  const drawn = line(minutes(...angles.map((angle) => angle * degree)), true)
  assert.deepEqual(degreesOf(drawn.mean), [0, 100, 200, 300, null, 40, 140, 240, 340])
})

test('the extremes and the mean of a time come from its rows', () => {
  const drawn = line(minutes(5, 9, 7, 20))
  const window = { from: start, to: start + 2 * 60_000 }
  assert.deepEqual(extentIn(drawn, window), { low: 4, high: 10 })
  assert.equal(meanIn(drawn, window), 7)
  assert.equal(extentIn(drawn, { from: start - 2, to: start - 1 }), undefined)
})

test('live values continue the recorded rows without a gap', () => {
  const tail = new LiveTail()
  for (let second = 0; second < 200; second++)
    tail.add('a', { at: start + second * 1_000, value: second, isAngle: false })
  const answeredTo = start + 90_000
  const rows = minutes(29.5, 75)
  const joined = tail.continued('a', rows, { resolution: 60, answeredTo, isAngle: false })
  assert.deepEqual(
    joined.at,
    [0, 1, 2, 3].map((minute) => start + minute * 60_000),
  )
  // The recorder knew the first half of the second minute.
  assert.ok(Math.abs((joined.mean[1] ?? 0) - 89.75) < 0.1)
  assert.equal(joined.high[1], 119)
  assert.equal(joined.mean[2], 149.5)
  assert.equal(rows.at.length, 2, 'the rows of the recorder are not changed')
})

test('live angles that pass north have their mean there', () => {
  const tail = new LiveTail()
  for (const angle of [358, 2]) tail.add('a', { at: start, value: angle * degree, isAngle: true })
  const joined = tail.continued(
    'a',
    { at: [], mean: [], low: [], high: [] },
    { resolution: 1, answeredTo: start, isAngle: true },
  )
  assert.deepEqual(degreesOf(joined.mean), [360])
})

test('values older than the last second are not added', () => {
  const tail = new LiveTail()
  tail.add('a', { at: start + 5_000, value: 5, isAngle: false })
  tail.add('a', { at: start, value: 1, isAngle: false })
  const empty: GraphRows = { at: [], mean: [], low: [], high: [] }
  const joined = tail.continued('a', empty, { resolution: 1, answeredTo: start, isAngle: false })
  assert.deepEqual(joined.mean, [5])
})
