import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evidence } from '../evidence/evidence.ts'
import { BeaconTest } from './beacon-test.ts'
import { Drill } from './drill.ts'

const anna = { mmsi: '972009901', name: 'Anna' }
const tested: Evidence = {
  kind: 'test',
  mmsi: anna.mmsi,
  context: `sar.urn:mrn:imo:mmsi:${anna.mmsi}`,
  position: undefined,
  stamp: '',
}

test('a beacon test says how many messages were heard, once the burst is over', () => {
  const beaconTest = new BeaconTest([anna], 0)
  beaconTest.receive({ ...tested, mmsi: '972009902' }, 1_000)
  beaconTest.receive({ ...tested, kind: 'active' }, 1_000)
  for (const at of [2_000, 4_000, 6_000]) beaconTest.receive(tested, at)
  assert.equal(beaconTest.report(10_000).state, 'listening')
  assert.deepEqual(beaconTest.report(18_000), {
    state: 'heard',
    messages: 3,
    message: 'MOB beacon 972009901 (Anna): heard, 3 messages',
  })
})

test('a beacon test ends after a minute without a message', () => {
  const beaconTest = new BeaconTest([anna], 0)
  assert.equal(beaconTest.report(59_999).state, 'listening')
  assert.deepEqual(beaconTest.report(60_000).state, 'not-heard')
})

test('a drill takes tests of MOB beacons only, ends by itself, and ends its alerts', () => {
  const drill = new Drill()
  assert.ok(!drill.takes(tested, 0))
  drill.start(0, 5)
  assert.ok(drill.takes(tested, 299_999))
  assert.ok(!drill.takes({ ...tested, kind: 'active' }, 1))
  assert.ok(!drill.takes({ ...tested, mmsi: '970009902' }, 1))
  const [change] = drill.receive(tested, undefined, 1)
  assert.deepEqual(
    [change?.path, change?.condition?.state, change?.condition?.message],
    ['notifications.distress.drill.972009901', 'alarm', 'DRILL: MOB beacon 972009901, position unknown'],
  )
  assert.deepEqual(drill.receive(tested, undefined, 2), [], 'repeating a test raises nothing')
  assert.deepEqual(drill.tick(299_999), [])
  assert.deepEqual(drill.tick(300_000), [{ path: change?.path, condition: undefined }])
})
