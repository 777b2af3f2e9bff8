import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordedLine } from './recorded-line.ts'

const at = Date.UTC(2026, 5, 14, 10)
const timestamp = '2026-06-14T10:00:00.000Z'
const speed = { path: 'navigation.speedOverGround', value: 3 }

test('a delta is read with its source, and its time is the first that it has', () => {
  const line = {
    context: 'vessels.self',
    updates: [
      { $source: 'gps', values: [speed] },
      { timestamp, values: [speed] },
    ],
  }
  assert.deepEqual(recordedLine(JSON.stringify(line)), {
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

test('the older form of a source is understood', () => {
  const line = recordedLine(
    JSON.stringify({ updates: [{ source: { label: 'nmea', type: 'NMEA0183' }, values: [] }] }),
  )
  assert.equal(line.kind === 'delta' && line.delta.updates[0]?.source, 'nmea')
})

test('a value that was marked as stale was not heard then', () => {
  const line = recordedLine(JSON.stringify({ updates: [{ values: [{ ...speed, stale: true }, speed] }] }))
  assert.deepEqual(line.kind === 'delta' && line.delta.updates[0]?.values, [speed])
})

test('a hello says whose recording it is', () => {
  const self = 'vessels.urn:mrn:imo:mmsi:230099999'
  assert.deepEqual(recordedLine(JSON.stringify({ name: 'x', self, timestamp })), { kind: 'hello', self, at })
})

test('a heartbeat is no data, and nothing is wrong with it', () => {
  assert.deepEqual(recordedLine(JSON.stringify({ heartbeat: { timestamp, sequence: 1 } })), { kind: 'other' })
})

test('whatever else stands on a line is broken, and nothing is thrown', () => {
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
  for (const line of lines) assert.equal(recordedLine(line).kind, 'broken', line)
})

test('a time that is none is no time', () => {
  const line = recordedLine('{"updates":[{"timestamp":"yesterday","values":[]}]}')
  assert.deepEqual(line.kind === 'delta' && line.at, undefined)
})
