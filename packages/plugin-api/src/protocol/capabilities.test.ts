import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Capabilities } from './capabilities.ts'
import type { PluginManifest } from './manifest.ts'

const ownMmsi = 'vessels.urn:mrn:imo:mmsi:230123456'
const otherMmsi = 'vessels.urn:mrn:imo:mmsi:230999999'
const own = { self: ownMmsi, productWord: 'marinedata' }

const allowed = (claims: Partial<PluginManifest>): Capabilities =>
  new Capabilities({ name: 'ais', version: '1.0.0', description: 'Hears others', ...claims }, own)

test('a manifest without claims allows nothing', () => {
  const none = allowed({})
  assert.equal(none.refusalOf('navigation.log'), 'undeclared-path')
  assert.equal(none.mayRead('vessels.self', 'navigation.log'), false)
  assert.equal(none.mayNotify('notifications.bilge'), false)
  assert.equal(none.provides('autopilot'), false)
  assert.equal(none.sourceOf(undefined), 'ais')
  assert.equal(none.sourceOf('gps'), undefined)
})

test('allows a path that a pattern covers', () => {
  const { refusalOf } = allowed({ writes: { paths: ['navigation.position', 'tanks.*.level', 'weather.*'] } })
  for (const path of ['navigation.position', 'tanks.fuel.level', 'weather.wind', 'weather.wind.gust.speed'])
    assert.equal(refusalOf(path), undefined, path)
  for (const path of ['navigation', 'navigation.position.latitude', 'tanks.fuel.0.level', 'weather', ''])
    assert.equal(refusalOf(path), 'undeclared-path', path)
})

test('never allows alerts or the autopilot state as values', () => {
  const { refusalOf } = allowed({ writes: { paths: ['**', 'notifications.*', 'steering.*'] } })
  for (const path of [
    'notifications',
    'notifications.bilge',
    'steering.autopilot',
    'steering.autopilot.target',
  ])
    assert.equal(refusalOf(path), 'reserved-path', path)
  assert.equal(refusalOf('steering.rudderAngle'), undefined)
  assert.equal(refusalOf('steering.autopilots'), undefined)
})

test('allows only the own vessel by default', () => {
  const { mayWriteTo } = allowed({ writes: { paths: ['**'] } })
  assert.equal(mayWriteTo('vessels.self'), true)
  assert.equal(mayWriteTo(ownMmsi), true)
  assert.equal(mayWriteTo(otherMmsi), false)
})

test('a claim for all vessels does not cover the own vessel, not even under its MMSI', () => {
  const { mayWriteTo } = allowed({ writes: { paths: ['**'], contexts: ['vessels.*'] } })
  assert.equal(mayWriteTo(otherMmsi), true)
  assert.equal(mayWriteTo('vessels.self'), false)
  assert.equal(mayWriteTo(ownMmsi), false)
  assert.equal(mayWriteTo('aircraft.urn:mrn:imo:mmsi:111230001'), false)
})

test('recognizes another spelling of the own vessel', () => {
  const identifier = 'urn:mrn:marinedata:uuid:aaaaaaaa-0000-4000-8000-00000000000a'
  const manifest = { name: 'ais', version: '1.0.0', description: 'Hears others' }
  const { mayWriteTo } = new Capabilities(
    { ...manifest, writes: { paths: ['**'], contexts: ['vessels.*'] } },
    { ...own, self: `vessels.${identifier}` },
  )
  assert.equal(mayWriteTo(`vessels.${identifier}`), false)
  assert.equal(mayWriteTo(`vessels.${identifier.replace('aaaaaaaa', 'AAAAAAAA')}`), false)
  assert.equal(mayWriteTo(ownMmsi), true)
})

test('allows both when both are declared', () => {
  const { mayWriteTo } = allowed({ writes: { paths: ['**'], contexts: ['vessels.self', 'vessels.*'] } })
  for (const context of ['vessels.self', ownMmsi, otherMmsi]) assert.equal(mayWriteTo(context), true, context)
})

test('the star covers all other contexts but not the own vessel', () => {
  const { mayWriteTo } = allowed({ writes: { paths: ['**'], contexts: ['*'] } })
  assert.equal(mayWriteTo('aircraft.urn:mrn:imo:mmsi:111230001'), true)
  assert.equal(mayWriteTo('vessels.self'), false)
})

test('leaves an invalid context to the tree, which has a better message', () => {
  const { mayWriteTo } = allowed({ writes: { paths: ['**'] } })
  assert.equal(mayWriteTo('boats.7'), true)
})

test('prefixes a source with the plugin name, and only when it is declared', () => {
  const some = allowed({ writes: { paths: ['**'], sources: ['gps', 'compass'] } })
  assert.equal(some.sourceOf('gps'), 'ais.gps')
  assert.equal(some.sourceOf('radar'), undefined)
  assert.equal(allowed({ writes: { paths: ['**'], sources: ['*'] } }).sourceOf('radar'), 'ais.radar')
})

test('allows reads of paths and patterns within the declared patterns', () => {
  const reads = allowed({ reads: { paths: ['navigation.*', 'tanks.*.level'] } })
  for (const path of ['navigation.log', 'navigation.*', 'navigation.**', 'tanks.fuel.level', 'tanks.*.level'])
    assert.equal(reads.mayRead('vessels.self', path), true, path)
  for (const path of ['*', '**', 'environment.depth.belowKeel', 'tanks.*', 'tanks.fuel.*'])
    assert.equal(reads.mayRead('vessels.self', path), false, path)
})

test('allows reads of other contexts only when they are declared', () => {
  const selfish = allowed({ reads: { paths: ['**'] } })
  assert.equal(selfish.mayRead('vessels.self', 'navigation.log'), true)
  for (const context of ['vessels.*', '*', otherMmsi])
    assert.equal(selfish.mayRead(context, 'navigation.log'), false)
  const curious = allowed({ reads: { paths: ['**'], contexts: ['vessels.*'] } })
  for (const context of ['vessels.*', 'vessels.self', otherMmsi])
    assert.equal(curious.mayRead(context, 'navigation.log'), true, context)
  assert.equal(curious.mayRead('*', 'navigation.log'), false)
  assert.equal(curious.mayRead('aton.*', 'navigation.log'), false)
  assert.equal(allowed({ reads: { paths: ['**'], contexts: ['*'] } }).mayRead('*', 'navigation.log'), true)
})

test('allows alerts within the declared patterns', () => {
  const alarming = allowed({ notifications: ['notifications.bilge', 'notifications.tanks.*'] })
  assert.equal(alarming.mayNotify('notifications.tanks.fuel'), true)
  assert.equal(alarming.mayNotify('notifications.bilge'), true)
  assert.equal(alarming.mayNotify('notifications.mob'), false)
})

test('gives the same result from the cache and after it was cleared', () => {
  const { refusalOf } = allowed({ writes: { paths: ['tanks.*.level'] } })
  for (let round = 0; round < 2; round++)
    for (let tank = 0; tank < 5_000; tank++) {
      assert.equal(refusalOf(`tanks.${tank}.level`), undefined)
      assert.equal(refusalOf(`tanks.${tank}.volume`), 'undeclared-path')
    }
})
