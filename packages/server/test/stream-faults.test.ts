import type { ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { assertProblem, type Exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'

const speed = 'navigation.speedOverGround'
const limit = { timeout: 300_000 }

/** The response to a refused upgrade. */
const refusedUpgrade = (url: string, path: string): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`)
    socket.on('open', () => reject(new Error(`${path} was let in`)))
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: response.statusCode!, headers: response.headers, bytes, text: bytes.toString() })
      })
    })
  })

test('an invalid query is rejected before the stream opens', limit, async () => {
  await using boat = await startBoat()
  for (const [query, place] of [
    ['subscribe=everything', '/subscribe'],
    ['subscribe=', '/subscribe'],
    ['sendCachedValues=maybe', '/sendCachedValues'],
    ['sendMeta=some', '/sendMeta'],
  ] as const) {
    const answer = await refusedUpgrade(boat.url, `/marinedata/v1/stream?${query}`)
    const { errors } = assertProblem(answer, 'invalid-query')
    assert.deepEqual([...new Set(errors.map(({ path }) => path))], [place])
  }
})

test('unknown parameters of the query are ignored', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none&serverevents=all&__proto__=x')
  assert.equal(listener.messages[0]!.self, boat.self)
})

test('there is no stream at another path', limit, async () => {
  await using boat = await startBoat()
  for (const path of ['/', '/marinedata/v1/api', '/marinedata/v2/stream', '/marinedata/v1/stream/', '//'])
    assertProblem(await refusedUpgrade(boat.url, path), path === '//' ? 'bad-request' : 'not-found')
})

test('a plain request to the stream path is answered with a problem', limit, async () => {
  await using boat = await startBoat()
  const response = await fetch(`${boat.url}/marinedata/v1/stream`)
  assert.equal(response.status, 426)
  assert.equal(response.headers.get('upgrade'), 'websocket')
  assert.equal(((await response.json()) as { code: string }).code, 'upgrade-required')
})

const nonsense: readonly (readonly [message: string, code: ProblemCode])[] = [
  ['not JSON', 'invalid-message'],
  ['', 'invalid-message'],
  ['null', 'invalid-message'],
  ['[]', 'invalid-message'],
  ['"subscribe"', 'invalid-message'],
  ['{}', 'invalid-message'],
  ['{"sing":"a song"}', 'invalid-message'],
  ['{"__proto__":{"updates":[]}}', 'invalid-message'],
  ['{"subscribe":"everything"}', 'invalid-message'],
  ['{"subscribe":[{}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"a..b"}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"a.**.b"}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"(a+)+$"}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"*","period":"1000"}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"*","period":1}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"*","policy":"sometimes"}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"*","format":"full"}]}', 'invalid-message'],
  ['{"context":"ships.*","subscribe":[{"path":"*"}]}', 'invalid-message'],
  ['{"subscribe":[{"path":"*"}],"extra":1}', 'invalid-message'],
  ['{"bbox":{"south":91,"west":0,"north":92,"east":1},"subscribe":[]}', 'invalid-message'],
  ['{"unsubscribe":[{"path":1}]}', 'invalid-message'],
  ['{"updates":{}}', 'invalid-message'],
  ['{"updates":[{"values":[{"path":"a b","value":1}]}]}', 'invalid-message'],
  ['{"updates":[{"values":[{"path":"__proto__.x","value":1}]}]}', 'invalid-message'],
  ['{"updates":[{"values":[{"path":"a.b","value":1e999}]}]}', 'invalid-message'],
  ['{"updates":[{"values":[{"path":"navigation.position","value":{"latitude":1}}]}]}', 'invalid-message'],
  ['{"updates":[{"values":[{"path":"notifications.fire","value":"help"}]}]}', 'invalid-message'],
  ['{"context":"vessels.nobody","updates":[{"values":[]}]}', 'invalid-message'],
  ['{"updates":[{"timestamp":"yesterday","values":[]}]}', 'invalid-message'],
  [`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'invalid-message'],
]

test('an invalid message is answered with a problem, and the stream stays open', limit, async () => {
  await using boat = await startBoat()
  for (const [message, code] of nonsense) {
    await using listener = await StreamListener.open(boat.url)
    listener.socket.send(message)
    const problem = await listener.first(({ state }) => state === 'FAILED')
    assert.equal(problem.code, code, message)
    assert.equal(problem.type, `urn:mrn:marinedata:problem:${code}`)
    assert.equal(problem.status, problem.statusCode)
    listener.put(speed, 7)
    await listener.firstValue(({ value }) => value === 7)
  }
})

test('an invalid subscription reports every fault and changes nothing', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  const problem = await listener.ask({
    context: 'ships.*',
    subscribe: [{ path: speed }, { path: 'a..b' }, { path: 'c d' }],
  })
  assert.deepEqual(
    problem.errors!.map(({ path }) => path),
    ['/context', '/subscribe/1/path', '/subscribe/2/path'],
  )
  listener.put(speed, 1)
  await listener.first(({ heartbeat }) => heartbeat !== undefined)
  assert.deepEqual(listener.values, [])
})

test('a bad subscription refuses itself, and not its message', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  const problem = await listener.ask({
    subscribe: [{ path: 7 }, { path: 'a..b' }, { path: speed }, { path: 'navigation.*', since: 'tomorrow' }],
  })
  assert.deepEqual(
    problem.errors!.map(({ path }) => path),
    ['/subscribe/0/path', '/subscribe/3/since', '/subscribe/1/path'],
  )
  assert.equal(problem.outcome, 'applied')
  const log = await listener.ask({ context: '*', subscribe: [{ path: '*' }, { path: 'a..b' }], log: true })
  assert.equal(log.outcome, 'none', 'a reader of the log misses nothing')
  listener.put(speed, 1)
  await listener.firstAt(speed)
})

test('a delta refused in part is accepted in part, and the sender is told', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url)
  listener.send({
    updates: [
      {
        values: [
          { path: speed, value: 3 },
          { path: 'no such path!', value: 1 },
          { path: 'test.after', value: 4 },
        ],
      },
    ],
  })
  await listener.firstAt('test.after')
  assert.deepEqual(listener.valuesAt(speed), [3])
  const problem = await listener.first(({ state }) => state === 'FAILED')
  assert.match(problem.detail!, /invalid-path/)
})

test('problems of a client that sends only invalid messages are rate limited', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  for (let count = 0; count < 1_000; count++) listener.socket.send('nonsense')
  await listener.settled()
  const complaints = listener.messages.filter(({ state }) => state === 'FAILED').length
  assert.ok(complaints >= 1 && complaints < 50, `${complaints} complaints`)
})

test('a message beyond the limit closes the stream with code 1009', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  listener.socket.send(`{"x":"${'y'.repeat(65_536)}"}`)
  assert.equal((await listener.ended).code, 1009)
})

test('a message just within the limit is accepted', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  const text = JSON.stringify({ unsubscribe: [], requestId: 'last' })
  listener.socket.send(text.padEnd(65_536))
  await listener.first(({ requestId }) => requestId === 'last')
})

test('invalid UTF-8 closes the stream and affects no other', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  await using other = await StreamListener.open(boat.url, '?subscribe=none')
  listener.socket.send(Buffer.from([0xff, 0xfe, 0xfd]), { binary: false })
  assert.equal((await listener.ended).code, 1007)
  await other.settled()
})

test('a stopping server sends a close frame to every client', limit, async () => {
  const boat = await startBoat()
  await using listener = await StreamListener.open(boat.url)
  await boat[Symbol.asyncDispose]()
  const { code, reason } = await listener.ended
  assert.equal(code, 1001)
  assert.match(reason, /shutting down/)
})

/** Stops a server with open streams and a pending request; returns the result. */
const endOf = async (
  signal: NodeJS.Signals,
): Promise<{ code: number | null; ms: number; farewell: number }> => {
  await using server = await startCli()
  await using listener = await StreamListener.open(server.url)
  await using deaf = await StreamListener.open(server.url)
  deaf.socket.pause()
  const halfARequest = fetch(`${server.url}/marinedata`, {
    method: 'POST',
    body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) }),
    duplex: 'half',
  }).catch(() => undefined)
  const { code, ms } = await server.end(signal)
  await halfARequest
  return { code, ms, farewell: (await listener.ended).code }
}

test(
  'the command exits within five seconds of a signal, with streams open',
  { timeout: 300_000 },
  async () => {
    for (const { code, ms, farewell } of await Promise.all([endOf('SIGTERM'), endOf('SIGINT')])) {
      assert.equal(code, 0)
      assert.ok(ms < timeLimit(5_000), `${Math.round(ms)} ms`)
      assert.equal(farewell, 1001)
    }
  },
)
