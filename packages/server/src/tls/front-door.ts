import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer, type Server as TlsServer, type TLSSocket } from 'node:tls'
import type { Certificates } from './credentials.ts'

export interface FrontDoorOptions {
  /** How long a caller may take to say the first byte, and then to agree on a key; 5 s when absent. */
  readonly patienceMs?: number
  /** Told of every socket that TLS was undone for, and of the connection that it stands for. */
  readonly onSecured?: (socket: TLSSocket, within: Socket) => void
}

/** HTTP and HTTPS on one port. Disposing of it turns away everyone who is not yet through. */
export interface FrontDoor extends Disposable {
  /** Callers by TLS with whom no key was agreed upon: among them all who do not trust the certificate. */
  readonly handshakeFailures: number
}

type ConnectionListener = (this: Server, socket: Socket) => void

/** Every TLS connection begins with a record of this type, and no HTTP request does. */
const handshakeRecord = 0x16

const contextOf = (certificates: Certificates) => {
  const { key, cert } = certificates.current()
  return { key, cert, minVersion: 'TLSv1.2' } as const
}

/** A live connection is known by its two ends, whichever of Node's objects for it one has at hand. */
const endsOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`

class Door implements FrontDoor {
  readonly #server: Server
  readonly #patienceMs: number
  readonly #onSecured: FrontDoorOptions['onSecured']
  readonly #listeners: readonly ConnectionListener[]
  readonly #tls: TlsServer
  readonly #renewals: Disposable
  /** Whoever is not through yet, by the ends of the connection. The patience bounds it. */
  readonly #arriving = new Map<string, Socket>()
  #isOpen = true
  #handshakeFailures = 0

  constructor(
    server: Server,
    certificates: Certificates,
    { patienceMs = 5_000, onSecured }: FrontDoorOptions,
  ) {
    this.#server = server
    this.#patienceMs = patienceMs
    this.#onSecured = onSecured
    // Whoever listens for connections takes a socket.
    this.#listeners = server.listeners('connection') as ConnectionListener[]
    this.#tls = createServer({
      ...contextOf(certificates),
      handshakeTimeout: patienceMs,
      ALPNProtocols: ['http/1.1'],
    })
    this.#tls.on('secureConnection', (socket) => this.#letInByTls(socket))
    this.#tls.on('tlsClientError', (_error, socket) => this.#noteFailure(socket))
    this.#renewals = certificates.onChange(() => this.#tls.setSecureContext(contextOf(certificates)))
    server.removeAllListeners('connection')
    server.on('connection', (socket) => this.#meet(socket))
  }

  get handshakeFailures(): number {
    return this.#handshakeFailures
  }

  [Symbol.dispose](): void {
    this.#isOpen = false
    this.#renewals[Symbol.dispose]()
    for (const socket of this.#arriving.values()) socket.destroy()
  }

  #meet(socket: Socket): void {
    if (!this.#isOpen) socket.destroy()
    // By us, or by someone who saw it first.
    if (socket.destroyed) return
    const ends = endsOf(socket)
    this.#arriving.set(ends, socket)
    socket.once('close', () => {
      if (this.#arriving.get(ends) === socket) this.#arriving.delete(ends)
    })
    firstBytes(socket, this.#patienceMs, (head) => {
      socket.unshift(head)
      if (head[0] === handshakeRecord) this.#agreeOnKey(socket)
      else this.#letIn(socket)
    })
  }

  #agreeOnKey(socket: Socket): void {
    // As with any HTTPS server: who hangs up has left. HTTP servers alone wait for what was asked before.
    socket.allowHalfOpen = false
    this.#tls.emit('connection', socket)
  }

  #letInByTls(socket: TLSSocket): void {
    const within = this.#arriving.get(endsOf(socket))
    if (within !== undefined) this.#onSecured?.(socket, within)
    this.#letIn(socket)
  }

  #letIn(socket: Socket): void {
    this.#arriving.delete(endsOf(socket))
    for (const listener of this.#listeners) listener.call(this.#server, socket)
  }

  #noteFailure(socket: TLSSocket): void {
    if (this.#isOpen) this.#handshakeFailures++
    socket.destroy()
  }
}

/** Waits for the first bytes, all that have come, and leaves the socket as it was; one that sends none is ended. */
const firstBytes = (socket: Socket, patienceMs: number, found: (head: Buffer) => void): void => {
  const turnAway = (): void => void socket.destroy()
  const look = (): void => {
    // No encoding is set: bytes it is.
    const head = socket.read() as Buffer | null
    if (head === null) return
    socket.setTimeout(0, turnAway)
    socket.off('readable', look).off('end', turnAway).off('error', turnAway)
    found(head)
  }
  socket.setTimeout(patienceMs, turnAway)
  socket.on('readable', look).on('end', turnAway).on('error', turnAway)
}

/**
 * Stands in front of an HTTP server and looks at the first byte of each connection: TLS is undone first, anything else
 * goes on as it is. The HTTP server remains the one that listens, with its time-outs and limits, and sees requests by TLS
 * with `request.socket.encrypted`. Who listens for its connections already is told of them behind the door, who begins to
 * listen later in front of it.
 */
export const frontDoor = (
  server: Server,
  certificates: Certificates,
  options: FrontDoorOptions = {},
): FrontDoor => new Door(server, certificates, options)
