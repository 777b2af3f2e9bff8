import { checkOf, MarineDataError, Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { CallsOf, Verb } from '#protocol/verbs.ts'
import { FramedReader } from './framed-reader.ts'
import { FramedWriter } from './framed-writer.ts'
import { Line, type Handlers } from './line.ts'
import { ReadyJson } from './ready-json.ts'

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

const unheard = { noise: () => undefined, tooLarge: () => undefined, malformed: () => undefined }

/** Two ends, joined by plain streams: the caller, and one that adds. */
const joined = (handlers: Partial<Handlers<AdderVerbs>>) => {
  const there = new PassThrough()
  const back = new PassThrough()
  const refused: [verb: string, code: string][] = []
  const reader = (stream: PassThrough) => new FramedReader(stream, { messageBytes: 10_000, events: unheard })
  const adder = new Line<AdderVerbs, Record<string, never>>({
    reader: reader(there),
    writer: new FramedWriter(back),
    verbs,
    handlers: { add: ({ a, b }) => ({ sum: a + b }), note: () => undefined, ...handlers },
    check: checkOf,
    onRefused: (verb, { code }) => refused.push([verb, code]),
  })
  const caller = new Line<Record<string, never>, AdderVerbs>({
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

test('a question is answered', async () => {
  using line = joined({})
  assert.deepEqual(await line.caller.ask('add', { a: 1, b: 2 }, soon), { sum: 3 })
})

test('parameters that are JSON already are sent as they are', async () => {
  using line = joined({})
  assert.deepEqual(await line.caller.ask('add', new ReadyJson('{"a":40,"b":2}'), soon), { sum: 42 })
})

test('something is said, and nobody answers', async () => {
  const heard = Promise.withResolvers<string>()
  using line = joined({ note: ({ text }) => heard.resolve(text) })
  line.caller.tell('note', { text: 'Ship ahoy' })
  assert.equal(await heard.promise, 'Ship ahoy')
})

test('what does not fit is refused with its place, and told of', async () => {
  using line = joined({})
  const wrong = line.caller.ask('add', { a: 1, b: 'two' } as never, soon)
  await assert.rejects(wrong, fails('invalid-message', /"add" do not fit: \/b/))
  await assert.rejects(line.caller.ask('add', {} as never, soon), fails('invalid-message', /\/a is missing/))
  await assert.rejects(line.caller.ask('add', [1, 2] as never, soon), fails('invalid-message'))
  await assert.rejects(line.caller.ask('add', [] as never, soon), fails('invalid-message'))
  assert.deepEqual(
    line.refused,
    Array.from({ length: 4 }, () => ['add', 'invalid-message']),
  )
})

test('an unknown verb is answered as unknown', async () => {
  using line = joined({})
  await assert.rejects(
    line.caller.ask('divide' as 'add', { a: 1, b: 0 }, soon),
    fails('unknown-verb', /divide/),
  )
  line.caller.tell('shout' as 'note', { text: '' })
  await line.caller.ask('add', { a: 1, b: 2 }, soon)
  assert.deepEqual(line.refused, [
    ['divide', 'unknown-verb'],
    ['shout', 'unknown-verb'],
  ])
})

test('an error arrives as it was thrown, with its code, its faults and its outcome', async () => {
  const errors = [{ path: '/a', message: 'is not a sail' }]
  using line = joined({
    add: () => {
      throw new MarineDataError('busy', 'Reefing', { errors, outcome: 'applied' })
    },
  })
  await assert.rejects(line.caller.ask('add', { a: 1, b: 2 }, soon), (error) => {
    assert.ok(error instanceof MarineDataError)
    assert.equal(error.code, 'busy')
    assert.deepEqual(error.details.errors, errors)
    assert.equal(error.details.outcome, 'applied')
    return true
  })
})

test('a bug at the other end is an internal error there', async () => {
  using line = joined({
    add: () => {
      throw new TypeError('undefined is not a mast')
    },
  })
  await assert.rejects(line.caller.ask('add', { a: 1, b: 2 }, soon), fails('internal', /not a mast/))
})

test('a question that nobody answers ends at its deadline, and is taken back', async () => {
  const taken = Promise.withResolvers<void>()
  using line = joined({
    add: async (_, signal) => {
      signal.addEventListener('abort', () => taken.resolve())
      return await new Promise(() => undefined)
    },
  })
  await assert.rejects(
    line.caller.ask('add', { a: 1, b: 2 }, { deadlineMs: 10 }),
    fails('unconfirmed', /0.01 s/),
  )
  await taken.promise
})

test('a question is taken back by its signal, even before its turn has come', async () => {
  using line = joined({
    add: async (_, signal) => {
      if (signal.aborted) throw new MarineDataError('unconfirmed', 'Taken back')
      return await new Promise(() => undefined)
    },
  })
  const taking = new AbortController()
  const answer = line.caller.ask('add', { a: 1, b: 2 }, { ...soon, signal: taking.signal })
  taking.abort()
  await assert.rejects(answer, fails('unconfirmed', /Taken back/))
  const never = line.caller.ask('add', { a: 1, b: 2 }, { ...soon, signal: taking.signal })
  await assert.rejects(never, fails('unconfirmed', /before it was asked/))
})

test('when the line ends, whoever waits is told at once, and so is whoever asks later', async () => {
  const line = joined({ add: async () => await new Promise(() => undefined) })
  const answer = line.caller.ask('add', { a: 1, b: 2 }, soon)
  line[Symbol.dispose]()
  await assert.rejects(answer, fails('plugin-not-running', /"add"/))
  await assert.rejects(line.caller.ask('add', { a: 1, b: 2 }, soon), fails('plugin-not-running'))
})

test('a request without parameters has none', async () => {
  using line = joined({})
  const body = '{"jsonrpc":"2.0","id":"x","method":"add"}'
  line.there.write(`Content-Length: ${body.length}\r\n\r\n${body}`)
  await line.caller.ask('add', { a: 1, b: 2 }, soon)
  assert.deepEqual(line.refused, [['add', 'invalid-message']])
})
