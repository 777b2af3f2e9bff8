import { checkOf, MarineDataError, Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { CallsOf, Verb } from '#protocol/verbs.ts'
import { FramedReader } from './framed-reader.ts'
import { FramedWriter } from './framed-writer.ts'
import { RpcConnection, type Handlers } from './rpc-connection.ts'
import { RawJson } from './raw-json.ts'

const verbs = {
  add: {
    kind: 'request',
    scope: 'plugin',
    summary: 'Adds two numbers',
    params: Type.Object({ a: Type.Number(), b: Type.Number() }, { additionalProperties: false }),
    result: Type.Object({ sum: Type.Number() }),
  },
  note: {
    kind: 'notification',
    scope: 'plugin',
    summary: 'Says something',
    params: Type.Object({ text: Type.String() }),
  },
} as const satisfies Record<string, Verb>

type AdderVerbs = CallsOf<typeof verbs>

const ignored = { noise: () => undefined, tooLarge: () => undefined, malformed: () => undefined }

/** Two ends that are connected by streams: the caller, and one that adds. */
const joined = (handlers: Partial<Handlers<AdderVerbs>>) => {
  const there = new PassThrough()
  const back = new PassThrough()
  const refused: [verb: string, code: string][] = []
  const reader = (stream: PassThrough) => new FramedReader(stream, { messageBytes: 10_000, events: ignored })
  const adder = new RpcConnection<AdderVerbs, Record<string, never>>({
    reader: reader(there),
    writer: new FramedWriter(back),
    verbs,
    handlers: { add: ({ a, b }) => ({ sum: a + b }), note: () => undefined, ...handlers },
    check: checkOf,
    onRefused: (verb, { code }) => refused.push([verb, code]),
  })
  const caller = new RpcConnection<Record<string, never>, AdderVerbs>({
    reader: reader(back),
    writer: new FramedWriter(there),
    verbs: {},
    handlers: {},
    check: checkOf,
  })
  const end = (): void => {
    adder[Symbol.dispose]()
    caller[Symbol.dispose]()
  }
  return { caller, adder, refused, there, [Symbol.dispose]: end }
}

const soon = { deadlineMs: 2_000 }

const fails = (code: string, message?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MarineDataError, String(error))
  assert.equal(error.code, code, error.message)
  if (message) assert.match(error.message, message)
  return true
}

test('answers a request', async () => {
  using pair = joined({})
  assert.deepEqual(await pair.caller.request('add', { a: 1, b: 2 }, soon), { sum: 3 })
})

test('sends serialized parameters unchanged', async () => {
  using pair = joined({})
  assert.deepEqual(await pair.caller.request('add', new RawJson('{"a":40,"b":2}'), soon), { sum: 42 })
})

test('sends a notification without a response', async () => {
  const received = Promise.withResolvers<string>()
  using pair = joined({ note: ({ text }) => received.resolve(text) })
  pair.caller.notify('note', { text: 'Ship ahoy' })
  assert.equal(await received.promise, 'Ship ahoy')
})

test('rejects invalid parameters with their path and reports it', async () => {
  using pair = joined({})
  const wrong = pair.caller.request('add', { a: 1, b: 'two' } as never, soon)
  await assert.rejects(wrong, fails('invalid-message', /Invalid parameters of "add": \/b/))
  await assert.rejects(
    pair.caller.request('add', {} as never, soon),
    fails('invalid-message', /\/a is missing/),
  )
  await assert.rejects(pair.caller.request('add', [1, 2] as never, soon), fails('invalid-message'))
  await assert.rejects(pair.caller.request('add', [] as never, soon), fails('invalid-message'))
  assert.deepEqual(
    pair.refused,
    Array.from({ length: 4 }, () => ['add', 'invalid-message']),
  )
})

test('answers an unknown verb as unknown', async () => {
  using pair = joined({})
  await assert.rejects(
    pair.caller.request('divide' as 'add', { a: 1, b: 0 }, soon),
    fails('unknown-verb', /divide/),
  )
  pair.caller.notify('shout' as 'note', { text: '' })
  await pair.caller.request('add', { a: 1, b: 2 }, soon)
  assert.deepEqual(pair.refused, [
    ['divide', 'unknown-verb'],
    ['shout', 'unknown-verb'],
  ])
})

test('passes on an error with its code, faults and outcome', async () => {
  const errors = [{ path: '/a', message: 'is not a sail' }]
  using pair = joined({
    add: () => {
      throw new MarineDataError('busy', 'Reefing', { errors, outcome: 'applied' })
    },
  })
  await assert.rejects(pair.caller.request('add', { a: 1, b: 2 }, soon), (error) => {
    assert.ok(error instanceof MarineDataError)
    assert.equal(error.code, 'busy')
    assert.deepEqual(error.details.errors, errors)
    assert.equal(error.details.outcome, 'applied')
    return true
  })
})

test('reports a bug of the peer as an internal error', async () => {
  using pair = joined({
    add: () => {
      throw new TypeError('undefined is not a mast')
    },
  })
  await assert.rejects(pair.caller.request('add', { a: 1, b: 2 }, soon), fails('internal', /not a mast/))
})

test('ends an unanswered request at its deadline and cancels it', async () => {
  const taken = Promise.withResolvers<void>()
  using pair = joined({
    add: async (_, signal) => {
      // On a busy machine the deadline may pass before the request arrives.
      if (signal.aborted) taken.resolve()
      signal.addEventListener('abort', () => taken.resolve())
      return await new Promise(() => undefined)
    },
  })
  await assert.rejects(
    pair.caller.request('add', { a: 1, b: 2 }, { deadlineMs: 10 }),
    fails('unconfirmed', /0.01 s/),
  )
  await taken.promise
})

test('cancels a request by its signal, even before it is sent', async () => {
  using pair = joined({
    add: async (_, signal) => {
      if (signal.aborted) throw new MarineDataError('unconfirmed', 'Taken back')
      return await new Promise(() => undefined)
    },
  })
  const taking = new AbortController()
  const answer = pair.caller.request('add', { a: 1, b: 2 }, { ...soon, signal: taking.signal })
  taking.abort()
  await assert.rejects(answer, fails('unconfirmed', /Taken back/))
  const never = pair.caller.request('add', { a: 1, b: 2 }, { ...soon, signal: taking.signal })
  await assert.rejects(never, fails('unconfirmed', /before it was sent/))
})

test('rejects pending and later requests when the connection ends', async () => {
  const pair = joined({ add: async () => await new Promise(() => undefined) })
  const answer = pair.caller.request('add', { a: 1, b: 2 }, soon)
  pair[Symbol.dispose]()
  await assert.rejects(answer, fails('plugin-not-running', /"add"/))
  await assert.rejects(pair.caller.request('add', { a: 1, b: 2 }, soon), fails('plugin-not-running'))
})

test('treats missing parameters as none', async () => {
  using pair = joined({})
  const body = '{"jsonrpc":"2.0","id":"x","method":"add"}'
  pair.there.write(`Content-Length: ${body.length}\r\n\r\n${body}`)
  await pair.caller.request('add', { a: 1, b: 2 }, soon)
  assert.deepEqual(pair.refused, [['add', 'invalid-message']])
})
