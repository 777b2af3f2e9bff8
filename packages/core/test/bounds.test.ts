import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel } from './boat.ts'

const bounds = { contexts: 3, pathsPerContext: 3, sourcesPerPath: 2, values: 8 }

test('the vessel unheard for longest makes room for a new one', () => {
  const boat = new Boat({ bounds })
  boat.hear({ name: 'Anna' }, { context: vessel(230000010) })
  boat.hear({ name: 'Bertha' }, { context: vessel(230000011) })
  boat.hear({ name: 'Anna' }, { context: vessel(230000010) })
  assert.equal(boat.hear({ name: 'Clara' }, { context: vessel(230000012) }), undefined)
  assert.equal(boat.tree.context(vessel(230000011)), undefined)
  assert.ok(boat.tree.context(vessel(230000010)))
  assert.equal(boat.counters.evictedContexts, 1)
})

test('the own vessel is never put out to make room', () => {
  const boat = new Boat({ bounds })
  boat.hear({ name: 'Own' })
  for (let mmsi = 230000010; mmsi < 230000040; mmsi++) boat.hear({ name: 'x' }, { context: vessel(mmsi) })
  assert.equal(boat.leaf('name')?.value, 'Own')
  assert.equal(boat.tree.size.contexts, 3)
  assert.equal(boat.counters.evictedContexts, 28)
})

test('where there is room for the own vessel alone, another is refused and counted', () => {
  const boat = new Boat({ bounds: { contexts: 1 } })
  assert.equal(boat.hear({ name: 'x' }, { context: vessel(230000010) }), 'too-many-contexts')
  assert.equal(boat.counters.refused['too-many-contexts'], 1)
})

test('a path too many in one vessel is refused and counted', () => {
  const boat = new Boat({ bounds })
  assert.equal(boat.hear({ 'a.b': 1, 'a.c': 2, 'a.d': 3, 'a.e': 4, 'a.f': 5 }), 'too-many-paths')
  assert.equal(boat.counters.refused['too-many-paths'], 2)
  assert.equal(boat.row('a.e'), undefined)
  assert.equal(boat.hear({ 'a.b': 6 }), undefined)
})

test('values and notifications of the own vessel do not take each other’s room, and man overboard has its own', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 100 } })
  const alarm = { state: 'alarm', method: ['visual'], message: 'x' }
  const notes = ['n0', 'n1', 'n2', 'n3'].map((name) => [`notifications.${name}`, alarm] as const)
  assert.equal(boat.hear(Object.fromEntries(notes)), 'too-many-paths')
  assert.equal(boat.row('notifications.n3'), undefined)
  assert.equal(boat.hear({ 'a.b': 1, 'a.c': 2, 'a.d': 3 }), undefined)
  assert.equal(boat.hear({ 'a.e': 4 }), 'too-many-paths')
  boat.tree.open({ context: 'vessels.self', source: 'crew', timestamp: '2026-01-01T00:00:00.000Z' })
  assert.equal(boat.tree.put('notifications.mob', alarm), undefined)
  boat.tree.commit()
  assert.ok(boat.row('notifications.mob'))
})

test('a source too many at one path is refused and counted', () => {
  const boat = new Boat({ bounds })
  boat.hear({ 'a.b': 1 }, { source: 'one' })
  boat.hear({ 'a.b': 2 }, { source: 'two' })
  assert.equal(boat.hear({ 'a.b': 3 }, { source: 'three' }), 'too-many-sources')
  assert.equal(boat.counters.refused['too-many-sources'], 1)
  assert.equal(boat.hear({ 'a.b': 4 }, { source: 'two' }), undefined)
})

test('a value too many in all puts the oldest other vessel out', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 4 } })
  boat.hear({ 'a.b': 1, 'a.c': 1 }, { context: vessel(230000010) })
  boat.hear({ 'a.b': 1, 'a.c': 1 }, { context: vessel(230000011) })
  assert.equal(boat.hear({ 'a.b': 1 }), undefined)
  assert.equal(boat.tree.context(vessel(230000010)), undefined)
  assert.equal(boat.tree.size.values, 3)
})

test('a value too many in all is refused and counted when only its own vessel could go', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 2 } })
  boat.hear({ 'a.b': 1, 'a.c': 1 }, { context: vessel(230000010) })
  assert.equal(boat.hear({ 'a.d': 1 }, { context: vessel(230000010) }), 'too-many-values')
  assert.equal(boat.hear({ 'a.b': 1 }, { context: vessel(230000010), source: 'ais' }), 'too-many-values')
  assert.equal(boat.counters.refused['too-many-values'], 2)
  assert.equal(boat.tree.size.values, 2)
})

test('putting out a vessel without values does not make room for one', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 2 } })
  boat.hear({ 'not a path': 1 }, { context: vessel(230000010) })
  boat.hear({ 'a.b': 1, 'a.c': 1 })
  assert.equal(boat.hear({ 'a.d': 1 }), 'too-many-values')
  assert.equal(boat.tree.size.values, 2)
})

test('a path that nobody has any more is forgotten', () => {
  const boat = new Boat({ bounds })
  boat.hear({ 'a.b': 1, 'a.only': 1 }, { context: vessel(230000010) })
  boat.hear({ 'a.b': 1 }, { context: vessel(230000011) })
  assert.equal(boat.tree.size.paths, 2)
  boat.hear({ 'a.b': 1 }, { context: vessel(230000012) })
  assert.deepEqual(boat.tree.size, { contexts: 3, paths: 1, values: 2 })
})

test('a path stays known when the last vessel that had it makes room for one that says it', () => {
  const boat = new Boat({ bounds: { ...bounds, values: 1 } })
  boat.hear({ 'a.b': 1 }, { context: vessel(230000010) })
  boat.hear({ 'a.b': 2 }, { context: vessel(230000011) })
  assert.equal(boat.leaf('a.b', vessel(230000011))?.value, 2)
  assert.deepEqual(boat.tree.size, { contexts: 2, paths: 1, values: 1 })
})

test('a vessel unheard for ten minutes is forgotten', () => {
  const boat = new Boat()
  boat.hear({ name: 'Own' })
  boat.hear({ name: 'Anna' }, { context: vessel(230000010) })
  boat.pass(599_000)
  assert.ok(boat.tree.context(vessel(230000010)))
  boat.pass(2_000)
  assert.equal(boat.tree.context(vessel(230000010)), undefined)
  assert.equal(boat.counters.expiredContexts, 1)
  assert.equal(boat.leaf('name')?.value, 'Own')
})

test('a source that went silent makes room for a new one; one that is live does not', () => {
  const boat = new Boat({ bounds: { sourcesPerPath: 3 } })
  const speed = 'navigation.speedOverGround'
  for (let name = 0; name < 34; name++) {
    assert.equal(boat.hear({ [speed]: 5 }, { source: `gps-${name}` }), undefined, `gps-${name}`)
    boat.pass(120_000)
  }
  assert.equal(boat.counters.evictedSources, 31)
  assert.equal(boat.tree.size.values, 3)
  assert.equal(boat.leaf(speed)?.source, 'gps-33')
  for (const source of ['a', 'b', 'c']) boat.hear({ [speed]: 5 }, { source })
  assert.equal(boat.hear({ [speed]: 5 }, { source: 'd' }), 'too-many-sources')
})

test('the silent source that was heard longest ago goes first, and not-available counts as silent', () => {
  const boat = new Boat({ bounds: { sourcesPerPath: 3 } })
  boat.hear({ 'a.b': 1 }, { source: 'live' })
  boat.hear({ 'a.b': null }, { source: 'older' })
  boat.pass(1_000)
  boat.hear({ 'a.b': null }, { source: 'newer' })
  assert.equal(boat.hear({ 'a.b': 2 }, { source: 'next' }), undefined)
  const row = boat.row('a.b')
  assert.deepEqual(
    row?.others?.map(({ source }) => source),
    ['newer', 'next'],
  )
})

test('a fact that was last heard ten minutes ago makes room too, an alarm never does', () => {
  const boat = new Boat({ bounds: { sourcesPerPath: 2 } })
  const alarm = { state: 'alarm', method: [], message: 'x' }
  for (const source of ['one', 'two']) boat.hear({ 'a.fact': 'x', 'notifications.x': alarm }, { source })
  assert.equal(boat.hear({ 'a.fact': 'x' }, { source: 'three' }), 'too-many-sources')
  boat.pass(601_000)
  assert.equal(boat.hear({ 'a.fact': 'x' }, { source: 'three' }), undefined)
  assert.equal(boat.hear({ 'notifications.x': alarm }, { source: 'three' }), 'too-many-sources')
})
