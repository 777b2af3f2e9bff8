import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { on, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { request as requestByTls } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises'
import { connect as connectByTls, type TLSSocket } from 'node:tls'
import { WebSocket, WebSocketServer } from 'ws'
import { BoatCertificates } from '#tls/boat-certificates.ts'
import type { Certificates } from '#tls/credentials.ts'
import { every } from '#system-clock.ts'
import { frontDoor, type FrontDoor, type FrontDoorOptions } from '#tls/front-door.ts'
import { openCertificates, type CertificateOptions } from '#tls/open-certificates.ts'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
const dayMs = 86_400_000

/** Responds with the request, its body size, and whether it was encrypted. */
const tell = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request)
  const isByTls = (request.socket as Partial<TLSSocket>).encrypted === true
  if (request.url?.startsWith('/long') === true) response.write(' '.repeat(20_000))
  response.end(`${request.method} ${request.url} ${body.length} ${isByTls ? 'by TLS' : 'plain'}\n`)
}

interface OfficeOptions extends FrontDoorOptions {
  readonly headersTimeout?: number
  readonly given?: NonNullable<CertificateOptions['given']>
}

/** An HTTP server behind a front door that records its requests. */
class Office implements AsyncDisposable {
  readonly server: Server
  readonly door: FrontDoor
  readonly certificates: Certificates
  readonly port: number
  readonly #folder: string
  readonly #streams: WebSocketServer

  static async open({
    timeoutMs = 2_000,
    headersTimeout = 10_000,
    ...more
  }: OfficeOptions = {}): Promise<Office> {
    const server = createServer(
      { headersTimeout, requestTimeout: headersTimeout, connectionsCheckingInterval: 50 },
      (request, response) => void tell(request, response),
    )
    const folder = mkdtempSync(join(tmpdir(), 'marinedata-tls-'))
    const options = { folder, hostName: 'aura', addresses: () => ['127.0.0.1'], ...more }
    const certificates = openCertificates(options, Date.now())
    const door = frontDoor(server, certificates, { timeoutMs, ...more })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Office(server, door, { certificates, folder })
  }

  private constructor(
    server: Server,
    door: FrontDoor,
    { certificates, folder }: { certificates: Certificates; folder: string },
  ) {
    this.server = server
    this.door = door
    this.certificates = certificates
    this.#folder = folder
    this.port = (server.address() as AddressInfo).port
    this.#streams = new WebSocketServer({ server })
    this.#streams.on('connection', (stream, request) => {
      stream.on('error', () => undefined)
      stream.send('encrypted' in request.socket ? 'by TLS' : 'plain')
      stream.on('message', (message) => stream.send(message))
    })
  }

  get authority(): string {
    return this.certificates.current().caPem!
  }

  /** Opens a connection for raw bytes. */
  async call(kind: Kind): Promise<Socket> {
    if (kind === 'plain') {
      const socket = connect(this.port, '127.0.0.1')
      socket.setNoDelay(true)
      await once(socket, 'connect')
      return socket
    }
    const socket = connectByTls({ host: '127.0.0.1', port: this.port, ca: this.authority })
    socket.setNoDelay(true)
    await once(socket, 'secureConnect')
    return socket
  }

  async connections(): Promise<number> {
    return await new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  }

  /** Waits until the last connection is closed. */
  async empty(): Promise<void> {
    while ((await this.connections()) > 0) await delay(10)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stream of this.#streams.clients) stream.terminate()
    this.door[Symbol.dispose]()
    this.certificates[Symbol.dispose]()
    this.server.closeAllConnections()
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve))
    rmSync(this.#folder, { recursive: true })
  }
}

type Kind = 'plain' | 'by TLS'
const kinds: readonly Kind[] = ['plain', 'by TLS']

/** Reads until the text contains what is expected. */
const hear = async (socket: Socket, awaited: string): Promise<string> => {
  let received = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += String(chunk)
    if (received.includes(awaited)) return received
  }
  return assert.fail(`instead of ${awaited}: ${received}`)
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: aura\r\n\r\n`

/** Waits until the connection is closed in any way. */
const ended = async (socket: Socket): Promise<void> => {
  socket.on('error', () => undefined)
  socket.resume()
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}

/** The error of a connection that is not established. */
const failureOf = (socket: Socket): Promise<NodeJS.ErrnoException> =>
  new Promise((resolve) => socket.once('error', resolve))

/** The first bytes of a TLS client. */
const clientHello = async (): Promise<Buffer> => {
  const listener = createServer()
  listener.removeAllListeners('connection')
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = connectByTls({ host: '127.0.0.1', port: (listener.address() as AddressInfo).port })
  client.on('error', () => undefined)
  const [socket] = (await once(listener, 'connection')) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  client.destroy()
  socket.destroy()
  listener.close()
  return bytes
}

test('a phone that trusts only the boat’s authority connects under every name', limit, async () => {
  await using office = await Office.open()
  for (const host of ['aura', 'aura.local', 'localhost', '127.0.0.1']) {
    const request = requestByTls({
      host: '127.0.0.1',
      port: office.port,
      path: '/log',
      ca: office.authority,
      headers: { host },
      ...(host === '127.0.0.1' ? {} : { servername: host }),
    }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    assert.equal(await text(response), 'GET /log 0 by TLS\n')
  }
})

test('a phone rejects a name that is not the boat’s', limit, async () => {
  await using office = await Office.open()
  const socket = connectByTls({
    host: '127.0.0.1',
    port: office.port,
    ca: office.authority,
    servername: 'bank.example',
  })
  assert.equal((await failureOf(socket)).code, 'ERR_TLS_CERT_ALTNAME_INVALID')
})

test('a phone without the authority rejects the certificate, and the failure is counted', limit, async () => {
  await using office = await Office.open()
  const socket = connectByTls({ host: '127.0.0.1', port: office.port, servername: 'aura.local' })
  assert.match((await failureOf(socket)).code!, /SELF_SIGNED|UNABLE_TO/)
  await office.empty()
  assert.equal(office.door.handshakeFailures, 1)
})

test('an app identifies the boat by the pin of the link, without trusting its authority', limit, async () => {
  await using office = await Office.open()
  const socket = connectByTls({ host: '127.0.0.1', port: office.port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const key = socket.getPeerX509Certificate()!.publicKey.export({ type: 'spki', format: 'der' })
  assert.equal(createHash('sha256').update(key).digest('base64url'), office.certificates.current().pin)
  socket.destroy()
})

test('supports only TLS 1.2 and later, and only HTTP/1.1', limit, async () => {
  await using office = await Office.open()
  const options = { host: '127.0.0.1', port: office.port, ca: office.authority }
  const old = connectByTls({
    ...options,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'ALL:@SECLEVEL=0',
  })
  assert.match((await failureOf(old)).message, /version/)
  const other = connectByTls({ ...options, ALPNProtocols: ['h2'] })
  assert.match((await failureOf(other)).message, /application protocol/)
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = connectByTls({
      ...options,
      minVersion: version,
      maxVersion: version,
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    await once(socket, 'secureConnect')
    assert.equal(socket.getProtocol(), version)
    assert.equal(socket.alpnProtocol, 'http/1.1')
    socket.destroy()
  }
})

for (const kind of kinds) {
  test(`requests arrive completely ${kind}: in one piece, byte by byte, many at once`, limit, async () => {
    await using office = await Office.open()
    const socket = await office.call(kind)
    socket.write(get('/one'))
    assert.match(await hear(socket, `GET /one 0 ${kind}\n`), /^HTTP\/1\.1 200 OK/)
    // As a later request, and as the first one.
    for (const slow of [socket, await office.call(kind)]) {
      for (const byte of get('/slow')) {
        slow.write(byte)
        await immediate()
      }
      await hear(slow, `GET /slow 0 ${kind}\n`)
      slow.destroy()
    }

    const crowd = await office.call(kind)
    const asked = Array.from({ length: 200 }, (_, at) => `/long/${at}`)
    crowd.write(asked.map(get).join(''))
    const answers = await hear(crowd, `GET /long/199 0 ${kind}\n`)
    assert.deepEqual(
      Array.from(answers.matchAll(/GET (\S+) 0/g), ([, path]) => path),
      asked,
    )
    crowd.destroy()
  })

  test(`60 KB arrive completely ${kind}, with the first request and with a later one`, limit, async () => {
    await using office = await Office.open()
    const socket = await office.call(kind)
    const body = 'x'.repeat(60_000)
    for (const path of ['/first', '/later', '/last']) {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: aura\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      await hear(socket, `POST ${path} 60000 ${kind}\n`)
    }
    socket.destroy()
  })

  test(`a stream opens ${kind} and carries messages both ways`, limit, async () => {
    await using office = await Office.open()
    const scheme = kind === 'plain' ? 'ws' : 'wss'
    const stream = new WebSocket(`${scheme}://127.0.0.1:${office.port}/`, { ca: office.authority })
    // Listens from the start: the hello may arrive with the upgrade response.
    const words = on(stream, 'message', { close: ['close'] })
    const next = async (): Promise<string> => {
      const { value } = (await words.next()) as { value: [Buffer] }
      return value[0].toString()
    }
    await once(stream, 'open')
    stream.send('tack')
    stream.send('gybe'.repeat(10_000))
    assert.deepEqual([await next(), await next(), await next()], [kind, 'tack', 'gybe'.repeat(10_000)])
    stream.close()
    await once(stream, 'close')
    await office.empty()
  })

  test(`an incomplete request ${kind} is answered in time`, limit, async () => {
    await using office = await Office.open({ headersTimeout: 300 })
    const socket = await office.call(kind)
    socket.write('GET / HTTP/1.1\r\n')
    assert.match(await text(socket), /^HTTP\/1\.1 408 /)
  })

  test(`a client that closes after its request ${kind} leaves nothing behind`, limit, async () => {
    await using office = await Office.open()
    const socket = await office.call(kind)
    socket.end(get('/farewell'))
    await ended(socket)
    await office.empty()
  })
}

test('a handshake sent byte by byte completes', limit, async () => {
  await using office = await Office.open()
  const line = await office.call('plain')
  const dribble = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      void (async () => {
        for (const byte of chunk) {
          line.write(Buffer.of(byte))
          await immediate()
        }
        done()
      })()
    },
  })
  line.on('data', (chunk) => dribble.push(chunk))
  const socket = connectByTls({ socket: dribble, ca: office.authority, servername: 'aura.local' })
  await once(socket, 'secureConnect')
  socket.write(get('/drop-by-drop'))
  await hear(socket, 'GET /drop-by-drop 0 by TLS\n')
  line.destroy()
})

test('bytes that are neither TLS nor HTTP are rejected as malformed HTTP', limit, async () => {
  await using office = await Office.open()
  for (const noise of ['\x00\x01\x02', '\x80.\x01\x03\x01', 'SSH-2.0-x\r\n', '\x15\x03\x01']) {
    const socket = await office.call('plain')
    socket.write(Buffer.from(noise, 'latin1'))
    assert.match(await text(socket), /^HTTP\/1\.1 400 Bad Request/)
  }
  assert.equal(office.door.handshakeFailures, 0)
})

test('random bytes that begin like TLS are rejected and counted', limit, async () => {
  await using office = await Office.open()
  const noises = ['\x16', '\x16GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01\x00\x05hello', '\x16'.repeat(70_000)]
  for (const noise of noises) {
    const socket = await office.call('plain')
    socket.end(Buffer.from(noise, 'latin1'))
    await ended(socket)
  }
  await office.empty()
  assert.equal(office.door.handshakeFailures, noises.length)
})

test('silent connections and incomplete handshakes are closed in time', limit, async () => {
  await using office = await Office.open({ timeoutMs: 400 })
  const hello = await clientHello()
  const silent = await office.call('plain')
  const halting = await office.call('plain')
  halting.write(hello.subarray(0, 100))
  const dribbling = await office.call('plain')
  dribbling.on('error', () => undefined)
  let at = 0
  using _drops = every(50, () => dribbling.write(hello.subarray(at, ++at)))
  const begun = performance.now()
  await Promise.all([silent, halting, dribbling].map(ended))
  const taken = performance.now() - begun
  assert.ok(taken > 300 && taken < 5_000, `${taken} ms`)
  await office.empty()
  assert.equal(office.door.handshakeFailures, 2)
})

test('a connection lost at any moment leaves nothing behind', limit, async () => {
  await using office = await Office.open()
  const hello = await clientHello()
  const request = Buffer.from(get('/').repeat(2))
  const cut = async (bytes: Buffer, how: 'reset' | 'end' | 'wait'): Promise<void> => {
    const socket = await office.call('plain')
    socket.on('error', () => undefined)
    if (bytes.length > 0) socket.write(bytes)
    if (how === 'wait') await delay(2)
    if (how === 'end') socket.end()
    else socket.resetAndDestroy()
    await ended(socket)
  }
  for (const bytes of [hello, request])
    for (const how of ['reset', 'end', 'wait'] as const)
      for (let length = 0; length <= bytes.length; length += length < 8 ? 1 : 61)
        await cut(bytes.subarray(0, length), how)
  for (let round = 0; round < 20; round++) {
    const socket = connectByTls({ host: '127.0.0.1', port: office.port, ca: office.authority })
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'secureConnect'), delay(round / 2)])
    socket.write(get('/'))
    await delay(round / 4)
    socket.destroy()
  }
  await office.empty()
  const socket = await office.call('by TLS')
  socket.write(get('/after'))
  await hear(socket, 'GET /after 0 by TLS\n')
  socket.destroy()
})

test('closing ends pending connections and answers accepted requests', limit, async () => {
  await using office = await Office.open({ timeoutMs: 15_000 })
  const hello = await clientHello()
  const waiting = await Promise.all(Array.from({ length: 30 }, () => office.call('plain')))
  for (const [at, socket] of waiting.entries())
    if (at % 3 > 0) socket.write(hello.subarray(0, at % 3 === 1 ? 1 : 200))
  const inside = await Promise.all(kinds.map((kind) => office.call(kind)))
  for (const socket of inside) socket.write(get('/').slice(0, 10))
  // A later client was served, so the earlier bytes have been read.
  const later = await office.call('by TLS')
  later.write(get('/'))
  await hear(later, 'by TLS')
  const begun = performance.now()
  office.door[Symbol.dispose]()
  await Promise.all(waiting.map(ended))
  for (const [at, socket] of inside.entries()) {
    socket.write(get('/').slice(10))
    await hear(socket, kinds[at]!)
  }
  const late = connect(office.port, '127.0.0.1')
  await ended(late)
  const closed = once(office.server, 'close')
  office.server.close()
  office.server.closeAllConnections()
  await closed
  assert.ok(performance.now() - begun < timeLimit(5_000))
  assert.equal(office.door.handshakeFailures, 0)
})

test('the connection guard sees every connection first, and identifies it after TLS', limit, async () => {
  const seen: Socket[] = []
  const lineBySocket = new Map<Socket, Socket>()
  await using office = await Office.open({
    onSecured: (socket, within) => lineBySocket.set(socket, within),
  })
  office.server.prependListener('connection', (socket) => seen.push(socket))
  for (const kind of kinds) {
    const asked = once(office.server, 'request') as Promise<[IncomingMessage]>
    const socket = await office.call(kind)
    socket.write(get('/'))
    const [request] = await asked
    assert.equal(lineBySocket.get(request.socket) ?? request.socket, seen.at(-1))
    socket.destroy()
  }
  assert.equal(lineBySocket.size, 1)
  office.server.prependListener('connection', (socket) => socket.destroy())
  await ended(connect(office.port, '127.0.0.1'))
  await office.empty()
})

test(
  'a renewed certificate is used for new connections with the same pin, and old ones stay open',
  limit,
  async () => {
    await using office = await Office.open()
    const pin = office.certificates.current().pin
    const serialOf = (socket: Socket): string => (socket as TLSSocket).getPeerX509Certificate()!.serialNumber
    const before = await office.call('by TLS')
    assert.equal(office.certificates.renewIfDue(Date.now() + 300 * dayMs), false)
    // A certificate begins one day before this time, which is in the past.
    assert.equal(office.certificates.renewIfDue(Date.now() + 337 * dayMs), true)
    const tooEarly = connectByTls({ host: '127.0.0.1', port: office.port, ca: office.authority })
    assert.equal((await failureOf(tooEarly)).code, 'CERT_NOT_YET_VALID')
    assert.equal(office.certificates.renewIfDue(Date.now()), true)
    const after = await office.call('by TLS')
    assert.notEqual(serialOf(after), serialOf(before))
    assert.equal(office.certificates.current().pin, pin)
    for (const socket of [before, after]) {
      socket.write(get('/'))
      await hear(socket, 'GET / 0 by TLS\n')
      socket.destroy()
    }
  },
)

test('uses a certificate of another authority, and its successor without a restart', limit, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-other-'))
  let addresses = ['127.0.0.1']
  const other = new BoatCertificates({ folder, hostName: 'other', addresses: () => addresses }, Date.now())
  const given = {
    certificate: join(folder, 'tls/server.pem'),
    key: join(folder, 'tls/server.key'),
    lookEveryMs: 20,
  }
  await using office = await Office.open({ given })
  const seen = async (): Promise<string> => {
    const socket = connectByTls({ host: '127.0.0.1', port: office.port, ca: other.current().caPem! })
    await once(socket, 'secureConnect')
    const names = socket.getPeerX509Certificate()!.subjectAltName!
    socket.destroy()
    return names
  }
  assert.doesNotMatch(await seen(), /10\.0\.0\.9/)
  const changed = new Promise<void>((resolve) => office.certificates.onChange(resolve))
  addresses = ['10.0.0.9']
  assert.equal(other.renewIfDue(Date.now()), true)
  await changed
  assert.match(await seen(), /10\.0\.0\.9/)
  rmSync(folder, { recursive: true })
})
