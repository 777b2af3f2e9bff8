import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SentDelta } from '@marinedata/model'
import { toMap } from '@marinedata/console-map/earth'
import { nearest, Viewport } from '@marinedata/console-map'
import { beaconOf, byDanger, timeText, Targets } from './targets.ts'

const anna = 'vessels.urn:mrn:imo:mmsi:230000001'
const minute = 60_000

const delta = (context: string, values: Readonly<Record<string, unknown>>, stale = false): SentDelta => ({
  context,
  updates: [
    {
      $source: 'ais',
      timestamp: '2026-06-01T12:00:00Z',
      values: Object.entries(values).map(([path, value]) => ({ path, value, ...(stale && { stale }) })),
    },
  ],
})

const receive = (targets: Targets, context: string, values: Readonly<Record<string, unknown>>): void =>
  targets.take(delta(context, values), () => 0)

const place = { latitude: 59.8, longitude: 22.9 }

test('a ship without a position is not shown, least of all at 0, 0', () => {
  const targets = new Targets()
  receive(targets, anna, { name: 'ANNA' })
  receive(targets, anna, { 'navigation.position': null })
  receive(targets, anna, { 'navigation.position': { latitude: 59 } })
  assert.deepEqual(targets.seen(0), [])
})

test('a ship without a name is shown by its number', () => {
  const targets = new Targets()
  receive(targets, anna, { 'navigation.position': place })
  assert.equal(targets.seen(0)[0]?.name, '230000001')
  receive(targets, anna, { name: 'ANNA' })
  assert.equal(targets.seen(0)[0]?.name, 'ANNA')
})

test('own ship is not a target', () => {
  const targets = new Targets()
  receive(targets, 'vessels.self', { 'navigation.position': place })
  receive(targets, 'meteo.urn:mrn:imo:mmsi:992300001', { 'navigation.position': place })
  assert.deepEqual(targets.seen(0), [])
})

const buoy = 'aton.urn:mrn:imo:mmsi:992351042'
const sart = 'sar.urn:mrn:imo:mmsi:970123456'

test('an aid to navigation has a type and is virtual or off position', () => {
  const targets = new Targets()
  receive(targets, buoy, { 'navigation.position': place, atonType: { id: 23, name: 'Cardinal Mark W' } })
  const [first] = targets.seen(0)
  assert.deepEqual(
    [first?.kind, first?.aidType, first?.isVirtual, first?.isOffPosition, first?.danger],
    ['aid', 'Cardinal Mark W', false, false, undefined],
  )
  receive(targets, buoy, { virtual: true, offPosition: true })
  const [second] = targets.seen(0)
  assert.deepEqual([second?.isVirtual, second?.isOffPosition], [true, true])
})

const active = { 'navigation.position': place, 'navigation.state': 'ais-sart' }

test('a beacon is an alarm unless it is a test', () => {
  const targets = new Targets()
  receive(targets, sart, active)
  assert.equal(targets.seen(0)[0]?.danger, 'alarm')
  receive(targets, sart, { 'navigation.state': 'default' })
  assert.deepEqual([targets.seen(0)[0]?.isTest, targets.seen(0)[0]?.danger], [true, undefined])
  receive(targets, sart, { 'navigation.state': 'ais-sart' })
  assert.equal(targets.seen(0)[0]?.danger, 'alarm')
})

test('the number of a beacon defines its kind', () => {
  const kinds = [970123456, 972123456, 974123456, 979123456].map((mmsi) =>
    beaconOf({ context: `sar.urn:mrn:imo:mmsi:${mmsi}` }),
  )
  assert.deepEqual(kinds, ['sart', 'mob', 'epirb', 'other'])
})

test('a number of the beacon series is no distress without the message of a beacon', () => {
  for (const [mmsi, values] of [
    [972123456, { 'navigation.position': place }],
    [972123456, { ...active, 'navigation.state': 'fishing' }],
    [979123456, active],
    [971123456, active],
  ] as const) {
    const targets = new Targets()
    receive(targets, `sar.urn:mrn:imo:mmsi:${mmsi}`, values)
    receive(targets, anna, {
      'navigation.position': place,
      'navigation.closestApproach': { distance: 1, timeTo: 5 },
    })
    const [first, second] = targets.seen(0).toSorted(byDanger(place))
    assert.deepEqual([first?.context, second?.kind], [anna, 'beacon'], String(mmsi))
    assert.deepEqual([second?.danger, second?.isTest, second?.isCallForHelp], [undefined, false, false])
  }
})

test('a craft with a distress alert is in danger', () => {
  const targets = new Targets()
  const path = 'notifications.distress.970123456'
  receive(targets, sart, { 'navigation.position': place })
  targets.warn({ path, value: { state: 'warn' }, source: 'distress' })
  assert.equal(targets.seen(0)[0]?.danger, 'warn')
  targets.warn({ path, value: { state: 'alarm' }, source: 'distress' })
  assert.deepEqual([targets.seen(0)[0]?.danger, targets.seen(0)[0]?.isCallForHelp], ['alarm', true])
  targets.warn({ path, value: { state: 'normal' }, source: 'distress' })
  assert.equal(targets.seen(0)[0]?.danger, undefined)
})

test('a distress position stays longer than a ship', () => {
  const targets = new Targets()
  for (const context of [anna, sart, 'aircraft.urn:mrn:imo:mmsi:111232511']) receive(targets, context, active)
  const [seen, ...more] = targets.seen(60 * minute)
  assert.deepEqual([seen?.kind, seen?.isLost, seen?.danger, more.length], ['beacon', true, 'alarm', 0])
})

test('a distress beacon is never evicted by ships', () => {
  const targets = new Targets()
  targets.take(delta(sart, { 'navigation.position': place }), () => -minute)
  for (let index = 0; index < 600; index++)
    targets.take(delta(`vessels.urn:mrn:imo:mmsi:${index}`, { 'navigation.position': place }), () => index)
  assert.ok(targets.seen(600).some(({ kind }) => kind === 'beacon'))
})

test('a distress beacon is first in the list', () => {
  const targets = new Targets()
  receive(targets, anna, {
    'navigation.position': place,
    'navigation.closestApproach': { distance: 1, timeTo: 5 },
  })
  receive(targets, buoy, { 'navigation.position': place })
  receive(targets, sart, active)
  const kinds = targets
    .seen(0)
    .toSorted(byDanger(place))
    .map(({ kind }) => kind)
  assert.deepEqual(kinds, ['beacon', 'vessel', 'aid'])
})

test('a silent target is lost, and later removed', () => {
  const targets = new Targets()
  receive(targets, anna, { 'navigation.position': place })
  assert.equal(targets.seen(5 * minute)[0]?.isLost, false)
  assert.equal(targets.seen(7 * minute)[0]?.isLost, true)
  assert.deepEqual(targets.seen(16 * minute), [])
})

test('a stale mark does not renew a position', () => {
  const targets = new Targets()
  receive(targets, anna, { 'navigation.position': place })
  targets.take(delta(anna, { 'navigation.position': place }, true), () => 2 * minute)
  const [seen] = targets.seen(2 * minute)
  assert.equal(seen?.age, 2 * minute)
  assert.equal(seen?.isLost, true)
})

test('the approach comes from the server, and a stale one is dropped', () => {
  const targets = new Targets()
  const approach = { distance: 120, timeTo: 300 }
  receive(targets, anna, { 'navigation.position': place, 'navigation.closestApproach': approach })
  assert.deepEqual(targets.seen(0)[0]?.approach, approach)
  targets.take(delta(anna, { 'navigation.closestApproach': approach }, true), () => 0)
  assert.equal(targets.seen(0)[0]?.approach, undefined)
})

test('the most severe warning counts until all have ended', () => {
  const targets = new Targets()
  const path = 'notifications.navigation.closestApproach.230000001'
  receive(targets, anna, { 'navigation.position': place })
  targets.warn({ path, value: { state: 'warn' }, source: 'one' })
  targets.warn({ path, value: { state: 'alarm' }, source: 'two' })
  assert.equal(targets.seen(0)[0]?.danger, 'alarm')
  targets.warn({ path, value: { state: 'normal' }, source: 'two' })
  assert.equal(targets.seen(0)[0]?.danger, 'warn')
  targets.warn({ path, value: null, source: 'one' })
  assert.equal(targets.seen(0)[0]?.danger, undefined)
})

test('at the limit the longest silent ship is evicted', () => {
  const targets = new Targets()
  for (let index = 0; index < 600; index++)
    targets.take(delta(`vessels.urn:mrn:imo:mmsi:${index}`, { 'navigation.position': place }), () => index)
  const seen = targets.seen(600)
  assert.equal(seen.length, 500)
  assert.equal(
    seen.some(({ name }) => name === '0'),
    false,
  )
  assert.equal(
    seen.some(({ name }) => name === '599'),
    true,
  )
})

test('the list sorts by approach time, then passed, then unknown', () => {
  const targets = new Targets()
  const ships: Readonly<Record<string, number | undefined>> = {
    D: undefined,
    B: 900,
    C: -30,
    A: 300,
    E: -600,
  }
  for (const [name, timeTo] of Object.entries(ships))
    receive(targets, `vessels.${name}`, {
      name,
      'navigation.position': place,
      ...(timeTo !== undefined && { 'navigation.closestApproach': { distance: 1, timeTo } }),
    })
  const names = targets
    .seen(0)
    .toSorted(byDanger(place))
    .map(({ name }) => name)
  assert.deepEqual(names, ['A', 'B', 'C', 'D', 'E'])
})

test('dangerous ships are first, then near approaches by time, then the rest by range', () => {
  const targets = new Targets()
  const mile = 1_852
  const ships = {
    FAR: [4.27 * mile, 20, 0.1],
    FARTHER: [5 * mile, 10, 0.2],
    LATER: [1.9 * mile, 900, 0.3],
    SOON: [1.5 * mile, 100, 0.4],
    WARNED: [0.57 * mile, 98, 0.5],
    ALARM: [0.1 * mile, 600, 0.6],
  } as const
  for (const [name, [distance, timeTo, away]] of Object.entries(ships))
    receive(targets, `vessels.urn:mrn:imo:mmsi:${name}`, {
      name,
      'navigation.position': { ...place, longitude: place.longitude + away },
      'navigation.closestApproach': { distance, timeTo },
    })
  for (const [name, state] of [
    ['WARNED', 'warn'],
    ['ALARM', 'alarm'],
  ])
    targets.warn({
      path: `notifications.navigation.closestApproach.${name}`,
      value: { state },
      source: 'closest-approach',
    })
  const names = targets
    .seen(0)
    .toSorted(byDanger(place))
    .map(({ name }) => name)
  assert.deepEqual(names, ['ALARM', 'WARNED', 'SOON', 'LATER', 'FAR', 'FARTHER'])
})

test('a ship is known by its number, call sign, type, beam, destination and status', () => {
  const targets = new Targets()
  receive(targets, anna, { 'navigation.position': place })
  assert.deepEqual(targets.seen(0)[0]?.identity, {
    mmsi: '230000001',
    callSign: undefined,
    shipType: undefined,
    beam: undefined,
    destination: undefined,
    state: undefined,
  })
  receive(targets, anna, {
    'communication.callsignVhf': 'OJ1234',
    'design.aisShipType': { id: 70, name: 'Cargo ship' },
    'design.beam': 19,
    'navigation.destination.commonName': 'HULL',
    'navigation.state': 'motoring',
  })
  const { identity } = targets.seen(0)[0] ?? {}
  assert.deepEqual(Object.values(identity ?? {}), [
    '230000001',
    'OJ1234',
    'Cargo ship',
    19,
    'HULL',
    'motoring',
  ])
})

for (const [seconds, text] of [
  [0, '00:00'],
  [250, '04:10'],
  [3_850, '1:04:10'],
  [-200, '−03:20'],
] as const)
  test(`${seconds} seconds are shown as ${text}`, () => {
    assert.equal(timeText(seconds), text)
  })

test('a tap selects the nearest ship, if one is near', () => {
  const targets = new Targets()
  receive(targets, 'vessels.near', { 'navigation.position': place })
  receive(targets, 'vessels.nearer', { 'navigation.position': { ...place, longitude: 22.901 } })
  const viewport = new Viewport({
    center: toMap(place),
    resolution: 10,
    rotation: 0,
    width: 400,
    height: 400,
  })
  const seen = targets.seen(0)
  assert.equal(nearest(viewport, seen, [210, 200])?.context, 'vessels.nearer')
  assert.equal(nearest(viewport, seen, [196, 200])?.context, 'vessels.near')
  assert.equal(nearest(viewport, seen, [260, 260]), undefined)
})
