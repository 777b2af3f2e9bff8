import { interfaceVersion, rootFaults } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { tell, valueDelta } from '@marinedata/testing/stream-listener'

interface TestLeaf {
  readonly value: unknown
  readonly $source: string
  readonly timestamp: string
  readonly meta?: { readonly units?: string }
  readonly values?: Readonly<Record<string, TestLeaf>>
}

const other = 'urn:mrn:imo:mmsi:366123456'
const website = 'https://example.com/boats/9?a=b&c=d.e'
const api = '/marinedata/v1/api'
const limit = { timeout: 300_000 }
let boat: Boat

before(async () => {
  boat = await startBoat({ settings: { name: 'Seestern' } })
  const position = { latitude: 54.1, longitude: 7.9 }
  await tell(boat.url, [
    valueDelta('navigation.position', position),
    valueDelta('navigation.speedOverGround', 3.4),
    valueDelta('navigation.speedThroughWater', null),
    valueDelta('environment.depth.belowKeel', 4.2),
    valueDelta('navigation.speedOverGround', 5.1, `vessels.${other}`),
    valueDelta('name', 'Elsewhere', `vessels.${other}`),
    valueDelta('navigation.speedOverGround', 6.2, `vessels.${website}`),
    valueDelta('navigation.position', position, 'aton.urn:mrn:imo:mmsi:993456789'),
    valueDelta('navigation.position', position, 'aircraft.urn:mrn:imo:mmsi:111234567'),
    valueDelta('navigation.position', position, 'sar.urn:mrn:imo:mmsi:972345678'),
    valueDelta('navigation.speedOverGround', 1, 'vessels.urn:mrn:imo:mmsi:982345678'),
    { updates: [{ $source: 'log', values: [{ path: 'environment.depth.belowKeel', value: 4.3 }] }] },
  ])
})

after(() => boat[Symbol.asyncDispose]())

test('discovery has all endpoints, at the host that the client used', limit, async () => {
  const { host } = new URL(boat.url)
  assert.deepEqual(await getJson(boat.url, '/marinedata'), {
    endpoints: {
      v1: {
        version: '2.0.0',
        'rest-http': `http://${host}/marinedata/v1/api/`,
        'stream-ws': `ws://${host}/marinedata/v1/stream`,
      },
      v2: { version: '2.0.0', 'rest-http': `http://${host}/marinedata/v2/api/` },
    },
    server: { id: 'marinedata', version: '0.1.0' },
    self: boat.self,
    version: interfaceVersion,
  })
})

test('the health check reports a running server', limit, async () => {
  assert.deepEqual(await getJson(boat.url, '/health'), { status: 'ok' })
})

test('the root object is valid and names the own vessel', limit, async () => {
  const root = await getJson<Record<string, Record<string, unknown>>>(boat.url, api)
  assert.deepEqual(rootFaults(root), [])
  assert.equal(root['self'], boat.self)
  assert.ok(Object.hasOwn(root['vessels']!, boat.self.slice('vessels.'.length)))
  assert.deepEqual(Object.keys(root), [
    'version',
    'self',
    'vessels',
    'aircraft',
    'aton',
    'sar',
    'sources',
    'resources',
  ])
})

test('the root object has the same response with a trailing slash', limit, async () => {
  assert.deepEqual(await getJson(boat.url, `${api}/`), await getJson(boat.url, api))
})

test('version, self, sources and resources have paths of their own', limit, async () => {
  assert.equal(await getJson(boat.url, `${api}/version`), interfaceVersion)
  assert.equal(await getJson(boat.url, `${api}/self`), boat.self)
  assert.deepEqual(await getJson(boat.url, `${api}/resources`), { routes: {}, waypoints: {} })
  const sources = await getJson<Record<string, unknown>>(boat.url, `${api}/sources`)
  assert.deepEqual(Object.keys(sources).toSorted(), ['log', 'settings', 'test'])
})

test('every map of the root object has a path of its own', limit, async () => {
  for (const [map, identifier] of [
    ['vessels', other],
    ['aircraft', 'urn:mrn:imo:mmsi:111234567'],
    ['aton', 'urn:mrn:imo:mmsi:993456789'],
    ['sar', 'urn:mrn:imo:mmsi:972345678'],
  ] as const) {
    const objects = await getJson<Record<string, unknown>>(boat.url, `${api}/${map}`)
    assert.ok(Object.hasOwn(objects, identifier), map)
  }
})

test('the own vessel is available as self and by its identifier', limit, async () => {
  const identifier = boat.self.slice('vessels.'.length)
  const bySelf = await getJson<Record<string, unknown>>(boat.url, `${api}/vessels/self`)
  assert.deepEqual(await getJson(boat.url, `${api}/vessels/${encodeURIComponent(identifier)}`), bySelf)
  assert.deepEqual(
    await getJson(
      boat.url,
      `${api}/vessels/${identifier.toUpperCase().replace('URN:MRN:MARINEDATA:UUID', 'urn:mrn:marinedata:uuid')}`,
    ),
    bySelf,
  )
  assert.equal(bySelf['name'], 'Seestern')
  assert.equal(bySelf['uuid'], identifier)
})

test('a group, a leaf and a member of a leaf have paths of their own', limit, async () => {
  const navigation = await getJson<Record<string, TestLeaf>>(boat.url, `${api}/vessels/self/navigation`)
  assert.equal(navigation['speedOverGround']!.value, 3.4)
  const leaf = await getJson<TestLeaf>(boat.url, `${api}/vessels/self/navigation/speedOverGround`)
  assert.equal(leaf.value, 3.4)
  assert.equal(leaf.$source, 'test')
  assert.equal(leaf.meta?.units, 'm/s')
  assert.equal(await getJson(boat.url, `${api}/vessels/self/navigation/position/value/latitude`), 54.1)
  assert.equal(await getJson(boat.url, `${api}/vessels/self/navigation/speedOverGround/meta/units`), 'm/s')
  assert.equal(await getJson(boat.url, `${api}/vessels/self/name`), 'Seestern')
  const uuid = boat.self.slice('vessels.'.length)
  assert.equal(await getJson(boat.url, `${api}/vessels/self/uuid`), uuid)
})

test('an unavailable value is null, and a value that was never received does not exist', limit, async () => {
  const leaf = await getJson<TestLeaf>(boat.url, `${api}/vessels/self/navigation/speedThroughWater`)
  assert.equal(leaf.value, null)
  assertProblem(await exchange(boat.url, `${api}/vessels/self/navigation/courseOverGround`), 'not-found')
})

test('a leaf with two sources has the value of each', limit, async () => {
  const leaf = await getJson<TestLeaf>(boat.url, `${api}/vessels/self/environment/depth/belowKeel`)
  assert.equal(leaf.$source, 'test')
  assert.equal(leaf.values?.['test']?.value, 4.2)
  assert.equal(leaf.values?.['log']?.value, 4.3)
})

test('an identifier with slashes, a question mark and dots is found when URL-encoded', limit, async () => {
  const vessel = await getJson<Record<string, unknown>>(
    boat.url,
    `${api}/vessels/${encodeURIComponent(website)}`,
  )
  assert.equal(vessel['url'], website)
  const leaf = await getJson<TestLeaf>(
    boat.url,
    `${api}/vessels/${encodeURIComponent(website)}/navigation/speedOverGround`,
  )
  assert.equal(leaf.value, 6.2)
})

test('a tender whose MMSI fits no map is stored under a UUID, with its MMSI as a value', limit, async () => {
  const vessels = await getJson<Record<string, { mmsi?: string }>>(boat.url, `${api}/vessels`)
  const [identifier, tender] = Object.entries(vessels).find(([, { mmsi }]) => mmsi === '982345678')!
  assert.match(identifier, /^urn:mrn:marinedata:uuid:/)
  assert.deepEqual(await getJson(boat.url, `${api}/vessels/${encodeURIComponent(identifier)}`), tender)
})

test('unknown paths give 404', limit, async () => {
  for (const path of [
    '/nothing',
    '/marinedata/v1',
    '/marinedata/v3/api',
    `${api}/ships`,
    `${api}/vessels/urn:mrn:imo:mmsi:200000000`,
    `${api}/vessels/urn:mrn:imo:mmsi:1`,
    `${api}/aton/${other}`,
    `${api}/version/major`,
    `${api}/vessels/self/navigation/speedOverGround/value/more`,
    `${api}/vessels/self/navigation/${'x'.repeat(4_000)}`,
    `${api}/vessels/self/${'a/'.repeat(500)}`,
  ])
    assertProblem(await exchange(boat.url, path), 'not-found')
})

test('names of JavaScript prototypes give 404', limit, async () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
    for (const path of [
      `/${name}`,
      `${api}/${name}`,
      `${api}/vessels/${name}`,
      `${api}/vessels/self/${name}`,
      `${api}/vessels/self/navigation/${name}`,
      `${api}/vessels/self/navigation/position/${name}`,
      `${api}/vessels/self/navigation/position/value/${name}`,
    ])
      assertProblem(await exchange(boat.url, path), 'not-found')
})

test('a path that cannot be decoded is malformed, not an internal error', limit, async () => {
  for (const path of [`${api}/%`, `${api}/vessels/%E0%A4%A`, `${api}/vessels/self/%zz`, '/%ff'])
    assertProblem(await exchange(boat.url, path), 'bad-request')
})

test('every leaf of an answer has its metadata when a client asks for it', limit, async () => {
  type Navigation = Readonly<
    Record<string, { readonly value?: unknown; readonly meta?: { readonly units?: string } }>
  >
  const read = (query: string) => getJson<Navigation>(boat.url, `${api}/vessels/self/navigation${query}`)
  const leaf = 'speedOverGround'
  for (const query of ['', '?sendMeta=none']) assert.equal((await read(query))[leaf]?.meta, undefined, query)
  const { value, meta } = (await read('?sendMeta=all'))[leaf] ?? {}
  assert.equal(meta?.units, 'm/s')
  assert.equal(value, (await read(''))[leaf]?.value)
  assertProblem(await exchange(boat.url, `${api}/vessels/self?sendMeta=some`), 'invalid-query')
})

test('another query on a path of the tree has no effect', limit, async () => {
  assert.equal(await getJson(boat.url, `${api}/self?x=%&y=1`), boat.self)
})

test('routes and waypoints are below resources, and changes of them are visible', limit, async () => {
  const empty = await exchange(boat.url, `${api}/resources`)
  const body = JSON.stringify({ name: 'Buoy', position: { latitude: 60, longitude: 20 } })
  const made = await exchange(boat.url, '/marinedata/v2/api/resources/waypoints', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  assert.equal(made.status, 200, made.text)
  const { waypoints } = await getJson<{ waypoints: Record<string, { name: string }> }>(
    boat.url,
    `${api}/resources`,
  )
  const [[id, waypoint] = []] = Object.entries(waypoints)
  assert.equal(waypoint?.name, 'Buoy')
  assert.equal(await getJson(boat.url, `${api}/resources/waypoints/${id}/name`), 'Buoy')
  const root = await getJson<{ resources: { waypoints: object } }>(boat.url, api)
  assert.deepEqual(Object.keys(root.resources.waypoints), [id])
  const again = await exchange(boat.url, `${api}/resources`, {
    headers: { 'if-none-match': empty.headers.etag! },
  })
  assert.equal(again.status, 200)
  for (const address of ['resources/charts', 'resources/waypoints/none', `resources/waypoints/${id}/none`])
    assert.equal((await exchange(boat.url, `${api}/${address}`)).status, 404, address)
})
