import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLine } from './recorded-line.ts'

const at = Date.UTC(2026, 5, 14, 10)
const timestamp = '2026-06-14T10:00:00.000Z'
const speed = { path: 'navigation.speedOverGround', value: 3 }

test('reads a delta with its source and the first of its times', () => {
  const line = {
    context: 'vessels.self',
    updates: [
      { $source: 'gps', values: [speed] },
      { timestamp, values: [speed] },
    ],
  }
  assert.deepEqual(parseLine(JSON.stringify(line)), {
    kind: 'delta',
    at,
    delta: {
      context: 'vessels.self',
      updates: [
        { source: 'gps', at: undefined, values: [speed], meta: [] },
        { source: undefined, at, values: [speed], meta: [] },
      ],
    },
  })
})

test('reads the older form of a source', () => {
  const line = parseLine(
    JSON.stringify({ updates: [{ source: { label: 'nmea', type: 'NMEA0183' }, values: [] }] }),
  )
  assert.equal(line.kind === 'delta' && line.delta.updates[0]?.source, 'nmea')
})

test('skips a value that was marked as stale', () => {
  const line = parseLine(JSON.stringify({ updates: [{ values: [{ ...speed, stale: true }, speed] }] }))
  assert.deepEqual(line.kind === 'delta' && line.delta.updates[0]?.values, [speed])
})

test('reads the recording vessel from a hello', () => {
  const self = 'vessels.urn:mrn:imo:mmsi:230099999'
  assert.deepEqual(parseLine(JSON.stringify({ name: 'x', self, timestamp })), { kind: 'hello', self, at })
})

test('skips a heartbeat without an error', () => {
  assert.deepEqual(parseLine(JSON.stringify({ heartbeat: { timestamp, sequence: 1 } })), { kind: 'other' })
})

test('reports any other line as broken and never throws', () => {
  const lines = [
    '',
    'nonsense',
    '{"updates":[{"values":[{"path":"navigation.speedOverGr',
    '[]',
    'null',
    '7',
    '{"updates":{}}',
    '{"context":7,"updates":[]}',
    '{"updates":[null]}',
    '{"updates":[{"values":{}}]}',
    '{"updates":[{"values":[{"path":7,"value":1}]}]}',
    '{"updates":[{"values":[{"path":"a.b"}]}]}',
    '{"updates":[{"meta":[7]}]}',
  ]
  for (const line of lines) assert.equal(parseLine(line).kind, 'broken', line)
})

test('ignores an invalid time', () => {
  const line = parseLine('{"updates":[{"timestamp":"yesterday","values":[]}]}')
  assert.deepEqual(line.kind === 'delta' && line.at, undefined)
})
