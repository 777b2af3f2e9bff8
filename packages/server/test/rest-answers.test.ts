import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assertProblem, exchange, type Exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, tell, valueDelta } from '@marinedata/testing/stream-listener'

const api = '/marinedata/v1/api'
const speed = 'navigation.speedOverGround'
const speedAddress = `${api}/vessels/self/navigation/speedOverGround`
const limit = { timeout: 300_000 }

const tagOf = ({ headers }: Exchange): string => {
  assert.match(headers.etag ?? '', /^W\/"[\w-]+"$/)
  return headers.etag!
}

/** Requests again with the previous tag; undefined when nothing has changed. */
const newer = async (url: string, path: string, before: Exchange): Promise<Exchange | undefined> => {
  const answer = await exchange(url, path, { headers: { 'if-none-match': tagOf(before) } })
  if (answer.status !== 304) return answer
  assert.equal(answer.text, '')
  assert.equal(tagOf(answer), tagOf(before))
  return undefined
}

test('answers 304 when nothing has changed', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 3.4)])
  for (const path of [api, `${api}/vessels`, `${api}/vessels/self`, `${api}/sources`, speedAddress]) {
    const before = await exchange(boat.url, path)
    assert.equal(await newer(boat.url, path, before), undefined, path)
  }
})

test('a new value changes the tags of its leaf, its group, its vessel and the root', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 3.4), valueDelta('environment.depth.belowKeel', 4)])
  const paths = [api, `${api}/vessels`, `${api}/vessels/self`, `${api}/vessels/self/navigation`, speedAddress]
  const before = await Promise.all(paths.map((path) => exchange(boat.url, path)))
  const depth = await exchange(boat.url, `${api}/vessels/self/environment/depth/belowKeel`)
  await tell(boat.url, [valueDelta(speed, 3.5)])
  for (const [index, path] of paths.entries())
    assert.match((await newer(boat.url, path, before[index]!))!.text, /3\.5/, path)
  const depthNow = await newer(boat.url, `${api}/vessels/self/environment/depth/belowKeel`, depth)
  assert.equal(depthNow, undefined, 'another leaf has not changed')
})

test('a second source and new metadata change the tag', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 3.4)])
  const updates: readonly [object, RegExp][] = [
    [{ $source: 'log', values: [{ path: speed, value: 7.1 }] }, /"log":\{"value":7\.1/],
    [{ $source: 'log', values: [{ path: speed, value: 7.2 }] }, /"log":\{"value":7\.2/],
    [{ meta: [{ path: speed, value: { displayName: 'Fahrt' } }] }, /Fahrt/],
    [{ $source: 'test', values: [{ path: speed, value: 3.4 }] }, /"value":3\.4/],
  ]
  for (const [update, expected] of updates) {
    const before = await exchange(boat.url, speedAddress)
    await tell(boat.url, [{ updates: [update] }])
    assert.match((await newer(boat.url, speedAddress, before))!.text, expected)
  }
})

test('a value that becomes stale changes the tag', limit, async () => {
  await using boat = await startBoat({ settings: { metadata: { [speed]: { timeout: 0.5 } } } })
  await tell(boat.url, [valueDelta(speed, 3.4)])
  const before = await exchange(boat.url, speedAddress)
  assert.doesNotMatch(before.text, /stale/)
  await sleep(1_500)
  assert.match((await newer(boat.url, speedAddress, before))!.text, /"stale":true/)
})

test('an added or evicted vessel changes the tag of the map', limit, async () => {
  await using boat = await startBoat({ settings: { bounds: { contexts: 2 } } })
  const vessel = (mmsi: number): object =>
    valueDelta('name', `Boat ${mmsi}`, `vessels.urn:mrn:imo:mmsi:${mmsi}`)
  const empty = await exchange(boat.url, `${api}/vessels`)
  await tell(boat.url, [vessel(366000001)])
  const one = (await newer(boat.url, `${api}/vessels`, empty))!
  assert.match(one.text, /366000001/)
  await tell(boat.url, [vessel(366000002)])
  const two = (await newer(boat.url, `${api}/vessels`, one))!
  assert.match(two.text, /366000002/)
  assert.doesNotMatch(two.text, /366000001/)
})

test('a tag from before a restart does not match afterwards', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 3.4)])
  const before = await exchange(boat.url, speedAddress)
  await boat.restart()
  await tell(boat.url, [valueDelta(speed, 9.9)])
  assert.match((await newer(boat.url, speedAddress, before))!.text, /9\.9/)
})

test('any tag of a list matches, and a star matches everything', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 3.4)])
  const tag = tagOf(await exchange(boat.url, speedAddress))
  for (const known of [`"a", ${tag}`, tag.replace('W/', ''), '*']) {
    const answer = await exchange(boat.url, speedAddress, { headers: { 'if-none-match': known } })
    assert.equal(answer.status, 304, known)
  }
  const other = await exchange(boat.url, speedAddress, { headers: { 'if-none-match': '"other", W/"x"' } })
  assert.equal(other.status, 200)
})

test('compresses a long response as the client accepts, and never a short one', limit, async () => {
  await using boat = await startBoat()
  const many = Array.from({ length: 100 }, (_, index) => ({ path: `test.value${index}`, value: index }))
  await tell(boat.url, [{ updates: [{ $source: 'test', values: many }] }])
  for (const path of [api, `${api}/vessels`, `${api}/vessels/self`]) {
    const plain = await exchange(boat.url, path)
    assert.equal(plain.headers['content-encoding'], undefined)
    const unpacked = [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const
    for (const [encoding, unpack] of unpacked) {
      const packed = await exchange(boat.url, path, { headers: { 'accept-encoding': encoding } })
      assert.equal(packed.headers['content-encoding'], encoding)
      assert.equal(packed.headers.vary, 'accept-encoding')
      assert.deepEqual(JSON.parse(unpack(packed.bytes).toString()), JSON.parse(plain.text))
      assert.ok(packed.bytes.length < plain.bytes.length / 3, `${packed.bytes.length} bytes`)
    }
  }
  const short = `${api}/vessels/self/test/value1`
  const leaf = await exchange(boat.url, short, { headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(leaf.headers['content-encoding'], undefined)
  assert.equal((JSON.parse(leaf.text) as { value: unknown }).value, 1)
})

test('does not compress a small root object', limit, async () => {
  await using boat = await startBoat()
  const root = await exchange(boat.url, api, { headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(root.headers['content-encoding'], undefined)
  assert.equal((JSON.parse(root.text) as { self: string }).self, boat.self)
})

test('does not use an encoding with the weight zero', limit, async () => {
  await using boat = await startBoat()
  const many = Array.from({ length: 100 }, (_, index) => ({ path: `test.value${index}`, value: index }))
  await tell(boat.url, [{ updates: [{ values: many }] }])
  for (const [accepted, expected] of [
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['br; q=0.0, gzip;q=0', undefined],
    ['deflate, identity', undefined],
    ['GZIP', 'gzip'],
    ['', undefined],
  ] as const) {
    const answer = await exchange(boat.url, `${api}/vessels/self`, {
      headers: { 'accept-encoding': accepted },
    })
    assert.equal(answer.headers['content-encoding'], expected, accepted)
  }
})

test(
  'sends a hundred thousand values completely while the stream continues',
  { timeout: 300_000 },
  async () => {
    await using boat = await startBoat()
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    for (let craft = 0; craft < 2_000; craft++)
      teller.send({
        context: `vessels.urn:mrn:imo:mmsi:${366_000_000 + craft}`,
        updates: [
          {
            values: Array.from({ length: 50 }, (_, index) => ({ path: `test.value${index}`, value: craft })),
          },
        ],
      })
    await teller.settled()
    const asked = exchange(boat.url, api, { headers: { 'accept-encoding': 'gzip' } })
    teller.put(speed, 1)
    await teller.settled()
    const { vessels } = JSON.parse(gunzipSync((await asked).bytes).toString()) as {
      vessels: Record<string, { test?: Record<string, { value: number }> }>
    }
    assert.equal(Object.keys(vessels).length, 2_001)
    assert.equal(vessels['urn:mrn:imo:mmsi:366001999']!.test!['value49']!.value, 1_999)
  },
)

test('HEAD gives the headers of GET and no body', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 3.4)])
  for (const path of [api, speedAddress, '/marinedata', '/health', '/metrics', '/docs']) {
    const head = await exchange(boat.url, path, { method: 'HEAD' })
    const get = await exchange(boat.url, path)
    assert.equal(head.status, 200, path)
    assert.equal(head.text, '')
    assert.equal(head.headers['content-type'], get.headers['content-type'])
    assert.equal(head.headers.etag, get.headers.etag)
  }
  assert.equal((await exchange(boat.url, `${api}/nothing`, { method: 'HEAD' })).status, 404)
})

test('a method that is not allowed gives 405 with the allowed methods', limit, async () => {
  await using boat = await startBoat()
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'])
    for (const path of [api, speedAddress, '/marinedata', '/metrics', '/docs']) {
      const answer = await exchange(boat.url, path, {
        method,
        headers: { 'content-type': 'text/plain' },
        body: 'not looked at',
      })
      assertProblem(answer, 'method-not-allowed')
      assert.equal(answer.headers.allow, 'GET, HEAD', `${method} ${path}`)
    }
})

test('an unknown URL gives 404 with any body', limit, async () => {
  await using boat = await startBoat()
  for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'application/json' }])
    for (const body of ['', 'x', '{}', 'x'.repeat(70_000)])
      assertProblem(await exchange(boat.url, '/nothing', { method: 'POST', headers, body }), 'not-found')
})

test('responses forbid sniffing and require revalidation', limit, async () => {
  await using boat = await startBoat()
  const { headers } = await exchange(boat.url, api)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'no-cache')
})
