import fc from 'fast-check'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import type { Message } from 'vscode-jsonrpc'
import { FramedReader, type ReadingPace } from './framed-reader.ts'

interface Heard {
  readonly messages: Message[]
  readonly oversize: number[]
  noiseBytes: number
  malformed: number
}

const listenTo = (stream: Readable, messageBytes: number, pace?: ReadingPace): Heard & Disposable => {
  const heard: Heard = { messages: [], oversize: [], noiseBytes: 0, malformed: 0 }
  const reader = new FramedReader(stream, {
    messageBytes,
    events: {
      noise: ({ length }) => (heard.noiseBytes += length),
      tooLarge: (bytes) => heard.oversize.push(bytes),
      malformed: () => heard.malformed++,
    },
    ...(pace && { pace }),
  })
  reader.listen((message) => heard.messages.push(message))
  return Object.assign(heard, { [Symbol.dispose]: () => reader.dispose() })
}

const hear = async (chunks: readonly Uint8Array[], messageBytes = 10_000): Promise<Heard> => {
  const stream = Readable.from(chunks, { objectMode: false })
  const heard = listenTo(stream, messageBytes)
  await once(stream, 'end')
  return heard
}

const framed = (body: string, length = Buffer.byteLength(body)): Buffer =>
  Buffer.from(`Content-Length: ${length}\r\n\r\n${body}`)

const call = (method: string): Message & { method: string } => ({ jsonrpc: '2.0', method })
const framedCall = (method: string): Buffer => framed(JSON.stringify(call(method)))

/** Cuts bytes at the given places. */
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
    // Pieces of a header, which are the hardest to tell from one.
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

test('every message is found, whatever is printed between them and however the pipe cuts them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ noise, method: fc.string({ unit: 'grapheme', maxLength: 40 }) }), {
        maxLength: 12,
      }),
      noise,
      fc.array(fc.nat(), { maxLength: 20 }),
      async (pieces, tail, places) => {
        const sent = pieces.flatMap((piece) => [piece.noise, framedCall(piece.method)])
        const heard = await hear(cut(Buffer.concat([...sent, tail]), places))
        assert.deepEqual(
          heard.messages,
          pieces.map(({ method }) => call(method)),
        )
        const printed = pieces.reduce((sum, piece) => sum + piece.noise.length, 0)
        assert.ok(heard.noiseBytes >= printed && heard.noiseBytes <= printed + tail.length)
        assert.deepEqual([heard.malformed, heard.oversize], [0, []])
      },
    ),
    { numRuns: 150 },
  )
})

test('arbitrary bytes never throw and never make a message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), async (chunks) =>
      assert.deepEqual((await hear(chunks)).messages, []),
    ),
    { numRuns: 100 },
  )
})

test('other header fields are passed over', async () => {
  const body = JSON.stringify(call('a'))
  const type = 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n'
  const before = Buffer.from(`${type}Content-Length: ${body.length}\r\n\r\n${body}`)
  const after = Buffer.from(`Content-Length: ${body.length}\r\n${type}\r\n${body}`)
  assert.deepEqual((await hear([before, after])).messages, [call('a'), call('a')])
})

test('a message that is too long is told of, passed over and never held', async () => {
  const long = framed(JSON.stringify(call('x'.repeat(5_000))))
  const heard = await hear([framedCall('a'), ...cut(long, [100, 2_000, 4_000]), framedCall('b')], 1_000)
  assert.deepEqual(heard.messages, [call('a'), call('b')])
  assert.deepEqual(heard.oversize, [long.length - 'Content-Length: 5033\r\n\r\n'.length])
  assert.equal(heard.noiseBytes, 0)
})

test('a message with print inside costs that message and no other', async () => {
  const whole = framedCall('broken')
  const broken = Buffer.concat([whole.subarray(0, 40), Buffer.from('DEBUG: here\n'), whole.subarray(40)])
  const heard = await hear([framedCall('a'), broken, framedCall('b'), framedCall('c')])
  assert.deepEqual(heard.messages, [call('a'), call('b'), call('c')])
  assert.equal(heard.malformed, 1)
})

test('a message that promises more than it brings swallows nothing behind it', async () => {
  const heard = await hear([framed('{"jsonrpc"', 90), framedCall('a'), framedCall('b'), framedCall('c')])
  assert.deepEqual(heard.messages, [call('a'), call('b'), call('c')])
})

test('what is JSON but no message is malformed', async () => {
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
    // The library would throw on these in the middle of reading.
    '{"jsonrpc":"2.0","method":"$/cancelRequest"}',
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":null}}',
    '{"jsonrpc":"2.0","method":"$/cancelRequest","params":[]}',
  ]
  const heard = await hear([...bodies.map((body) => framed(body)), framedCall('z')])
  assert.deepEqual(heard.messages, [call('z')])
  assert.equal(heard.malformed, bodies.length)
})

test('whoever is too fast is kept waiting, and loses nothing', async () => {
  const stream = new PassThrough()
  let taken = 0
  using heard = listenTo(stream, 10_000, {
    take: (messages) => ((taken += messages), taken % 3 === 0 ? 2 : 0),
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.once('pause', resolve)
  for (let index = 0; index < 10; index++) stream.write(framedCall(`m${index}`))
  stream.end()
  await promise
  assert.equal(heard.messages.length, 3)
  await once(stream, 'end')
  while (heard.messages.length < 10) await new Promise<void>((turn) => void setImmediate(turn))
  assert.deepEqual(
    heard.messages,
    Array.from({ length: 10 }, (_, index) => call(`m${index}`)),
  )
})
