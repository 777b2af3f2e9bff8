import { MarineDataClient, type DeltaStream, type StreamOptions, type StreamState } from '@marinedata/client'
import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { heartbeat, hello, startStoppedServer, startScriptedServer } from './scripted-server.ts'

const quick: StreamOptions = { reconnect: { firstMs: 5, longestMs: 20 } }
const limit = { timeout: 300_000 }

const delta = (value: number): string =>
  JSON.stringify({
    context: 'vessels.self',
    updates: [{ $source: 'test', timestamp: '2026-01-01T00:00:00Z', values: [{ path: 'a.b', value }] }],
  })

const valuesOf = async (stream: DeltaStream, count: number): Promise<unknown[]> => {
  const values: unknown[] = []
  for await (const { updates } of stream) {
    values.push(updates[0]?.values?.[0]?.value)
    if (values.length === count) break
  }
  return values
}

/** Resolves when the stream enters the state for the n-th time from now. Rejects when the stream ends. */
const entering = (stream: DeltaStream, wanted: StreamState, times = 1): Promise<void> =>
  new Promise((resolve, reject) => {
    let left = times
    const listening = stream.onState((state) => {
      if (state === wanted) left--
      if (left > 0 && state !== 'closed') return
      listening[Symbol.dispose]()
      if (left > 0) reject(new Error(`the stream ended before it was ${wanted}`))
      else resolve()
    })
  })

const problemOn = (stream: DeltaStream): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.onProblem(() => resolve())
    stream.onState((state) => {
      if (state === 'closed') reject(new Error('the stream ended before a problem arrived'))
    })
  })

test('a stream reconnects after every loss and restores its subscriptions', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket, number) => {
      socket.send(hello(number))
      if (number < 3) setTimeout(() => socket.terminate(), 10)
      else socket.on('message', () => socket.send(delta(number)))
    },
  })
  const client = new MarineDataClient({ url: server.url })
  await using stream = client.stream({
    ...quick,
    signal,
    subscribe: 'self',
    sendCachedValues: true,
    sendMeta: 'none',
  })
  stream.subscribe({ context: 'vessels.*', subscribe: [{ path: 'a.b' }, { path: 'c.d' }], requestId: 'one' })
  await entering(stream, 'open')
  stream.unsubscribe({ context: 'vessels.*', unsubscribe: [{ path: 'c.d' }] })
  stream.unsubscribe({ unsubscribe: [{ path: '*' }] })
  assert.deepEqual(await valuesOf(stream, 1), [3])
  assert.equal(stream.hello?.sequence, 3)
  const remembered = { context: 'vessels.*', subscribe: [{ path: 'a.b' }], requestId: 'one' }
  assert.deepEqual(server.opened[3], {
    query: '?subscribe=none&sendCachedValues=true&sendMeta=none',
    received: [remembered],
  })
  assert.equal(server.opened[0]?.query, '?subscribe=self&sendCachedValues=true&sendMeta=none')
})

test('a silent connection is closed and replaced', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket, number) => {
      socket.send(hello())
      if (number > 0) socket.send(delta(number))
    },
  })
  await using stream = new MarineDataClient({ url: server.url }).stream({ ...quick, signal, silenceMs: 150 })
  await entering(stream, 'open')
  const since = performance.now()
  assert.deepEqual(await valuesOf(stream, 1), [1])
  assert.ok(performance.now() - since >= 100)
})

test('a connection with heartbeats only stays open', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket) => {
      socket.send(hello())
      const beats = setInterval(() => socket.send(heartbeat), 30)
      setTimeout(() => socket.send(delta(1)), 900)
      socket.on('close', () => clearInterval(beats))
    },
  })
  const startedAt = performance.now()
  await using stream = new MarineDataClient({ url: server.url }).stream({ ...quick, signal, silenceMs: 400 })
  assert.deepEqual(await valuesOf(stream, 1), [1])
  assert.equal(server.opened.length, 1)
  // The delta arrived 900 ms after the first heartbeat, so the silence is counted from the delta.
  assert.ok(stream.lastReceivedAt! >= startedAt + 800)
})

test('a server that accepts but never responds is retried', limit, async ({ signal }) => {
  let calls = 0
  const mute = createServer(() => void calls++).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  // A listening TCP server has an address.
  const { port } = mute.address() as AddressInfo
  {
    await using stream = new MarineDataClient({ url: `http://127.0.0.1:${port}` }).stream({
      ...quick,
      signal,
      silenceMs: 40,
    })
    await entering(stream, 'waiting', 3)
    assert.equal(stream.hello, undefined)
    assert.equal(stream.lastReceivedAt, undefined)
  }
  assert.ok(calls >= 3)
  mute.close()
})

test('an unreachable server is retried until the stream is closed', limit, async ({ signal }) => {
  const { url } = await startStoppedServer()
  await using stream = new MarineDataClient({ url }).stream({ ...quick, signal })
  const states: StreamState[] = []
  stream.onState((state) => states.push(state))
  await entering(stream, 'waiting', 4)
  await stream.close()
  assert.deepEqual(states.slice(0, 4), ['waiting', 'connecting', 'waiting', 'connecting'])
  assert.equal(states.at(-1), 'closed')
  const ended = states.length
  await new Promise((resolve) => {
    setTimeout(resolve, 60)
  })
  assert.equal(states.length, ended)
})

test('a server that closes after its hello is retried with growing delays', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket) => {
      socket.send(hello())
      socket.close()
    },
  })
  await using stream = new MarineDataClient({ url: server.url }).stream({
    ...quick,
    signal,
    reconnect: { firstMs: 20, longestMs: 10_000 },
  })
  const since = performance.now()
  await entering(stream, 'waiting', 4)
  // Between four losses are three delays of at least half of 20, 40 and 80 ms.
  assert.ok(performance.now() - since >= 65)
})

test('a slow reader loses the oldest deltas, and they are counted', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket) => {
      socket.send(hello())
      for (let value = 1; value <= 50; value++) socket.send(delta(value))
      socket.send('{"code":"busy","status":409,"detail":"the end"}')
    },
  })
  await using stream = new MarineDataClient({ url: server.url }).stream({ ...quick, signal, queueLimit: 5 })
  await problemOn(stream)
  assert.deepEqual(await valuesOf(stream, 5), [46, 47, 48, 49, 50])
  assert.equal(stream.dropped, 45)
})

test('invalid messages from the server end neither the stream nor its reader', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket) => {
      socket.send(hello())
      for (const text of ['', '{', 'null', '[]', '{"updates":3}', '{"future":1}']) socket.send(text)
      socket.send(Buffer.from([1, 2, 3]))
      socket.send(delta(1))
    },
  })
  await using stream = new MarineDataClient({ url: server.url }).stream({ ...quick, signal })
  assert.deepEqual(await valuesOf(stream, 1), [1])
  assert.equal(server.opened.length, 1)
})

test(
  'leaving a loop does not end the stream: a second loop continues where the first left off',
  limit,
  async ({ signal }) => {
    await using server = await startScriptedServer({
      onStream: (socket) => {
        socket.send(hello())
        for (const value of [1, 2, 3]) socket.send(delta(value))
      },
    })
    await using stream = new MarineDataClient({ url: server.url }).stream({ ...quick, signal })
    assert.deepEqual(await valuesOf(stream, 1), [1])
    assert.deepEqual(await valuesOf(stream, 2), [2, 3])
  },
)

test('retry connects immediately', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket, number) => {
      socket.send(hello(number))
      if (number === 0) setTimeout(() => socket.terminate(), 10)
    },
  })
  const slow = { firstMs: 60_000, longestMs: 60_000 }
  await using stream = new MarineDataClient({ url: server.url }).stream({ reconnect: slow, signal })
  await entering(stream, 'waiting')
  stream.retry()
  await entering(stream, 'open')
  stream.retry()
  assert.equal(stream.state, 'open', 'an open stream does not reconnect')
})

const speed = { updates: [{ values: [{ path: 'navigation.speedOverGround', value: 3 }] }] }

test('a delta is unconfirmed when the connection ends before the response', limit, async ({ signal }) => {
  await using server = await startScriptedServer({
    onStream: (socket, number) => {
      socket.send(hello(number))
      socket.on('message', () => socket.terminate())
    },
  })
  await using stream = new MarineDataClient({ url: server.url }).stream({ ...quick, signal })
  await stream.opened()
  await assert.rejects(stream.confirm(speed), { code: 'unconfirmed', message: /connection ended/ })
})

test(
  'a delta is unconfirmed without a response in time, and not sent without a connection',
  limit,
  async () => {
    await using server = await startScriptedServer({ onStream: (socket) => socket.send(hello()) })
    await using stream = new MarineDataClient({ url: server.url }).stream(quick)
    await assert.rejects(stream.confirm(speed), { code: 'busy' })
    await stream.opened()
    await assert.rejects(stream.confirm(speed, { timeoutMs: 20 }), { code: 'unconfirmed', message: /20 ms/ })
    assert.equal(server.opened[0]?.received.length, 1)
  },
)
