import type { Metadata } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatPaths, memberOf, splitPath } from './boat-paths.ts'

type Sent = Readonly<Record<string, unknown>>

const delta = (values: Sent, meta: Readonly<Record<string, Metadata>> = {}, context = 'vessels.self') => ({
  context,
  updates: [
    {
      $source: 'a.1',
      timestamp: '2026-01-01T00:00:00.000Z',
      values: Object.entries(values).map(([path, value]) => ({ path, value })),
      meta: Object.entries(meta).map(([path, value]) => ({ path, value })),
    },
  ],
})

const shown = (paths: BoatPaths): string[] =>
  paths.all.map(({ path, type, meta }) => `${path} ${type} ${meta.units ?? ''}`.trim())

test('the boat’s values are found with type and metadata, objects by their members', () => {
  const paths = new BoatPaths()
  const attitude = { properties: { roll: { units: 'rad' } } }
  const sent = {
    'navigation.speedOverGround': 3,
    'navigation.state': 'sailing',
    'navigation.attitude': { roll: 0.1, pitch: null },
    'navigation.trip': null,
    'electrical.switches.bank': true,
    'notifications.mob': { state: 'normal' },
    'steering.autopilot.target': 1,
  }
  const meta = {
    'navigation.speedOverGround': { units: 'm/s' },
    'navigation.attitude': attitude,
    'navigation.trip': { units: 'm' },
  }
  assert.equal(paths.take(delta(sent, meta)), true)
  assert.deepEqual(shown(paths), [
    'electrical.switches.bank text',
    'navigation.attitude:roll number rad',
    'navigation.speedOverGround number m/s',
    'navigation.state text',
    'navigation.trip number m',
  ])
})

test('a changing value is no news; a new path, zone or member is', () => {
  const paths = new BoatPaths()
  const path = 'environment.depth.belowKeel'
  assert.equal(paths.take(delta({ [path]: 3 })), true)
  assert.equal(paths.take(delta({ [path]: 4 })), false)
  assert.equal(paths.take(delta({ [path]: null })), false)
  const zones: Metadata = { units: 'm', zones: [{ upper: 2, state: 'alarm' }] }
  assert.equal(paths.take(delta({}, { [path]: zones })), true)
  assert.equal(paths.take(delta({}, { [path]: zones })), false)
  assert.deepEqual(paths.all[0]?.meta, zones)
  assert.equal(paths.take(delta({ 'environment.current': { drift: 1 } })), true)
  assert.equal(paths.take(delta({ 'environment.current': { drift: 2, setTrue: 1 } })), true)
  assert.equal(paths.take(delta({ 'environment.current': null })), false)
  assert.equal(paths.all.length, 3)
})

test('values of other vessels are ignored, and memory is bounded', () => {
  const paths = new BoatPaths()
  assert.equal(paths.take(delta({ 'navigation.speedOverGround': 3 }, {}, 'vessels.other')), false)
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`tanks.fuel.t${at}.level`, at]))
  paths.take(delta(many))
  assert.equal(paths.all.length, 2_000)
})

test('a tile shows a whole value or a member of it', () => {
  assert.deepEqual(splitPath('navigation.attitude:roll'), ['navigation.attitude', 'roll'])
  assert.equal(memberOf({ roll: 0.1 }, 'roll'), 0.1)
  assert.equal(memberOf(null, 'roll'), undefined)
  assert.equal(memberOf(3, undefined), 3)
})
