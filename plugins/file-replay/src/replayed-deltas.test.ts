import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordedUpdate } from './recorded-line.ts'
import { cleanSource, replayedContext, replayedDeltas } from './replayed-deltas.ts'

const self = 'vessels.urn:mrn:imo:mmsi:230099999'
const other = 'vessels.urn:mrn:imo:mmsi:265099992'
const third = 'vessels.urn:mrn:imo:mmsi:230012345'
const at = Date.UTC(2026, 5, 14, 10)
const speed = { path: 'navigation.speedOverGround', value: 3 }

const update = (members: Partial<RecordedUpdate>): RecordedUpdate => ({
  source: undefined,
  at: undefined,
  values: [],
  meta: [],
  ...members,
})

test('maps every name of the recording vessel to the own vessel', () => {
  const vessels = { self, recordedSelf: other }
  for (const context of [undefined, 'vessels.self', other])
    assert.equal(replayedContext(context, vessels), 'vessels.self')
  assert.equal(replayedContext(third, vessels), third)
})

test('skips values about this boat that another boat recorded', () => {
  assert.equal(replayedContext(self, { self, recordedSelf: other }), undefined)
})

test('treats a log without a hello as one of this boat', () => {
  assert.equal(replayedContext(self, { self, recordedSelf: undefined }), 'vessels.self')
})

test('keeps valid source names and replaces forbidden characters', () => {
  assert.equal(cleanSource('nmea2000.115'), 'nmea2000.115')
  assert.equal(cleanSource('gps@deck:ttyUSB0'), 'gps@deck:ttyUSB0')
  assert.equal(cleanSource('  my gps (new)'), 'my-gps-new-')
  assert.equal(cleanSource('serial:/dev/ttyUSB0'), 'serial:-dev-ttyUSB0')
  assert.equal(cleanSource('Örö'), 'r-')
  assert.equal(cleanSource('x'.repeat(100))?.length, 64)
  assert.equal(cleanSource('***'), undefined)
})

test('replays values with the present time', () => {
  const { deltas } = replayedDeltas(
    { context: undefined, updates: [update({ at, source: 'gps', values: [speed] })] },
    'vessels.self',
    true,
  )
  assert.deepEqual(deltas, [{ context: 'vessels.self', updates: [{ $source: 'gps', values: [speed] }] }])
})

test('keeps the recorded time when requested', () => {
  const { deltas } = replayedDeltas(
    { context: undefined, updates: [update({ at, values: [speed] })] },
    third,
    false,
  )
  assert.deepEqual(deltas, [
    { context: third, updates: [{ timestamp: '2026-06-14T10:00:00.000Z', values: [speed] }] },
  ])
})

test('skips and counts alerts and the autopilot', () => {
  const values = [
    'notifications.bilge',
    'steering.autopilot.state',
    'steering.autopilot',
    'steering.rudderAngle',
  ].map((path) => ({ path, value: 1 }))
  const { deltas, reserved } = replayedDeltas(
    { context: undefined, updates: [update({ values })] },
    'vessels.self',
    true,
  )
  assert.equal(reserved, 3)
  assert.deepEqual(deltas, [{ context: 'vessels.self', updates: [{ values: [values[3]] }] }])
})

test('sends metadata separately, after the values', () => {
  const meta = [{ path: speed.path, value: { units: 'm/s' } }]
  const { deltas } = replayedDeltas(
    { context: undefined, updates: [update({ values: [speed], meta })] },
    third,
    true,
  )
  assert.deepEqual(deltas, [
    { context: third, updates: [{ values: [speed] }] },
    { context: third, updates: [{ meta }] },
  ])
})

test('publishes nothing for an empty delta', () => {
  assert.deepEqual(replayedDeltas({ context: undefined, updates: [update({})] }, third, true), {
    deltas: [],
    reserved: 0,
  })
})
