import type { SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curlOf, DataTable, windowOf } from './data-table.ts'

const delta = (path: string, value: unknown, more: { source?: string; stale?: boolean } = {}): SentDelta => ({
  context: 'vessels.self',
  updates: [
    {
      $source: more.source ?? 'gps.1',
      timestamp: '2026-06-01T00:00:00Z',
      values: [{ path, value, ...(more.stale === true && { stale: true }) }],
    },
  ],
})

test('rows sort by path and source, one for each source', () => {
  const table = new DataTable()
  table.take(delta('b.speed', 1, { source: 'log.2' }), 0)
  table.take(delta('b.speed', 2), 0)
  table.take(delta('a.depth', 3), 0)
  assert.deepEqual(
    table.rows('').map(({ path, source, value }) => [path, source, value]),
    [
      ['a.depth', 'gps.1', 3],
      ['b.speed', 'gps.1', 2],
      ['b.speed', 'log.2', 1],
    ],
  )
})

test('every word of a filter must match the path or the source', () => {
  const table = new DataTable()
  for (const path of ['environment.wind.speedApparent', 'environment.depth.belowKeel', 'navigation.position'])
    table.take(delta(path, 0), 0)
  const found = (filter: string): string[] => table.rows(filter).map(({ path }) => path)
  assert.deepEqual(found('wind'), ['environment.wind.speedApparent'])
  assert.deepEqual(found('ENVIRONMENT keel'), ['environment.depth.belowKeel'])
  assert.equal(found('gps').length, 3)
  assert.deepEqual(found('.*'), [])
})

test('the rate is the mean of the intervals', () => {
  const table = new DataTable()
  // The initial value, and the first update at any later time.
  table.take(delta('a', 0), 95)
  table.take(delta('a', 0), 100)
  assert.equal(table.rows('')[0]?.hertz, undefined)
  for (let tick = 2; tick <= 50; tick++) table.take(delta('a', tick), tick * 100)
  assert.ok(Math.abs((table.rows('')[0]?.hertz ?? 0) - 10) < 0.1)
  // Two updates at the same time do not count as a hundred a second.
  table.take(delta('a', 51), 5_010)
  assert.ok((table.rows('')[0]?.hertz ?? 0) < 13)
})

test('a stale mark changes neither age nor rate', () => {
  const table = new DataTable()
  table.take(delta('a', 5), 1_000)
  table.take(delta('a', 5, { stale: true }), 9_000)
  const [row] = table.rows('')
  assert.deepEqual([row?.isStale, row?.receivedAt, row?.hertz], [true, 1_000, undefined])
})

test('at most 60 of 1,000 rows are rendered at any scroll position', () => {
  for (const scrollTop of [0, 5_000, 44_000]) {
    const { from, to } = windowOf({ scrollTop, height: 3_000, rowHeight: 44 }, 1_000)
    assert.ok(to - from <= 60 && from >= 0 && to <= 1_000)
    assert.ok(from * 44 <= scrollTop)
  }
})

test('the curl command reads the value', () => {
  assert.equal(
    curlOf('http://127.0.0.1:3000', 'marinedata', 'navigation.speedOverGround'),
    'curl -s http://127.0.0.1:3000/marinedata/v1/api/vessels/self/navigation/speedOverGround/value',
  )
})
