import type { Clock, ConsoleClientOwner, Session } from '@marinedata/core'
import { actorKey, checkOf, MarineDataError, StreamQuery, type ProductWord } from '@marinedata/model'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Door, Gate, Visitor } from '../gate.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { hangUp, refuseSocket } from '../refuse-socket.ts'
import { addressQuery } from './address-query.ts'
import { MessageHandler } from './message-handler.ts'
import type { PlaybackServer } from './playback/playback-server.ts'
import { StreamConnection } from './stream-connection.ts'
import type { StreamDialect } from './stream-dialect.ts'
import type { StreamActions } from './verbs.ts'
import { wireOf } from './wire.ts'

export interface StreamServerOptions {
  readonly productWord: ProductWord
  readonly gate: Gate
  readonly clock: Clock
  readonly log: Logger
  readonly actions: StreamActions
  readonly sessions: {
    open(connection: StreamConnection): Session
    close(session: Session): void
  }
  /** The first is the native dialect. */
  readonly dialects: readonly [StreamDialect, ...StreamDialect[]]
  readonly sequence: () => number
  readonly connections: Pick<ConnectionGuard, 'markKnown'>
  /** Plays the history on a separate path. */
  readonly playback: PlaybackServer
}

const limits = {
  messageBytes: 65_536,
  connections: 4_096,
  closeTimeoutMs: 1_000,
}

/** Parameters of an opened connection. */
interface Opening {
  readonly visitor: Visitor
  readonly query: StreamQuery
  readonly dialect: StreamDialect
}

const queryKind = { check: checkOf<StreamQuery>(StreamQuery), schema: StreamQuery, name: 'stream' }

/** The WebSocket server: upgrades connections, handles messages and sends heartbeats. */
export class StreamServer {
  readonly #options: StreamServerOptions
  readonly #upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    clientTracking: true,
    // StreamConnection writes the pongs, because it limits them by the client's backlog.
    autoPong: false,
  })
  readonly #visitorByConnection = new Map<StreamConnection, Visitor>()
  /** Connections that are sent no heartbeats. */
  readonly #quiet = new WeakSet<StreamConnection>()
  #closedStuck = 0
  #pausesOfClosed = 0

  constructor(options: StreamServerOptions) {
    this.#options = options
  }

  /** The number of connections closed because the client stopped reading. */
  get closedStuck(): number {
    return this.#closedStuck
  }

  /** How often reading from a client was paused. */
  get pauses(): number {
    let pauses = this.#pausesOfClosed
    for (const connection of this.#visitorByConnection.keys()) pauses += connection.pauses
    return pauses
  }

  /** Whether a stream is open with this credential, or in open mode by this caller. */
  isOpenFor({ identity, credential }: ConsoleClientOwner): boolean {
    return [...this.#visitorByConnection.values()].some(
      ({ principal }) => actorKey(principal) === actorKey(identity) && principal.credential === credential,
    )
  }

  /** @param door the only language that the server speaks; all when absent */
  attach(server: Server, door?: Door): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      try {
        this.#checkDoor(request, door)
        this.#upgrade(request, socket, head)
      } catch (error) {
        refuseSocket(socket, upgradeError(error), { word: this.#options.productWord })
      }
    })
  }

  /** Sends a heartbeat to all clients and closes stuck connections. Call it every second. */
  beat(): void {
    const { clock, sequence, playback } = this.#options
    playback.beat()
    const wire = wireOf([
      JSON.stringify({ heartbeat: { timestamp: clock.timestamp(), sequence: sequence() } }),
    ])
    for (const connection of this.#visitorByConnection.keys()) {
      if (connection.isStuck()) {
        this.#closedStuck++
        connection.terminate()
        continue
      }
      connection.ping()
      if (!this.#quiet.has(connection) && connection.backlog() < limits.messageBytes) connection.write(wire)
    }
  }

  /** Closes the streams of revoked credentials. A connection that is still closing at the next call is terminated. */
  closeRevoked(): void {
    for (const [connection, visitor] of this.#visitorByConnection) {
      if (this.#options.gate.isGood(visitor)) continue
      if (connection.isClosing) connection.terminate()
      else connection.close('signed out', 1008)
    }
  }

  /** Closes all connections, and terminates those that do not complete the close handshake in time. */
  async close(): Promise<void> {
    const playbackClosed = this.#options.playback.close()
    const { clients } = this.#upgrades
    for (const client of clients) client.close(1001, 'the server is shutting down')
    const timeout = setTimeout(() => {
      for (const client of clients) client.terminate()
    }, limits.closeTimeoutMs)
    await new Promise<void>((resolve) => this.#upgrades.close(() => resolve()))
    clearTimeout(timeout)
    await playbackClosed
  }

  #checkDoor({ url = '/' }: IncomingMessage, door: Door | undefined): void {
    const { pathname } = new URL(url, 'http://localhost')
    const isSpoken = this.#options.dialects.some(
      (dialect) => dialect.path === pathname && dialect.door === door,
    )
    if (door !== undefined && !isSpoken)
      throw new MarineDataError('not-found', `There is no stream at ${pathname}`)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const { gate, playback, dialects } = this.#options
    const dialect = dialects.find(({ path }) => path === url.pathname)
    if (dialect === undefined && url.pathname !== playback.path)
      throw new MarineDataError(
        'not-found',
        `There is no stream at ${url.pathname}. Use ${dialects[0].path}.`,
      )
    const visitor = gate.identifyStream(request, dialect?.door)
    gate.authorise(visitor, 'read')
    if (dialect === undefined)
      return playback.upgrade({ request, socket, head }, { visitor, parameters: url.searchParams })
    const query = addressQuery(url.searchParams, queryKind)
    if (this.#visitorByConnection.size >= limits.connections)
      throw new MarineDataError(
        'busy',
        `The limit of ${limits.connections} open streams is reached. Close streams or retry later.`,
      )
    this.#options.connections.markKnown(socket)
    this.#upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      // Nothing can be read after a malformed frame.
      webSocket.on('error', () => hangUp(socket))
      const connection = new StreamConnection(webSocket, socket, dialect.wireOf)
      this.#openSession(webSocket, connection, { visitor, query, dialect })
    })
  }

  #openSession(
    webSocket: WebSocket,
    connection: StreamConnection,
    { visitor, query, dialect }: Opening,
  ): void {
    const { sessions, log } = this.#options
    const session = sessions.open(connection)
    if (!dialect.hasHeartbeats) this.#quiet.add(connection)
    this.#visitorByConnection.set(connection, visitor)
    webSocket.on('close', () => {
      this.#visitorByConnection.delete(connection)
      this.#pausesOfClosed += connection.pauses
      sessions.close(session)
    })
    // A malformed frame or a lost connection is followed by the close event, which cleans up.
    webSocket.on('error', (error) =>
      log.debug({ event: 'stream.connection_error', err: error }, 'stream connection error'),
    )
    const handler = new MessageHandler({ ...this.#options, connection, session, visitor, dialect })
    connection.onMessage((data) => {
      connection.noteMessage()
      handler.handle(data)
    })
    connection.sendMessage(dialect.hello(visitor.principal))
    this.#subscribeByQuery(session, query)
  }

  #subscribeByQuery(session: Session, { subscribe = 'self', sendCachedValues, sendMeta }: StreamQuery): void {
    if (subscribe === 'none') return
    this.#options.actions.subscribe(session, {
      context: subscribe === 'all' ? '*' : 'vessels.self',
      subscribe: [{ path: '*' }],
      ...(sendCachedValues !== undefined && { sendCachedValues }),
      ...(sendMeta !== undefined && { sendMeta }),
    })
  }
}

const upgradeError = (error: unknown): MarineDataError =>
  error instanceof MarineDataError
    ? error
    : new MarineDataError('bad-request', 'The request is not a valid WebSocket upgrade')
