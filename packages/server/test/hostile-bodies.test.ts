import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as yieldToEvents, setTimeout as sleep } from 'node:timers/promises'
import { after, before, suite, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { exchange } from '@marinedata/testing/exchange'
import { collectable, collectedMb } from './measured/collected-memory.ts'
import { metric } from './measured/server-vitals.ts'
import { receivedUntilEnd, rawConnection } from './raw-connection.ts'
import { startCli, type RunningCli } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const memoryLimitMb = 8
const hundredMb = 100_000_000
const times = 3

const pilots = '/marinedata/v2/api/vessels/self/autopilots/nobody'
const mode = `PUT ${pilots}/mode`
const json = 'Content-Type: application/json'
const chunks = 'Transfer-Encoding: chunked'

/** A request, with its body in pieces. */
interface Hostile {
  readonly name: string
  readonly request: string
  readonly headers?: readonly string[]
  readonly pieces?: () => Iterable<Buffer | string>
  /** The expected responses until the server closes the connection. */
  readonly statuses: readonly number[]
}

function* repeated(piece: Buffer | string, bytes: number): Generator<Buffer | string> {
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece
}

const zeros = Buffer.alloc(65_536, '0')
const zerosChunk = Buffer.concat([Buffer.from('10000\r\n'), zeros, Buffer.from('\r\n')])

/** A body with a Content-Length. */
const whole = (body: Buffer | string): Pick<Hostile, 'pieces'> & { readonly headers: readonly string[] } => ({
  headers: [json, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'],
  pieces: () => [body],
})

const inOneChunk = (body: string): (() => string[]) => {
  const length = body.length.toString(16)
  return () => [`${length}\r\n`, body, '\r\n0\r\n\r\n']
}

const nested = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels)

const packed = (name: string, body: Buffer): Hostile => {
  const { headers, pieces } = whole(body)
  const request = mode
  return {
    name: `a bomb in ${name}`,
    request,
    headers: [...headers, `Content-Encoding: ${name}`],
    pieces: pieces!,
    statuses: [415],
  }
}

const sixtyMb = Buffer.alloc(60_000_000)
const gzipped = gzipSync(sixtyMb)

const bodies: readonly Hostile[] = [
  {
    name: 'a body of 100 MB',
    request: mode,
    headers: [json, `Content-Length: ${hundredMb}`],
    pieces: () => repeated(zeros, hundredMb),
    statuses: [413],
  },
  {
    name: 'a body of 100 MB in chunks',
    request: mode,
    headers: [json, chunks],
    pieces: () => repeated(zerosChunk, hundredMb),
    statuses: [413],
  },
  {
    name: 'a body of 100 MB for an unknown address',
    request: 'PUT /nowhere',
    headers: [json, `Content-Length: ${hundredMb}`],
    pieces: () => repeated(zeros, hundredMb),
    statuses: [404],
  },
  {
    name: 'a body of 100 MB in chunks for an unknown address',
    request: 'PUT /nowhere',
    headers: [json, chunks],
    pieces: () => repeated(zerosChunk, hundredMb),
    statuses: [404],
  },
  {
    name: 'a body of 100 MB behind a question',
    request: 'GET /marinedata',
    headers: [`Content-Length: ${hundredMb}`],
    pieces: () => repeated(zeros, hundredMb),
    statuses: [200],
  },
  {
    name: 'a body of 100 MB that is not heeded',
    request: `POST ${pilots}/disengage`,
    headers: [json, `Content-Length: ${hundredMb}`],
    pieces: () => repeated(zeros, hundredMb),
    statuses: [404],
  },
  {
    name: 'a million lists in each other',
    request: mode,
    ...whole(nested('[', ']', 1_000_000)),
    statuses: [413],
  },
  {
    name: 'a million lists in each other, in a chunk',
    request: mode,
    headers: [json, chunks],
    pieces: inOneChunk(nested('[', ']', 1_000_000)),
    statuses: [413],
  },
  {
    name: 'as many lists as a body holds',
    request: mode,
    ...whole(nested('[', ']', 32_768)),
    statuses: [400],
  },
  {
    name: 'as many objects as a body holds',
    request: mode,
    ...whole(nested('{"a":', '}', 10_900).replace(':}', ':1}')),
    statuses: [400],
  },
  {
    name: 'a forbidden name below as many lists as a body holds',
    request: mode,
    ...whole(`${'['.repeat(32_000)}{"__proto__":1}${']'.repeat(32_000)}`),
    statuses: [400],
  },
  {
    name: 'as many members as a body holds',
    request: mode,
    ...whole(`{${Array.from({ length: 7_000 }, (_, index) => `"${index}":0`).join(',')}}`),
    statuses: [400],
  },
  {
    name: 'a number of sixty thousand digits',
    request: mode,
    ...whole(`{"value":${'9'.repeat(60_000)}}`),
    statuses: [400],
  },
  packed('gzip', gzipped),
  packed('deflate', deflateSync(sixtyMb)),
  packed('br', brotliCompressSync(sixtyMb)),
  packed('gzip, gzip', gzipSync(gzipped)),
]

const heads: readonly Hostile[] = [
  {
    name: 'ten thousand headers',
    request: 'GET /marinedata',
    headers: Array.from({ length: 10_000 }, (_, index) => `x-${index}: 1`),
    statuses: [431],
  },
  {
    name: 'two hundred short headers',
    request: 'GET /marinedata',
    headers: Array.from({ length: 200 }, () => 'x: 1'),
    statuses: [431],
  },
  {
    name: 'a header of 100 KB',
    request: 'GET /marinedata',
    headers: [`x: ${'y'.repeat(100_000)}`],
    statuses: [431],
  },
  { name: 'an address of 100 KB', request: `GET /${'x'.repeat(100_000)}`, statuses: [431] },
  { name: 'a query of 100 KB', request: `GET /marinedata?${'x=1&'.repeat(25_000)}`, statuses: [431] },
  {
    name: 'a chunk with extensions of 100 KB',
    request: mode,
    headers: [json, chunks],
    pieces: () => [`1;${'x'.repeat(100_000)}\r\n0\r\n0\r\n\r\n`],
    statuses: [413],
  },
  {
    name: 'ten thousand headers behind the chunks',
    request: mode,
    headers: [json, chunks],
    pieces: () => ['0\r\n', 'x: 1\r\n'.repeat(10_000), '\r\n'],
    statuses: [431],
  },
]

const happens = (socket: Socket, event: 'drain' | 'close'): Promise<void> =>
  new Promise((resolve) => {
    socket.once(event, () => resolve())
  })

/** Sends everything, or until the server responds or closes the connection. */
const pour = async (socket: Socket, pieces: Iterable<Buffer | string>): Promise<void> => {
  const closed = happens(socket, 'close')
  for (const piece of pieces) {
    if (!socket.writable) return
    if (!socket.write(piece)) await Promise.race([happens(socket, 'drain'), closed])
    // Reads what was received before sending more: a closed connection discards unread bytes.
    await yieldToEvents()
  }
}

const statusesOf = async (url: string, { request, headers = [], pieces }: Hostile): Promise<number[]> => {
  const socket = rawConnection(url)
  const received = receivedUntilEnd(socket)
  socket.write([`${request} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n'))
  if (pieces !== undefined) await pour(socket, pieces())
  const { answers, rest } = await received
  assert.equal(rest, '')
  return answers.map(({ status }) => status)
}

interface FrameOptions {
  /** The first byte: opcode, FIN bit and compression bit. */
  readonly head: number
  readonly length: number
  readonly payload?: Buffer
  readonly isMasked?: boolean
}

/** A client frame, possibly malformed. */
const frame = ({ head, length, payload = Buffer.alloc(length), isMasked = true }: FrameOptions): Buffer => {
  const start = Buffer.alloc(14)
  start[0] = head
  start[1] = (isMasked ? 0x80 : 0) | 127
  start.writeBigUInt64BE(BigInt(length), 2)
  // A zero mask changes nothing.
  return Buffer.concat([isMasked ? start : start.subarray(0, 10), payload])
}

const text = 0x81
const openText = 0x01
const openMore = 0x00
const packedText = 0xc1
const ping = 0x89
const nothing = Buffer.alloc(0)

const frames: readonly (readonly [name: string, code: number, pieces: () => Iterable<Buffer>])[] = [
  ['a frame of 70 KB', 1009, () => [frame({ head: text, length: 70_000 })]],
  [
    'a frame that is announced with 100 MB',
    1009,
    () => [frame({ head: text, length: hundredMb, payload: nothing })],
  ],
  ['a frame longer than any memory', 1009, () => [frame({ head: text, length: 2 ** 60, payload: nothing })]],
  [
    'a message of 100 MB in pieces',
    1009,
    function* pieces() {
      yield frame({ head: openText, length: 60_000 })
      const more = frame({ head: openMore, length: 60_000 })
      for (let sent = 0; sent < hundredMb; sent += 60_000) yield more
    },
  ],
  [
    'a message in a hundred thousand pieces of one byte',
    1008,
    function* pieces() {
      yield frame({ head: openText, length: 1 })
      const more = Buffer.concat(Array.from({ length: 100 }, () => frame({ head: openMore, length: 1 })))
      for (let sent = 0; sent < 1_000; sent++) yield more
    },
  ],
  [
    'a packed frame, though nothing was agreed',
    1002,
    () => [frame({ head: packedText, length: 1_000, payload: gzipped.subarray(0, 1_000) })],
  ],
  ['a ping of 1 KB', 1002, () => [frame({ head: ping, length: 1_000 })]],
  ['a frame without a mask', 1002, () => [frame({ head: text, length: 10, isMasked: false })]],
]

/** The close code of a stream after these bytes. */
const codeAfter = async (url: string, pieces: Iterable<Buffer>): Promise<number> => {
  const socket = rawConnection(url)
  const stream = new WebSocket(`${url.replace('http', 'ws')}/marinedata/v1/stream?subscribe=none`, {
    createConnection: () => socket,
  })
  stream.on('error', () => undefined)
  await once(stream, 'open')
  const code = new Promise<number>((resolve) => {
    stream.once('close', resolve)
  })
  await pour(socket, pieces)
  return await code
}

suite('oversized requests and messages', () => {
  let server: RunningCli
  let memoryBefore = 0

  const assertAnswers = async (): Promise<void> => {
    const { status } = await exchange(server.url, '/marinedata', { headers: { connection: 'close' } })
    assert.equal(status, 200)
  }

  /** Waits until all connections but the own are closed. */
  const settled = async (): Promise<void> => {
    while ((await metric(server.url, 'marinedata_known_connections')) > 1) await sleep(50)
  }

  before(async () => {
    server = await startCli({ settings: { logLevel: 'warn' }, nodeOptions: collectable })
    await assertAnswers()
    // Warm-up.
    await exchange(server.url, `${pilots}/mode`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: '{}',
    })
    await codeAfter(server.url, [frame({ head: text, length: 70_000 })])
    await settled()
    memoryBefore = await collectedMb(server)
  })
  after(() => server[Symbol.asyncDispose]())

  for (const hostile of [...bodies, ...heads])
    test(
      `${hostile.name} is answered with ${hostile.statuses.join()}, and not read to the end`,
      limit,
      async () => {
        for (let time = 0; time < times; time++) {
          assert.deepEqual(await statusesOf(server.url, hostile), hostile.statuses)
          await assertAnswers()
        }
      },
    )

  for (const [name, code, pieces] of frames)
    test(`${name} ends the stream with ${code}`, limit, async () => {
      for (let time = 0; time < times; time++) {
        assert.equal(await codeAfter(server.url, pieces()), code)
        await assertAnswers()
      }
    })

  test('none of the requests leaked memory', limit, async (context) => {
    await settled()
    const more = (await collectedMb(server)) - memoryBefore
    context.diagnostic(`${more.toFixed(1)} MB more than ${memoryBefore.toFixed(1)} MB`)
    assert.ok(more <= memoryLimitMb, `${more} MB more`)
  })
})
