import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel } from './boat.ts'

const bounds = { contexts: 3, pathsPerContext: 3, sourcesPerPath: 2, values: 8 }

test('evicts the vessel with the oldest update for a new one', () => {
  const boat = new Boat({ bounds })
  boat.write({ name: 'Anna' }, { context: vessel(230000010) })
  boat.write({ name: 'Bertha' }, { context: vessel(230000011) })
  boat.write({ name: 'Anna' }, { context: vessel(230000010) })
  assert.equal(boat.write({ name: 'Clara' }, { context: vessel(230000012) }), undefined)
  assert.equal(boat.tree.context(vessel(230000011)), undefined)
  assert.ok(boat.tree.context(vessel(230000010)))
  assert.equal(boat.counters.evictedContexts, 1)
})

test('never evicts own ship', () => {
  const boat = new Boat({ bounds })
  boat.write({ name: 'Own' })
  for (let mmsi = 230000010; mmsi < 230000040; mmsi++) boat.write({ name: 'x' }, { context: vessel(mmsi) })
  assert.equal(boat.leaf('name')?.value, 'Own')
  assert.equal(boat.tree.size.contexts, 3)
  assert.equal(boat.counters.evictedContexts, 28)
})

test('refuses and counts another vessel when only own ship fits', () => {
  const boat = new Boat({ bounds: { contexts: 1 } })
  assert.equal(boat.write({ name: 'x' }, { context: vessel(230000010) }), 'too-many-contexts')
  assert.equal(boat.counters.refused['too-many-contexts'], 1)
})

test('refuses and counts a path beyond the limit of a vessel', () => {
  const boat = new Boat({ bounds })
  assert.equal(boat.write({ 'a.b': 1, 'a.c': 2, 'a.d': 3, 'a.e': 4, 'a.f': 5 }), 'too-many-paths')
  assert.equal(boat.counters.refused['too-many-paths'], 2)
  assert.equal(boat.row('a.e'), undefined)
  assert.equal(boat.write({ 'a.b': 6 }), undefined)
})

test('values and notifications of own ship have separate limits, and man overboard is always accepted', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 100 } })
  const alarm = { state: 'alarm', method: ['visual'], message: 'x' }
  const notes = ['n0', 'n1', 'n2', 'n3'].map((name) => [`notifications.${name}`, alarm] as const)
  assert.equal(boat.write(Object.fromEntries(notes)), 'too-many-paths')
  assert.equal(boat.row('notifications.n3'), undefined)
  assert.equal(boat.write({ 'a.b': 1, 'a.c': 2, 'a.d': 3 }), undefined)
  assert.equal(boat.write({ 'a.e': 4 }), 'too-many-paths')
  boat.tree.open({ context: 'vessels.self', source: 'crew', timestamp: '2026-01-01T00:00:00.000Z' })
  assert.equal(boat.tree.put('notifications.mob', alarm), undefined)
  boat.tree.commit()
  assert.ok(boat.row('notifications.mob'))
})

test('refuses and counts a source beyond the limit of a path', () => {
  const boat = new Boat({ bounds })
  boat.write({ 'a.b': 1 }, { source: 'one' })
  boat.write({ 'a.b': 2 }, { source: 'two' })
  assert.equal(boat.write({ 'a.b': 3 }, { source: 'three' }), 'too-many-sources')
  assert.equal(boat.counters.refused['too-many-sources'], 1)
  assert.equal(boat.write({ 'a.b': 4 }, { source: 'two' }), undefined)
})

test('evicts the oldest other vessel when the value limit is reached', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 4 } })
  boat.write({ 'a.b': 1, 'a.c': 1 }, { context: vessel(230000010) })
  boat.write({ 'a.b': 1, 'a.c': 1 }, { context: vessel(230000011) })
  assert.equal(boat.write({ 'a.b': 1 }), undefined)
  assert.equal(boat.tree.context(vessel(230000010)), undefined)
  assert.equal(boat.tree.size.values, 3)
})

test('refuses and counts a value when only its own vessel could be evicted', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 2 } })
  boat.write({ 'a.b': 1, 'a.c': 1 }, { context: vessel(230000010) })
  assert.equal(boat.write({ 'a.d': 1 }, { context: vessel(230000010) }), 'too-many-values')
  assert.equal(boat.write({ 'a.b': 1 }, { context: vessel(230000010), source: 'ais' }), 'too-many-values')
  assert.equal(boat.counters.refused['too-many-values'], 2)
  assert.equal(boat.tree.size.values, 2)
})

test('evicting a vessel without values does not free a value', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 2 } })
  boat.write({ 'not a path': 1 }, { context: vessel(230000010) })
  boat.write({ 'a.b': 1, 'a.c': 1 })
  assert.equal(boat.write({ 'a.d': 1 }), 'too-many-values')
  assert.equal(boat.tree.size.values, 2)
})

test('removes a path after its last vessel has left', () => {
  const boat = new Boat({ bounds })
  boat.write({ 'a.b': 1, 'a.only': 1 }, { context: vessel(230000010) })
  boat.write({ 'a.b': 1 }, { context: vessel(230000011) })
  assert.equal(boat.tree.size.paths, 2)
  boat.write({ 'a.b': 1 }, { context: vessel(230000012) })
  assert.deepEqual(boat.tree.size, { contexts: 3, paths: 1, values: 2 })
})

test('keeps a path when its last vessel is evicted for another with the same path', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 1 } })
  boat.write({ 'a.b': 1 }, { context: vessel(230000010) })
  boat.write({ 'a.b': 2 }, { context: vessel(230000011) })
  assert.equal(boat.leaf('a.b', vessel(230000011))?.value, 2)
  assert.deepEqual(boat.tree.size, { contexts: 2, paths: 1, values: 1 })
})

test('removes a vessel after ten minutes without updates', () => {
  const boat = new Boat()
  boat.write({ name: 'Own' })
  boat.write({ name: 'Anna' }, { context: vessel(230000010) })
  boat.pass(599_000)
  assert.ok(boat.tree.context(vessel(230000010)))
  boat.pass(2_000)
  assert.equal(boat.tree.context(vessel(230000010)), undefined)
  assert.equal(boat.counters.expiredContexts, 1)
  assert.equal(boat.leaf('name')?.value, 'Own')
})

test('evicts a silent source for a new one, but not a live source', () => {
  const boat = new Boat({ bounds: { sourcesPerPath: 3 } })
  const speed = 'navigation.speedOverGround'
  for (let name = 0; name < 34; name++) {
    assert.equal(boat.write({ [speed]: 5 }, { source: `gps-${name}` }), undefined, `gps-${name}`)
    boat.pass(120_000)
  }
  assert.equal(boat.counters.evictedSources, 31)
  assert.equal(boat.tree.size.values, 3)
  assert.equal(boat.leaf(speed)?.source, 'gps-33')
  for (const source of ['a', 'b', 'c']) boat.write({ [speed]: 5 }, { source })
  assert.equal(boat.write({ [speed]: 5 }, { source: 'd' }), 'too-many-sources')
})

test('evicts the silent source with the oldest value first; null counts as silent', () => {
  const boat = new Boat({ bounds: { sourcesPerPath: 3 } })
  boat.write({ 'a.b': 1 }, { source: 'live' })
  boat.write({ 'a.b': null }, { source: 'older' })
  boat.pass(1_000)
  boat.write({ 'a.b': null }, { source: 'newer' })
  assert.equal(boat.write({ 'a.b': 2 }, { source: 'next' }), undefined)
  const row = boat.row('a.b')
  assert.deepEqual(
    row?.others?.map(({ source }) => source),
    ['newer', 'next'],
  )
})

test('evicts a value without timeout after ten minutes, but never an alarm', () => {
  const boat = new Boat({ bounds: { sourcesPerPath: 2 } })
  const alarm = { state: 'alarm', method: [], message: 'x' }
  for (const source of ['one', 'two']) boat.write({ 'a.fact': 'x', 'notifications.x': alarm }, { source })
  assert.equal(boat.write({ 'a.fact': 'x' }, { source: 'three' }), 'too-many-sources')
  boat.pass(601_000)
  assert.equal(boat.write({ 'a.fact': 'x' }, { source: 'three' }), undefined)
  assert.equal(boat.write({ 'notifications.x': alarm }, { source: 'three' }), 'too-many-sources')
})
