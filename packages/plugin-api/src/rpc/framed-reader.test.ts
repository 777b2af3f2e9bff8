import fc from 'fast-check'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import type { Message } from 'vscode-jsonrpc'
import { FramedReader, type ReadLimiter } from './framed-reader.ts'

interface Received {
  readonly messages: Message[]
  readonly oversize: number[]
  noiseBytes: number
  malformed: number
}

const listenTo = (stream: Readable, messageBytes: number, limiter?: ReadLimiter): Received & Disposable => {
  const received: Received = { messages: [], oversize: [], noiseBytes: 0, malformed: 0 }
  const reader = new FramedReader(stream, {
    messageBytes,
    events: {
      noise: ({ length }) => (received.noiseBytes += length),
      tooLarge: (bytes) => received.oversize.push(bytes),
      malformed: () => received.malformed++,
    },
    ...(limiter && { limiter }),
  })
  reader.listen((message) => received.messages.push(message))
  return Object.assign(received, { [Symbol.dispose]: () => reader.dispose() })
}

const receive = async (chunks: readonly Uint8Array[], messageBytes = 10_000): Promise<Received> => {
  const stream = Readable.from(chunks, { objectMode: false })
  const received = listenTo(stream, messageBytes)
  await once(stream, 'end')
  return received
}

const framed = (body: string, length = Buffer.byteLength(body)): Buffer =>
  Buffer.from(`Content-Length: ${length}\r\n\r\n${body}`)

const call = (method: string): Message & { method: string } => ({ jsonrpc: '2.0', method })
const framedCall = (method: string): Buffer => framed(JSON.stringify(call(method)))

/** Splits bytes at the given positions. */
const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const sorted = [...places, bytes.length]
    .map((place) => place % (bytes.length + 1))
    .toSorted((a, b) => a - b)
  const edges = [0, ...sorted, bytes.length]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
}

const noise = fc
  .oneof(
    fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
    // Fragments of a header, which are the hardest to distinguish from a real one.
    fc
      .array(
        fc.constantFrom('Content-Length:', 'Content-', 'C', '\r\n\r\n', ' 12', '{"jsonrpc":"2.0"}', 'ü'),
        {
          maxLength: 6,
        },
      )
      .map((words) => Buffer.from(words.join(''))),
  )
  .filter((bytes) => !bytes.includes('Content-Length: '))

test('finds every message between other output, at every split of the pipe', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ noise, method: fc.string({ unit: 'grapheme', maxLength: 40 }) }), {
        maxLength: 12,
      }),
      noise,
      fc.array(fc.nat(), { maxLength: 20 }),
      async (pieces, tail, places) => {
        const sent = pieces.flatMap((piece) => [piece.noise, framedCall(piece.method)])
        const received = await receive(cut(Buffer.concat([...sent, tail]), places))
        assert.deepEqual(
          received.messages,
          pieces.map(({ method }) => call(method)),
        )
        const printed = pieces.reduce((sum, piece) => sum + piece.noise.length, 0)
        assert.ok(received.noiseBytes >= printed && received.noiseBytes <= printed + tail.length)
        assert.deepEqual([received.malformed, received.oversize], [0, []])
      },
    ),
    { numRuns: 150 },
  )
})

test('never throws on arbitrary bytes and finds no message in them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), async (chunks) =>
      assert.deepEqual((await receive(chunks)).messages, []),
    ),
    { numRuns: 100 },
  )
})

test('ignores other header fields', async () => {
  const body = JSON.stringify(call('a'))
  const type = 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n'
  const before = Buffer.from(`${type}Content-Length: ${body.length}\r\n\r\n${body}`)
  const after = Buffer.from(`Content-Length: ${body.length}\r\n${type}\r\n${body}`)
  assert.deepEqual((await receive([before, after])).messages, [call('a'), call('a')])
})

test('reports and skips a message over the size limit, and never buffers it', async () => {
  const long = framed(JSON.stringify(call('x'.repeat(5_000))))
  const received = await receive([framedCall('a'), ...cut(long, [100, 2_000, 4_000]), framedCall('b')], 1_000)
  assert.deepEqual(received.messages, [call('a'), call('b')])
  assert.deepEqual(received.oversize, [long.length - 'Content-Length: 5033\r\n\r\n'.length])
  assert.equal(received.noiseBytes, 0)
})

test('loses only the message that has print inside', async () => {
  const whole = framedCall('broken')
  const broken = Buffer.concat([whole.subarray(0, 40), Buffer.from('DEBUG: here\n'), whole.subarray(40)])
  const received = await receive([framedCall('a'), broken, framedCall('b'), framedCall('c')])
  assert.deepEqual(received.messages, [call('a'), call('b'), call('c')])
  assert.equal(received.malformed, 1)
})

test('loses no message after one with a wrong length', async () => {
  const received = await receive([
    framed('{"jsonrpc"', 90),
    framedCall('a'),
    framedCall('b'),
    framedCall('c'),
  ])
  assert.deepEqual(received.messages, [call('a'), call('b'), call('c')])
})

test('reports JSON that is not a message as malformed', async () => {
  const bodies = [
    'null',
    '[]',
    '{}',
    '{"jsonrpc":"1.0","method":"a"}',
    '{"jsonrpc":"2.0","method":7}',
    '{"jsonrpc":"2.0","id":{},"method":"a"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","result":1}',
    `{"jsonrpc":"2.0","method":"${'x'.repeat(200)}"}`,
    // vscode-jsonrpc would throw on these while reading.
    '{"jsonrpc":"2.0","method":"$/cancelRequest"}',
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":null}}',
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":[]}',
  ]
  const received = await receive([...bodies.map((body) => framed(body)), framedCall('z')])
  assert.deepEqual(received.messages, [call('z')])
  assert.equal(received.malformed, bodies.length)
})

test('delays a sender over the rate limit and loses nothing', async () => {
  const stream = new PassThrough()
  let taken = 0
  using received = listenTo(stream, 10_000, {
    take: (messages) => ((taken += messages), taken % 3 === 0 ? 2 : 0),
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.once('pause', resolve)
  for (let index = 0; index < 10; index++) stream.write(framedCall(`m${index}`))
  stream.end()
  await promise
  assert.equal(received.messages.length, 3)
  await once(stream, 'end')
  while (received.messages.length < 10) await new Promise<void>((turn) => void setImmediate(turn))
  assert.deepEqual(
    received.messages,
    Array.from({ length: 10 }, (_, index) => call(`m${index}`)),
  )
})
