import { constants } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import {
  createSecureContext,
  createServer,
  type SecureContext,
  type Server as TlsServer,
  type TLSSocket,
} from 'node:tls'
import type { Certificates } from './credentials.ts'

export interface FrontDoorOptions {
  /** Timeout for the first byte, and then for the TLS handshake; 5 s when absent. */
  readonly timeoutMs?: number
  /** Called with every TLS socket after its handshake, and with the TCP socket below it. */
  readonly onSecured?: (socket: TLSSocket, within: Socket) => void
}

/** HTTP and HTTPS on one port. Disposing it closes all connections that have not reached the HTTP server. */
export interface FrontDoor extends Disposable {
  /** Failed TLS handshakes, including clients that do not trust the certificate. */
  readonly handshakeFailures: number
}

type ConnectionListener = (this: Server, socket: Socket) => void

/** Every TLS connection begins with a record of this type, and no HTTP request does. */
const handshakeRecord = 0x16

/** The suites of TLS 1.3, and with TLS 1.2 those with forward secrecy and authenticated encryption: no CBC. */
const cipherSuites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  // For a certificate of the settings that has an RSA key.
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-RSA-CHACHA20-POLY1305',
]

/** Applies to every context: a context that replaces another also replaces its protocol settings. */
const protocolSettings = {
  minVersion: 'TLSv1.2',
  ciphers: cipherSuites.join(':'),
  // A client that repeats the handshake without end would cost the server a signature each time.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const

const contextOf = (certificates: Certificates) => {
  const { key, cert } = certificates.current()
  return { key, cert, ...protocolSettings }
}

/** The certificate for names that not all devices accept, created again when the certificates change. */
class WiderContext {
  readonly #certificates: Certificates
  #context: SecureContext | undefined

  constructor(certificates: Certificates) {
    this.#certificates = certificates
    this.refresh()
  }

  refresh(): void {
    const { key, wider } = this.#certificates.current()
    this.#context = wider && createSecureContext({ key, cert: wider.cert, ...protocolSettings })
  }

  /** Undefined for a name of the usual certificate. */
  of(name: string): SecureContext | undefined {
    return this.#certificates.current().wider?.isFor(name.toLowerCase()) === true ? this.#context : undefined
  }
}

/** Identifies a live connection by its two ends, which are equal for its TCP and TLS sockets. */
const endsOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`

class Door implements FrontDoor {
  readonly #server: Server
  readonly #timeoutMs: number
  readonly #onSecured: FrontDoorOptions['onSecured']
  readonly #listeners: readonly ConnectionListener[]
  readonly #tls: TlsServer
  readonly #renewals: Disposable
  /** Connections that have not reached the HTTP server, by their ends. The timeout bounds their number. */
  readonly #pending = new Map<string, Socket>()
  #isOpen = true
  #handshakeFailures = 0

  constructor(
    server: Server,
    certificates: Certificates,
    { timeoutMs = 5_000, onSecured }: FrontDoorOptions,
  ) {
    this.#server = server
    this.#timeoutMs = timeoutMs
    this.#onSecured = onSecured
    // Listeners of 'connection' take a socket.
    this.#listeners = server.listeners('connection') as ConnectionListener[]
    const wider = new WiderContext(certificates)
    this.#tls = createServer({
      ...contextOf(certificates),
      SNICallback: (name, reply) => reply(null, wider.of(name)),
      handshakeTimeout: timeoutMs,
      ALPNProtocols: ['http/1.1'],
    })
    this.#tls.on('secureConnection', (socket) => this.#acceptTls(socket))
    this.#tls.on('tlsClientError', (_error, socket) => this.#noteFailure(socket))
    this.#renewals = certificates.onChange(() => {
      this.#tls.setSecureContext(contextOf(certificates))
      wider.refresh()
    })
    server.removeAllListeners('connection')
    server.on('connection', (socket) => this.#inspect(socket))
  }

  get handshakeFailures(): number {
    return this.#handshakeFailures
  }

  [Symbol.dispose](): void {
    this.#isOpen = false
    this.#renewals[Symbol.dispose]()
    for (const socket of this.#pending.values()) socket.destroy()
  }

  #inspect(socket: Socket): void {
    if (!this.#isOpen) socket.destroy()
    // Destroyed here, or by an earlier listener.
    if (socket.destroyed) return
    const ends = endsOf(socket)
    this.#pending.set(ends, socket)
    socket.once('close', () => {
      if (this.#pending.get(ends) === socket) this.#pending.delete(ends)
    })
    firstBytes(socket, this.#timeoutMs, (head) => {
      socket.unshift(head)
      if (head[0] === handshakeRecord) this.#startTls(socket)
      else this.#accept(socket)
    })
  }

  #startTls(socket: Socket): void {
    // As in Node's HTTPS server: a closed write side ends the connection. Only plain HTTP allows half-open sockets.
    socket.allowHalfOpen = false
    this.#tls.emit('connection', socket)
  }

  #acceptTls(socket: TLSSocket): void {
    const within = this.#pending.get(endsOf(socket))
    if (within !== undefined) this.#onSecured?.(socket, within)
    this.#accept(socket)
  }

  #accept(socket: Socket): void {
    this.#pending.delete(endsOf(socket))
    for (const listener of this.#listeners) listener.call(this.#server, socket)
  }

  #noteFailure(socket: TLSSocket): void {
    if (this.#isOpen) this.#handshakeFailures++
    socket.destroy()
  }
}

/** Reads the first bytes, then removes all listeners again. Destroys a socket that sends nothing. */
const firstBytes = (socket: Socket, timeoutMs: number, found: (head: Buffer) => void): void => {
  const destroy = (): void => void socket.destroy()
  const read = (): void => {
    // A buffer, because no encoding is set.
    const head = socket.read() as Buffer | null
    if (head === null) return
    socket.setTimeout(0, destroy)
    socket.off('readable', read).off('end', destroy).off('error', destroy)
    found(head)
  }
  socket.setTimeout(timeoutMs, destroy)
  socket.on('readable', read).on('end', destroy).on('error', destroy)
}

/**
 * Inspects the first byte of each connection of an HTTP server: TLS connections are decrypted first, others are passed
 * on as they are. The HTTP server keeps listening, with its timeouts and limits, and sees TLS requests with
 * `request.socket.encrypted`. Existing 'connection' listeners receive connections after this step, later ones before
 * it.
 */
export const frontDoor = (
  server: Server,
  certificates: Certificates,
  options: FrontDoorOptions = {},
): FrontDoor => new Door(server, certificates, options)
