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

test('the recorded boat is the own vessel, under each of its names', () => {
  const vessels = { self, recordedSelf: other }
  for (const context of [undefined, 'vessels.self', other])
    assert.equal(replayedContext(context, vessels), 'vessels.self')
  assert.equal(replayedContext(third, vessels), third)
})

test('another boat that saw this one does not move it', () => {
  assert.equal(replayedContext(self, { self, recordedSelf: other }), undefined)
})

test('a log that does not say whose it is may be of this boat', () => {
  assert.equal(replayedContext(self, { self, recordedSelf: undefined }), 'vessels.self')
})

test('names of sources are kept as far as they can stand', () => {
  assert.equal(cleanSource('nmea2000.115'), 'nmea2000.115')
  assert.equal(cleanSource('gps@deck:/dev/ttyUSB0'), 'gps@deck:/dev/ttyUSB0')
  assert.equal(cleanSource('  my gps (new)'), 'my-gps-new-')
  assert.equal(cleanSource('Örö'), 'r-')
  assert.equal(cleanSource('x'.repeat(100))?.length, 64)
  assert.equal(cleanSource('***'), undefined)
})

test('values are replayed in the present', () => {
  const { deltas } = replayedDeltas(
    { context: undefined, updates: [update({ at, source: 'gps', values: [speed] })] },
    'vessels.self',
    true,
  )
  assert.deepEqual(deltas, [{ context: 'vessels.self', updates: [{ $source: 'gps', values: [speed] }] }])
})

test('values keep the time at which they were recorded when that is wanted', () => {
  const { deltas } = replayedDeltas(
    { context: undefined, updates: [update({ at, values: [speed] })] },
    third,
    false,
  )
  assert.deepEqual(deltas, [
    { context: third, updates: [{ timestamp: '2026-06-14T10:00:00.000Z', values: [speed] }] },
  ])
})

test('alarms and the autopilot are left out and counted', () => {
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

test('descriptions go by themselves, after the values', () => {
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

test('of a delta without anything nothing is published', () => {
  assert.deepEqual(replayedDeltas({ context: undefined, updates: [update({})] }, third, true), {
    deltas: [],
    reserved: 0,
  })
})
