import {
  MarineDataClient,
  MarineDataError,
  type DeltaStream,
  type StreamProblem,
  type StreamState,
} from '@marinedata/client'
import type { Delta, SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { timeLimit } from '@marinedata/testing/time-limit'

const speed = 'navigation.speedOverGround'
const depth = 'environment.depth.belowKeel'

const deltaOf = (path: string, value: unknown, context?: string): Delta => ({
  ...(context !== undefined && { context }),
  updates: [{ $source: 'test', values: [{ path, value }] }],
})

const valuesIn = (delta: SentDelta): Map<string, unknown> =>
  new Map(delta.updates.flatMap(({ values = [] }) => values.map(({ path, value }) => [path, value] as const)))

/** Reads until the path arrives. Streams end with the signal of the test, so that no wait outlives its deadline. */
const nextValue = async (stream: DeltaStream, path: string): Promise<unknown> => {
  for await (const delta of stream) {
    const values = valuesIn(delta)
    if (values.has(path)) return values.get(path)
  }
  return assert.fail(`the stream ended before ${path} came`)
}

const nextState = (stream: DeltaStream, wanted: StreamState): Promise<void> =>
  new Promise((resolve, reject) => {
    if (stream.state === wanted) return resolve()
    const listening = stream.onState((state) => {
      if (state !== wanted && state !== 'closed') return
      listening[Symbol.dispose]()
      if (state === wanted) resolve()
      else reject(new Error(`the stream ended before it was ${wanted}`))
    })
  })

const nextProblem = (stream: DeltaStream): Promise<StreamProblem> =>
  new Promise((resolve, reject) => {
    stream.onProblem(resolve)
    stream.onState((state) => {
      if (state === 'closed') reject(new Error('the stream ended before a problem came'))
    })
  })

/** Publishes a value and waits until every client can read it. */
const make = async ({ client }: Boat, signal: AbortSignal, ...deltas: readonly Delta[]): Promise<void> => {
  await using stream = client.stream({ subscribe: 'all', signal })
  await nextState(stream, 'open')
  for (const delta of deltas) {
    assert.ok(stream.send(delta))
    await nextValue(stream, delta.updates[0]!.values![0]!.path)
  }
}

const limit = { timeout: 300_000 }

test('a client gets a leaf with its value, source and units', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await make(boat, signal, deltaOf(speed, 3.4))
  const leaf = await boat.client.get('vessels/self/navigation/speedOverGround')
  assert.equal(leaf.value, 3.4)
  assert.equal(leaf.$source, 'test')
  assert.equal(leaf.meta?.units, 'm/s')
  assert.match(leaf.timestamp, /Z$/)
})

test(
  'a client gets a vessel whose identifier contains slashes, by its segments',
  limit,
  async ({ signal }) => {
    await using boat = await startBoat()
    const identifier = 'https://boat.example/elbe'
    await make(boat, signal, deltaOf(speed, 5, `vessels.${identifier}`))
    const leaf = await boat.client.get(['vessels', identifier, 'navigation', 'speedOverGround'])
    assert.equal(leaf.value, 5)
  },
)

test('a client gets the root and the discovery document', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await make(boat, signal, deltaOf(speed, 3.4))
  const root = await boat.client.root()
  const discovery = await boat.client.discover()
  assert.equal(root.self, boat.self)
  assert.equal(discovery.self, boat.self)
  assert.equal(discovery.endpoints['v1']?.['rest-http'], `${boat.url}/marinedata/v1/api/`)
})

test('an unknown path gives a MarineDataError with the code not-found', limit, async () => {
  await using boat = await startBoat()
  await assert.rejects(boat.client.get('vessels/self/no/such/thing'), (error) => {
    assert.ok(error instanceof MarineDataError)
    assert.equal(error.code, 'not-found')
    assert.match(error.message, /no\/such\/thing/)
    assert.equal(error.details.outcome, 'none')
    return true
  })
})

test('a client uses a server with another product word', limit, async ({ signal }) => {
  await using boat = await startBoat({ settings: { productWord: 'otherword' } })
  await using stream = boat.client.stream({ signal })
  await nextState(stream, 'open')
  assert.equal(stream.hello?.name, 'otherword')
  assert.equal((await boat.client.discover()).server.id, 'otherword')
})

test('aborting the signal ends a request', limit, async () => {
  await using boat = await startBoat()
  const signal = AbortSignal.abort(new Error('no longer wanted'))
  await assert.rejects(boat.client.root({ signal }), { message: 'no longer wanted' })
})

test('a stream begins with the hello and the cached values', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await make(boat, signal, deltaOf(speed, 3.4))
  await using stream = boat.client.stream({ signal, subscribe: 'self' })
  assert.equal(await nextValue(stream, speed), 3.4)
  assert.equal(stream.state, 'open')
  assert.equal(stream.hello?.self, boat.self)
  assert.ok(performance.now() - stream.lastReceivedAt! < timeLimit(1_000))
})

test('a stream without cached values receives only new ones', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await make(boat, signal, deltaOf(speed, 3.4))
  await using stream = boat.client.stream({ signal, sendCachedValues: false })
  await nextState(stream, 'open')
  stream.send(deltaOf(speed, 3.5))
  assert.equal(await nextValue(stream, speed), 3.5)
})

test('a stream with metadata receives it', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await make(boat, signal, deltaOf(speed, 3.4))
  await using stream = boat.client.stream({ signal, sendMeta: 'all' })
  for await (const { updates } of stream) {
    const known = updates.flatMap(({ meta = [] }) => meta).find(({ path }) => path === speed)
    if (known === undefined) continue
    assert.equal(known.value.units, 'm/s')
    break
  }
})

test('a delta that one client sends is received by another', limit, async ({ signal }) => {
  await using boat = await startBoat()
  const other = new MarineDataClient({ url: boat.url })
  await using sender = boat.client.stream({ signal, subscribe: 'none' })
  await using reader = other.stream({ signal, subscribe: 'self' })
  await Promise.all([nextState(sender, 'open'), nextState(reader, 'open')])
  assert.ok(sender.send(deltaOf(speed, 6.1)))
  assert.equal(await nextValue(reader, speed), 6.1)
})

test('a client receives its subscriptions, and nothing after unsubscribing', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await using stream = boat.client.stream({ signal, subscribe: 'none' })
  stream.subscribe({ subscribe: [{ path: speed }] })
  stream.subscribe({ subscribe: [{ path: depth }] })
  await nextState(stream, 'open')
  stream.send(deltaOf(speed, 1))
  assert.equal(await nextValue(stream, speed), 1)
  stream.unsubscribe({ unsubscribe: [{ path: speed }] })
  stream.send(deltaOf(speed, 2))
  stream.send(deltaOf(depth, 3))
  for await (const delta of stream) {
    const values = valuesIn(delta)
    assert.notEqual(values.get(speed), 2)
    if (values.has(depth)) break
  }
})

test('a refused message is reported to the problem listener, with its request', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await using stream = boat.client.stream({ signal, subscribe: 'none' })
  const refused = nextProblem(stream)
  stream.subscribe({ context: 'nowhere', subscribe: [{ path: speed }], requestId: 'wish-1' })
  const { code, requestId } = await refused
  assert.deepEqual({ code, requestId }, { code: 'invalid-message', requestId: 'wish-1' })
  assert.equal(stream.state, 'open')
})

test('a confirmed delta is in the tree, and a refused one says why', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await using stream = boat.client.stream({ signal, subscribe: 'none' })
  await stream.opened()
  await stream.confirm(deltaOf(speed, 2))
  assert.equal((await boat.client.get('vessels/self/navigation/speedOverGround')).value, 2)
  const inDegrees = stream.confirm(deltaOf('navigation.courseOverGroundTrue', 270))
  await assert.rejects(inDegrees, { name: 'MarineDataError', message: /Did you mean degrees/ })
})

test(
  'after a restart of the server the stream reconnects with its subscriptions',
  limit,
  async ({ signal }) => {
    await using boat = await startBoat()
    const reconnect = { firstMs: 20, longestMs: 100 }
    await using stream = boat.client.stream({ signal, subscribe: 'none', reconnect })
    const states: StreamState[] = []
    const sent: boolean[] = []
    stream.onState((state) => {
      states.push(state)
      if (state === 'waiting') sent.push(stream.send(deltaOf(speed, 0)))
    })
    stream.subscribe({ subscribe: [{ path: speed }, { path: depth }] })
    await nextState(stream, 'open')
    stream.unsubscribe({ unsubscribe: [{ path: depth }] })

    const lost = nextState(stream, 'waiting')
    await boat.restart()
    await lost
    await nextState(stream, 'open')

    await make(boat, signal, deltaOf(depth, 9), deltaOf(speed, 4.2))
    for await (const delta of stream) {
      assert.deepEqual([...valuesIn(delta)], [[speed, 4.2]])
      break
    }
    assert.deepEqual(states.slice(0, 3), ['open', 'waiting', 'connecting'])
    assert.equal(states.at(-1), 'open')
    assert.ok(sent.every((isSent) => !isSent))
  },
)

test('aborting the signal ends the loop that reads the stream', limit, async ({ signal }) => {
  await using boat = await startBoat()
  await make(boat, signal, deltaOf(speed, 3.4))
  const end = new AbortController()
  await using stream = boat.client.stream({ signal: end.signal })
  let received = 0
  for await (const { context } of stream) {
    assert.equal(context, 'vessels.self')
    received++
    end.abort()
  }
  assert.equal(received, 1)
  assert.equal(stream.state, 'closed')
})

test('a stream with an aborted signal never connects', limit, async () => {
  await using boat = await startBoat()
  await using stream = boat.client.stream({ signal: AbortSignal.abort() })
  for await (const delta of stream) assert.fail(`received ${delta.context}`)
  assert.equal(stream.state, 'closed')
  assert.equal(stream.hello, undefined)
})

test('disposing a stream closes it, ends its reader and sends nothing more', limit, async ({ signal }) => {
  await using boat = await startBoat()
  const stream = boat.client.stream({ signal, subscribe: 'none' })
  await nextState(stream, 'open')
  const reading = stream[Symbol.asyncIterator]().next()
  await stream[Symbol.asyncDispose]()
  assert.deepEqual(await reading, { done: true, value: undefined })
  assert.equal(stream.state, 'closed')
  assert.equal(stream.send(deltaOf(speed, 1)), false)
  await stream.close()
})
