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

test('a viewer that pings and does not read', async (context) => {
  const texts = ['x'.repeat(125)]
  await scene.suffer(context, () => scene.flood({ texts, kind: 'pings', isReading: false }))
})

test('a viewer that asks for replies and does not read them', async (context) => {
  const texts = floodOf([{ unsubscribe: [], requestId }])
  await scene.suffer(context, () => scene.flood({ texts, kind: 'messages', isReading: false }))
})

test('a viewer whose requests are all wrong and who does not read what is wrong', async (context) => {
  const texts = floodOf([{ subscribe: [{ path: '..' }], requestId }])
  await scene.suffer(context, () => scene.flood({ texts, kind: 'messages', isReading: false }))
})

test('a viewer that wants everything repeated a hundred times a second is refused, five times a second is bearable', async (context) => {
  const ideal = (period: number): object => ({
    context: '*',
    subscribe: [{ path: '*', policy: 'ideal', period }],
  })
  await using stream = await scene.stream()
  assert.equal((await stream.ask(ideal(10))).status, 400)
  const first = floodOf([ideal(200)])
  await scene.suffer(context, () => scene.flood({ first, texts: [], kind: 'messages', isReading: true }))
})

test('a viewer that changes 512 subscriptions over and over', async (context) => {
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

test('a viewer that pans a chart without pause', async (context) => {
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

test('a viewer with 512 boxes, each with a long period of its own', async (context) => {
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

test('a viewer that keeps asking for tickets does not use up those of others', async (context) => {
  await scene.suffer(context, async () => {
    for (let count = 0; count < 1_100; count += 10)
      await Promise.all(Array.from({ length: 10 }, () => scene.ask('viewer', ticket)))
    return {
      meanwhile: async () => assert.equal(await scene.ask('other', ticket), 200),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  })
})

test('a viewer that names a thousand stations', async (context) => {
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

test('a program that uses a new idempotency key for each request does not use up those of others', async (context) => {
  await scene.suffer(context, async () => {
    const engage = 'POST /marinedata/v2/api/vessels/self/autopilots/_default/engage'
    for (let count = 0; count < 1_000; count += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => scene.ask('owner', engage, keyed(`key-${count + index}`))),
      )
    return {
      // There is no autopilot aboard; what counts is that the request is not turned away for want of room.
      meanwhile: async () => assert.notEqual(await scene.ask('gauge', engage, keyed('another')), 429),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  })
})

test('connections that say nothing do not keep others from the same address out', async (context) => {
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
