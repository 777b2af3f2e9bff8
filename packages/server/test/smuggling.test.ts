import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { talk, type RawAnswer } from './raw-connection.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'

const limit = { timeout: 300_000 }
const json = 'Content-Type: application/json\r\n'
const chunked = 'Transfer-Encoding: chunked\r\n'
/** The path of an unknown device: its routes read the body and answer 404. */
const pilots = '/marinedata/v2/api/vessels/self/autopilots/nobody'
const mode = `PUT ${pilots}/mode HTTP/1.1\r\n`
const wind = '{"value":"wind"}'
const windChunk = `10\r\n${wind}\r\n`

/** `@` in a case stands for the Host header. */
const host = '@'
const smuggled = `GET /smuggled HTTP/1.1\r\n${host}\r\n`
const marker = `GET /marker HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
const lengthOf = (text: string): string => `Content-Length: ${text.length}\r\n`
/** Without the placeholder, which is replaced by a longer header: the length of a body must be exact. */
const body = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

type Case = readonly [name: string, bytes: string]

/** The RFC, or caution, requires that these are rejected and the connection closed. */
const refused: readonly Case[] = [
  ['a length and chunks', `${mode}${host}${json}Content-Length: 16\r\n${chunked}\r\n0\r\n\r\n${smuggled}`],
  ['chunks and a length', `${mode}${host}${json}${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a length and chunks of no length', `${mode}${host}${chunked}Content-Length: 0\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${mode}${host}${json}Content-Length: 16\r\nContent-Length: 0\r\n\r\n${wind}`],
  ['the same length twice', `${mode}${host}${json}Content-Length: 16\r\nContent-Length: 16\r\n\r\n${wind}`],
  ['a list of lengths', `${mode}${host}${json}Content-Length: 16, 16\r\n\r\n${wind}`],
  ['a length with a sign', `${mode}${host}${json}Content-Length: +16\r\n\r\n${wind}`],
  ['a length below nothing', `${mode}${host}${json}Content-Length: -1\r\n\r\n${wind}`],
  ['a length in hexadecimal', `${mode}${host}${json}Content-Length: 0x10\r\n\r\n${wind}`],
  ['a length in two words', `${mode}${host}${json}Content-Length: 1 6\r\n\r\n${wind}`],
  ['a length that says nothing', `${mode}${host}${json}Content-Length:\r\n\r\n${wind}`],
  ['a length beyond all numbers', `${mode}${host}${json}Content-Length: 99999999999999999999\r\n\r\n${wind}`],
  ['chunks not last', `${mode}${host}${json}Transfer-Encoding: chunked, gzip\r\n\r\n${windChunk}0\r\n\r\n`],
  ['chunks, then another coding', `${mode}${host}${json}${chunked}Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n`],
  ['a coding behind a vertical tab', `${mode}${host}${json}Transfer-Encoding: \vchunked\r\n\r\n0\r\n\r\n`],
  ['a space before the colon', `${mode}${host}${json}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a tab before the colon', `${mode}${host}${json}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n`],
  ['a space in a header name', `GET /x HTTP/1.1\r\n${host}Content Length: 5\r\n\r\n`],
  ['a header without a name', `GET /x HTTP/1.1\r\n${host}: 5\r\n\r\n`],
  ['a header without a colon', `GET /x HTTP/1.1\r\n${host}Chunked\r\n\r\n`],
  ['a bracket in a header name', `GET /x HTTP/1.1\r\n${host}X(Y: 5\r\n\r\n`],
  ['a first header that is folded', `GET /x HTTP/1.1\r\n X: y\r\n${host}\r\n`],
  ['a folded header', `GET /x HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
  ['a folded coding', `${mode}${host}${json}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
  ['lines that end without a return', `GET /x HTTP/1.1\n${host.trim()}\n\n`],
  ['one header without a return', `GET /x HTTP/1.1\r\nX: y\n${host}\r\n`],
  ['a return in a header', `GET /x HTTP/1.1\r\n${host}X: a\rTransfer-Encoding: chunked\r\n\r\n`],
  ['a NUL in a header', `GET /x HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ['a NUL in a header name', `GET /x HTTP/1.1\r\n${host}X\0: a\r\n\r\n`],
  ['a NUL in the address', `GET /x\0y HTTP/1.1\r\n${host}\r\n`],
  ['a NUL in the method', `G\0T /x HTTP/1.1\r\n${host}\r\n`],
  ['a chunk of no number', `${mode}${host}${json}${chunked}\r\nZZ\r\n${wind}\r\n0\r\n\r\n`],
  ['a chunk with a sign', `${mode}${host}${json}${chunked}\r\n-10\r\n${wind}\r\n0\r\n\r\n`],
  ['a chunk with 0x', `${mode}${host}${json}${chunked}\r\n0x10\r\n${wind}\r\n0\r\n\r\n`],
  [
    'a chunk beyond all numbers',
    `${mode}${host}${json}${chunked}\r\n${'F'.repeat(17)}\r\n${wind}\r\n0\r\n\r\n`,
  ],
  [
    'a chunk with a space behind its number',
    `${mode}${host}${json}${chunked}\r\n10 \r\n${wind}\r\n0\r\n\r\n`,
  ],
  ['a chunk that is longer than it says', `${mode}${host}${json}${chunked}\r\n3\r\n${wind}\r\n0\r\n\r\n`],
  ['chunk lines without a return', `${mode}${host}${json}${chunked}\r\n10\n${wind}\n0\n\n`],
  ['a chunk extension without a return', `${mode}${host}${json}${chunked}\r\n10;a=b\n${wind}\r\n0\r\n\r\n`],
  ['a chunk extension with a NUL', `${mode}${host}${json}${chunked}\r\n10;a=\0\r\n${wind}\r\n0\r\n\r\n`],
  [
    'a length behind the chunks',
    `${mode}${host}${json}${chunked}\r\n${windChunk}0\r\nContent-Length: 40\r\n\r\n`,
  ],
  [
    'a coding behind the chunks',
    `${mode}${host}${json}${chunked}\r\n${windChunk}0\r\n${chunked}\r\n0\r\n\r\n`,
  ],
  ['an unknown coding', `${mode}${host}${json}Transfer-Encoding: xchunked\r\n\r\n${windChunk}0\r\n\r\n`],
  ['no coding', `${mode}${host}${json}Transfer-Encoding: identity\r\n\r\n${smuggled}`],
  ['HTTP/0.9', 'GET /x\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a version that is none', `GET /x HTTP/9.9\r\n${host}\r\n`],
  ['a version in small letters', `GET /x http/1.1\r\n${host}\r\n`],
  ['a method in small letters', `get /x HTTP/1.1\r\n${host}\r\n`],
  ['an unknown method', `SAIL /x HTTP/1.1\r\n${host}\r\n`],
  ['a space in the address', `GET /x y HTTP/1.1\r\n${host}\r\n`],
  ['a tab behind the method', `GET\t/x HTTP/1.1\r\n${host}\r\n`],
  ['a space before the method', ` GET /x HTTP/1.1\r\n${host}\r\n`],
  ['no host', 'GET /x HTTP/1.1\r\n\r\n'],
  ['a handshake of TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03'],
]

/** One request each, with every kind of body: it is answered once, and so is the marker request behind it. */
const single: readonly (readonly [name: string, bytes: string, status: number])[] = [
  ['chunks', `${mode}${host}${json}${chunked}\r\n${windChunk}0\r\n\r\n`, 404],
  [
    'chunks in mixed letters',
    `${mode}${host}${json}transfer-ENCODING: ChUnKeD\r\n\r\n${windChunk}0\r\n\r\n`,
    404,
  ],
  ['chunk extensions', `${mode}${host}${json}${chunked}\r\n10;a=b;c="d"\r\n${wind}\r\n0;e\r\n\r\n`, 404],
  ['leading zeros of a chunk', `${mode}${host}${json}${chunked}\r\n0010\r\n${wind}\r\n00\r\n\r\n`, 404],
  [
    'a host behind the chunks',
    `${mode}${host}${json}${chunked}\r\n${windChunk}0\r\nHost: evil.example\r\n\r\n`,
    404,
  ],
  ['a request in a body that is no JSON by name', `${mode}${host}${lengthOf(body)}\r\n${body}`, 415],
  ['a request in the body of a GET', `GET /x HTTP/1.1\r\n${host}${lengthOf(body)}\r\n${body}`, 404],
  [
    'a request in the chunks of a GET',
    `GET /x HTTP/1.1\r\n${host}${chunked}\r\n23\r\n${body}\r\n0\r\n\r\n`,
    404,
  ],
  [
    'a request in a body that is not heeded',
    `POST ${pilots}/disengage HTTP/1.1\r\n${host}${lengthOf(body)}\r\n${body}`,
    404,
  ],
  [
    'a request in a body for another method',
    `POST ${pilots}/mode HTTP/1.1\r\n${host}${lengthOf(body)}\r\n${body}`,
    405,
  ],
  [
    'a request in a packed body',
    `${mode}${host}${json}Content-Encoding: gzip\r\n${lengthOf(body)}\r\n${body}`,
    415,
  ],
  [
    'a request in a body of two codings',
    `${mode}${host}${json}Transfer-Encoding: gzip, chunked\r\n\r\n23\r\n${body}\r\n0\r\n\r\n`,
    415,
  ],
  [
    'a request in an unexpected body',
    `${mode}${host}${json}Expect: rain\r\n${lengthOf(body)}\r\n${body}`,
    417,
  ],
  ['an empty line ahead', `\r\nGET /x HTTP/1.1\r\n${host}\r\n`, 404],
  ['an address in full', `GET http://127.0.0.1/x HTTP/1.1\r\n${host}\r\n`, 404],
  ['a second host', `GET /x HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`, 404],
  [
    'a second host that is let in nowhere',
    `GET /marinedata HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`,
    421,
  ],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404],
  ['a TRACE', `TRACE /x HTTP/1.1\r\n${host}\r\n`, 404],
]

/** One request each, after which the connection is closed: bytes behind it are ignored. */
const last: readonly (readonly [name: string, bytes: string, status: number])[] = [
  [
    'a request that says it is the last',
    `GET /x HTTP/1.1\r\n${host}Connection: close\r\n\r\n${smuggled}`,
    404,
  ],
  ['HTTP/1.0', `GET /x HTTP/1.0\r\n${host}\r\n${smuggled}`, 404],
  ['HTTP/1.0 with chunks', `PUT /x HTTP/1.0\r\n${host}${chunked}\r\n0\r\n\r\n${smuggled}`, 404],
  ['a body that is no JSON', `${mode}${host}${json}${lengthOf(body)}\r\n${body}${smuggled}`, 400],
  [
    'a body that is announced as too large',
    `${mode}${host}${json}Content-Length: 70000\r\n\r\n${smuggled}`,
    413,
  ],
  ['no coding of nothing', `GET /x HTTP/1.1\r\n${host}Transfer-Encoding: identity\r\n\r\n${smuggled}`, 404],
  [
    'a body for which nobody is asked',
    `${mode}Host: evil.example\r\n${json}Expect: 100-continue\r\n${lengthOf(body)}\r\n${body}${smuggled}`,
    421,
  ],
  [
    'a stream at no address',
    `GET /x HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n${smuggled}`,
    404,
  ],
  [
    'a stream without its key',
    `GET /marinedata/v1/stream HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n${smuggled}`,
    400,
  ],
  [
    'another protocol',
    `GET /x HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n${smuggled}`,
    404,
  ],
]

const isSmuggled = ({ body: text }: RawAnswer): boolean => text.includes('smuggled')
const isMarker = ({ body: text }: RawAnswer): boolean => text.includes('/marker')

suite('request smuggling', () => {
  let boat: Boat

  before(async () => {
    boat = await startBoat()
  })
  after(() => boat[Symbol.asyncDispose]())

  const bytesOf = (text: string): Buffer => {
    const { host: name } = new URL(boat.url)
    return Buffer.from(text.replaceAll(host, `Host: ${name}\r\n`), 'latin1')
  }

  test('sends 100 Continue once the request is authorised', limit, async () => {
    const asking = `${mode}${host}${json}Expect: 100-continue\r\n${lengthOf(wind)}\r\n${wind}`
    const { answers } = await talk(boat.url, bytesOf(`${asking}${marker}`))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [100, 404, 404],
    )
  })

  for (const pieces of ['whole', 'bytes'] as const) {
    for (const [name, bytes] of refused)
      test(`${name} is rejected, and the connection closed (${pieces})`, limit, async () => {
        const { answers, rest } = await talk(boat.url, bytesOf(`${bytes}${marker}`), pieces)
        assert.deepEqual(
          answers.map(({ status }) => status),
          [400],
          JSON.stringify(answers),
        )
        assert.equal(rest, '')
        assert.equal(answers[0]!.headers.get('connection'), 'close')
      })

    for (const [name, bytes, status] of single)
      test(`${name} is one request (${pieces})`, limit, async () => {
        const { answers, rest } = await talk(boat.url, bytesOf(`${bytes}${marker}`), pieces)
        // A body of unknown length that is still coming when its request is answered is not read: the server hangs up.
        const mayHangUp = pieces === 'bytes' && bytes.includes('chunked')
        const expected = [
          [status, false],
          [404, true],
        ]
        assert.deepEqual(
          answers.map((answer) => [answer.status, isMarker(answer)]),
          mayHangUp ? expected.slice(0, answers.length) : expected,
        )
        assert.ok(answers.length > 0)
        assert.ok(!answers.some(isSmuggled), JSON.stringify(answers))
        assert.equal(rest, '')
      })

    for (const [name, bytes, status] of last)
      test(`${name} is one request, and the last (${pieces})`, limit, async () => {
        const { answers, rest } = await talk(boat.url, bytesOf(`${bytes}${marker}`), pieces)
        assert.deepEqual(
          answers.map((answer) => answer.status),
          [status],
        )
        assert.ok(!answers.some(isSmuggled), JSON.stringify(answers))
        assert.equal(rest, '')
      })
  }
})
