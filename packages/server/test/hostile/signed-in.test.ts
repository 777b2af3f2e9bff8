import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rawConnection } from '../raw-connection.ts'
import { Scene } from './scene.ts'

let scene: Scene
before(async () => {
  scene = await Scene.open()
})
after(async () => {
  await scene[Symbol.asyncDispose]()
})

const fleet = 'vessels.*'
const requestId = 'x'.repeat(128)

const floodOf = (messages: readonly object[]): readonly string[] =>
  messages.map((message) => JSON.stringify(message))

test('withstands a viewer that sends pings and does not read', async (context) => {
  const texts = ['x'.repeat(125)]
  await scene.suffer(context, () => scene.flood({ texts, kind: 'pings', isReading: false }))
})

test('withstands a viewer that requests replies and does not read them', async (context) => {
  const texts = floodOf([{ unsubscribe: [], requestId }])
  await scene.suffer(context, () => scene.flood({ texts, kind: 'messages', isReading: false }))
})

test('withstands a viewer that sends invalid requests and does not read the problems', async (context) => {
  const texts = floodOf([{ subscribe: [{ path: '..' }], requestId }])
  await scene.suffer(context, () => scene.flood({ texts, kind: 'messages', isReading: false }))
})

test('rejects subscriptions with 100 repetitions per second, and withstands five', async (context) => {
  const ideal = (period: number): object => ({
    context: '*',
    subscribe: [{ path: '*', policy: 'ideal', period }],
  })
  await using stream = await scene.stream()
  assert.equal((await stream.ask(ideal(10))).status, 400)
  const first = floodOf([ideal(200)])
  await scene.suffer(context, () => scene.flood({ first, texts: [], kind: 'messages', isReading: true }))
})

test('withstands a viewer that keeps changing 512 subscriptions', async (context) => {
  const half = (turn: number, from: number): object => ({
    context: fleet,
    sendCachedValues: false,
    subscribe: Array.from({ length: 256 }, (_, index) => ({ path: `navigation.*${turn}x${from + index}*` })),
  })
  const turns = Array.from({ length: 10 }, (_, turn) => [
    half(turn, 0),
    half(turn, 256),
    { context: '*', unsubscribe: [{ path: '*' }] },
  ])
  const texts = floodOf(turns.flat())
  await scene.suffer(context, () => scene.flood({ texts, kind: 'messages', isReading: true }))
})

test('withstands a viewer that pans a chart continuously', async (context) => {
  const pans = Array.from({ length: 1_000 }, (_, pan) => [
    { context: '*', unsubscribe: [{ path: '*' }] },
    {
      context: fleet,
      bbox: { south: 50, west: 0, north: 58, east: 5 + pan / 1_000 },
      subscribe: [{ path: '*' }],
      sendCachedValues: false,
    },
  ])
  const texts = floodOf(pans.flat())
  await scene.suffer(context, () => scene.flood({ texts, kind: 'messages', isReading: true }))
})

test('withstands a viewer with 512 bounding boxes, each with a long period of its own', async (context) => {
  const boxes = Array.from({ length: 512 }, (_, index) => ({
    context: '*',
    bbox: { south: -90, west: -180, north: 90, east: 179 + index / 1_000 },
    sendCachedValues: false,
    subscribe: [{ path: '*', period: 3_599_000 + index }],
  }))
  const first = floodOf(boxes)
  await scene.suffer(context, () => scene.flood({ first, texts: [], kind: 'messages', isReading: true }))
})

const ticket = 'POST /marinedata/v2/api/access/ticket'

test('a viewer that keeps requesting tickets does not use up those of others', async (context) => {
  await scene.suffer(context, async () => {
    for (let count = 0; count < 1_100; count += 10)
      await Promise.all(Array.from({ length: 10 }, () => scene.ask('viewer', ticket)))
    return {
      meanwhile: async () => assert.equal(await scene.ask('other', ticket), 200),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  })
})

test('withstands a viewer that registers a thousand console clients', async (context) => {
  await scene.suffer(context, async () => {
    const body = JSON.stringify({ name: 'Cabin', screen: 'anchor', sound: true })
    const headers = { 'content-type': 'application/json' }
    for (let count = 0; count < 1_000; count += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          scene.ask('viewer', `PUT /marinedata/v2/api/stations/station-${count + index}`, {
            body,
            headers,
          }),
        ),
      )
    return { [Symbol.asyncDispose]: () => Promise.resolve() }
  })
})

const keyed = (key: string): RequestInit => ({ headers: { 'idempotency-key': key } })

test('a program with a new idempotency key per request does not use up those of others', async (context) => {
  await scene.suffer(context, async () => {
    const engage = 'POST /marinedata/v2/api/vessels/self/autopilots/_default/engage'
    for (let count = 0; count < 1_000; count += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => scene.ask('owner', engage, keyed(`key-${count + index}`))),
      )
    return {
      // There is no autopilot aboard; the request must not be rejected for lack of capacity.
      meanwhile: async () => assert.notEqual(await scene.ask('gauge', engage, keyed('another')), 429),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  })
})

test('silent connections do not prevent other connections of the same address', async (context) => {
  await scene.suffer(context, () => {
    const silent = Array.from({ length: 32 }, () => rawConnection(scene.server.url))
    return {
      meanwhile: async () =>
        assert.equal(await scene.ask('owner', 'GET /marinedata/v1/api/vessels/self'), 200),
      [Symbol.asyncDispose]: () => {
        for (const socket of silent) socket.destroy()
        return Promise.resolve()
      },
    }
  })
})
