import { rootFaults } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, tell, valueDelta } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }

test('another product word changes every path and the namespace of identifiers', limit, async () => {
  await using boat = await startBoat({ settings: { productWord: 'seadata' } })
  assert.match(boat.self, /^vessels\.urn:mrn:seadata:uuid:/)
  await tell(boat.url, [valueDelta('navigation.speedOverGround', 3.4)], 'seadata')
  const root = await getJson<{ self: string }>(boat.url, '/seadata/v1/api')
  assert.deepEqual(rootFaults(root, 'seadata'), [])
  assert.notDeepEqual(rootFaults(root), [])
  assert.equal(root.self, boat.self)
  const leaf = await getJson<{ value: number }>(
    boat.url,
    '/seadata/v1/api/vessels/self/navigation/speedOverGround',
  )
  assert.equal(leaf.value, 3.4)
  const { endpoints, server } = await getJson<{ endpoints: object; server: { id: string } }>(
    boat.url,
    '/seadata',
  )
  assert.equal(server.id, 'seadata')
  assert.doesNotMatch(JSON.stringify(endpoints), /marinedata/)
  for (const path of ['/marinedata', '/marinedata/v1/api', '/marinedata/v2/api/openapi.json'])
    assertProblem(await exchange(boat.url, path), 'not-found', 'seadata')
  await assert.rejects(StreamListener.open(boat.url))
})

test('another product word changes the OpenAPI document and the API reference', limit, async () => {
  await using boat = await startBoat({ settings: { productWord: 'seadata' } })
  const { text: document } = await exchange(boat.url, '/seadata/v2/api/openapi.json')
  const { paths } = JSON.parse(document) as { paths: object }
  assert.ok(Object.hasOwn(paths, '/seadata/v1/api'))
  // The cookie has the same name on every boat.
  assert.doesNotMatch(document.replace('"marinedata-session"', ''), /marinedata/)
  for (const path of ['/docs', '/docs/stream']) {
    const { text } = await exchange(boat.url, path)
    assert.match(text, /\/seadata\/v1\//)
    assert.doesNotMatch(text, /\/marinedata/)
  }
})

test('another product word changes the hello and the problems of the stream', limit, async () => {
  await using boat = await startBoat({ settings: { productWord: 'seadata' } })
  await using listener = await StreamListener.open(boat.url, '', { word: 'seadata' })
  assert.equal(listener.messages[0]!.name, 'seadata')
  const problem = await listener.ask({ nonsense: true })
  assert.equal(problem.type, 'urn:mrn:seadata:problem:invalid-message')
})

test('a boat with an MMSI uses it as its identifier', limit, async () => {
  await using boat = await startBoat({ settings: { mmsi: '211234567' } })
  assert.equal(boat.self, 'vessels.urn:mrn:imo:mmsi:211234567')
  const self = await getJson<{ mmsi: string }>(boat.url, '/marinedata/v1/api/vessels/self')
  assert.equal(self.mmsi, '211234567')
  const byName = await getJson(boat.url, '/marinedata/v1/api/vessels/urn:mrn:imo:mmsi:211234567')
  assert.deepEqual(byName, self)
})

test('a delta for the own MMSI applies to the own vessel', limit, async () => {
  await using boat = await startBoat({ settings: { mmsi: '211234567' } })
  await using listener = await StreamListener.open(boat.url)
  listener.send(valueDelta('navigation.speedOverGround', 2, 'vessels.urn:mrn:imo:mmsi:211234567'))
  const received = await listener.firstAt('navigation.speedOverGround')
  assert.equal(received.context, 'vessels.self')
})

test('a boat without an MMSI keeps the identifier of its first start', limit, async () => {
  await using boat = await startBoat()
  assert.match(boat.self, /^vessels\.urn:mrn:marinedata:uuid:[0-9a-f-]{36}$/)
  await boat.restart()
  assert.equal(await getJson(boat.url, '/marinedata/v1/api/self'), boat.self)
})

test('the name of the settings is in the tree and on the stream', limit, async () => {
  await using boat = await startBoat({ settings: { name: 'Seestern "II"' } })
  assert.equal(await getJson(boat.url, '/marinedata/v1/api/vessels/self/name'), 'Seestern "II"')
  await using listener = await StreamListener.open(boat.url)
  const received = await listener.firstAt('name')
  assert.equal(received.value, 'Seestern "II"')
})

test('metadata of the settings overrides the built-in metadata', limit, async () => {
  const path = 'navigation.speedOverGround'
  await using boat = await startBoat({ settings: { metadata: { [path]: { displayName: 'Fahrt' } } } })
  await tell(boat.url, [valueDelta(path, 1)])
  const address = '/marinedata/v1/api/vessels/self/navigation/speedOverGround/meta'
  const { displayName, units } = await getJson<{ displayName: string; units: string }>(boat.url, address)
  assert.deepEqual({ displayName, units }, { displayName: 'Fahrt', units: 'm/s' })
})

test('the source order of the settings selects the preferred source', limit, async () => {
  const path = 'navigation.speedOverGround'
  const settings = { sources: [{ path: 'navigation', sources: ['gps-mast', 'gps-deck'] }] }
  await using boat = await startBoat({ settings })
  await using listener = await StreamListener.open(boat.url)
  listener.put(path, 1, 'gps-mast')
  listener.put(path, 2, 'gps-deck')
  await listener.settled()
  assert.equal(await getJson(boat.url, '/marinedata/v1/api/vessels/self/navigation/speedOverGround/value'), 1)
  listener.put(path, null, 'gps-mast')
  listener.put(path, 3, 'gps-deck')
  await listener.settled()
  assert.equal(await getJson(boat.url, '/marinedata/v1/api/vessels/self/navigation/speedOverGround/value'), 3)
})

test('the bounds of the settings apply', limit, async () => {
  await using boat = await startBoat({ settings: { bounds: { pathsPerContext: 3, sourcesPerPath: 2 } } })
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  for (const path of ['test.a', 'test.b', 'test.c', 'test.d']) listener.put(path, 1)
  for (const source of ['second', 'third']) listener.put('test.a', 2, source)
  await listener.settled()
  const { test: group } = await getJson<{ test: Record<string, { values?: object }> }>(
    boat.url,
    '/marinedata/v1/api/vessels/self',
  )
  assert.deepEqual(Object.keys(group), ['a', 'b', 'c'])
  assert.deepEqual(Object.keys(group['a']!.values!), ['test', 'second'])
})
