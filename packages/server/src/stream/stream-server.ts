import type { Clock, Principal, Session } from '@marinedata/core'
import { checkOf, MarineDataError, StreamQuery, type ProductWord } from '@marinedata/model'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Gate, Visitor } from '../gate.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { hangUp, refuseSocket } from '../refuse-socket.ts'
import { textValues } from '../text-values.ts'
import { Dialogue } from './dialogue.ts'
import { StreamConnection } from './stream-connection.ts'
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
  readonly hello: (principal: Principal) => object
  readonly sequence: () => number
  readonly connections: Pick<ConnectionGuard, 'recognise'>
}

const limits = {
  messageBytes: 65_536,
  connections: 4_096,
  farewellMs: 1_000,
}

const queryCheck = checkOf<StreamQuery>(StreamQuery)
const knownParameters = Object.keys(StreamQuery.properties)

/** The WebSocket side: upgrades, messages in, heartbeats out. */
export class StreamServer {
  readonly #options: StreamServerOptions
  readonly #path: string
  readonly #upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    clientTracking: true,
    // Pongs are written by the connection, which looks at what the client has left unread.
    autoPong: false,
  })
  readonly #visitorByConnection = new Map<StreamConnection, Visitor>()
  #closedStuck = 0
  #pausesOfGone = 0

  constructor(options: StreamServerOptions) {
    this.#options = options
    this.#path = `/${options.productWord}/v1/stream`
  }

  /** How many stuck readers were closed. */
  get closedStuck(): number {
    return this.#closedStuck
  }

  /** How often a client was not read for a while. */
  get pauses(): number {
    let pauses = this.#pausesOfGone
    for (const connection of this.#visitorByConnection.keys()) pauses += connection.pauses
    return pauses
  }

  /** Whether a stream is open under that credential; on an open boat, by that name. */
  isOpenFor({ who, credential }: { readonly who: string; readonly credential: string | undefined }): boolean {
    return [...this.#visitorByConnection.values()].some(
      ({ principal }) => principal.name === who && principal.credential === credential,
    )
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      try {
        this.#upgrade(request, socket, head)
      } catch (error) {
        refuseSocket(socket, upgradeError(error), this.#options.productWord)
      }
    })
  }

  /** To be called every second: the server's time and newest change to everyone, and an end to stuck readers. */
  beat(): void {
    const { clock, sequence } = this.#options
    const wire = wireOf([
      JSON.stringify({ heartbeat: { timestamp: clock.timestamp(), sequence: sequence() } }),
    ])
    for (const connection of this.#visitorByConnection.keys()) {
      if (connection.isStuck()) {
        this.#closedStuck++
        connection.cutOff()
        continue
      }
      connection.ping()
      if (connection.backlog() < limits.messageBytes) connection.write(wire)
    }
  }

  /** Closes the streams of those who were let in and may no longer stay; whoever is still there the next time is cut off. */
  dismiss(): void {
    for (const [connection, visitor] of this.#visitorByConnection) {
      if (this.#options.gate.isGood(visitor)) continue
      if (connection.isClosing) connection.cutOff()
      else connection.close('signed out', 1008)
    }
  }

  /** Says goodbye to everyone; whoever does not answer is cut off. */
  async close(): Promise<void> {
    const { clients } = this.#upgrades
    for (const client of clients) client.close(1001, 'the server is shutting down')
    const cutOff = setTimeout(() => {
      for (const client of clients) client.terminate()
    }, limits.farewellMs)
    await new Promise<void>((resolve) => this.#upgrades.close(() => resolve()))
    clearTimeout(cutOff)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname !== this.#path) throw new MarineDataError('not-found', `No stream at ${url.pathname}`)
    const { gate } = this.#options
    const visitor = gate.identifyStream(request)
    gate.authorise(visitor, 'read')
    const query = queryOf(url.searchParams)
    if (this.#visitorByConnection.size >= limits.connections)
      throw new MarineDataError('busy', `More than ${limits.connections} streams are open`)
    this.#options.connections.recognise(socket)
    this.#upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      // Behind a broken frame there is nothing to read.
      webSocket.on('error', () => hangUp(socket))
      this.#welcome(webSocket, new StreamConnection(webSocket, socket), { visitor, query })
    })
  }

  #welcome(
    webSocket: WebSocket,
    connection: StreamConnection,
    { visitor, query }: { readonly visitor: Visitor; readonly query: StreamQuery },
  ): void {
    const { sessions, hello, log } = this.#options
    const session = sessions.open(connection)
    this.#visitorByConnection.set(connection, visitor)
    webSocket.on('close', () => {
      this.#visitorByConnection.delete(connection)
      this.#pausesOfGone += connection.pauses
      sessions.close(session)
    })
    // A broken frame or a cut line ends this stream, which the close event tells; there is nothing else to do.
    webSocket.on('error', (error) => log.debug({ err: error }, 'a stream broke'))
    const dialogue = new Dialogue({ ...this.#options, connection, session, visitor })
    webSocket.on('message', (data) => {
      // Whoever was told goodbye is not heeded any more.
      if (connection.isClosing) return
      connection.noteHeard()
      dialogue.hear(data)
    })
    connection.tell(hello(visitor.principal))
    this.#subscribeAtOnce(session, query)
  }

  #subscribeAtOnce(session: Session, { subscribe = 'self', sendCachedValues, sendMeta }: StreamQuery): void {
    if (subscribe === 'none') return
    this.#options.actions.subscribe(session, {
      context: subscribe === 'all' ? '*' : 'vessels.self',
      subscribe: [{ path: '*' }],
      ...(sendCachedValues !== undefined && { sendCachedValues }),
      ...(sendMeta !== undefined && { sendMeta }),
    })
  }
}

/** The known members of the query, in their own types; what others may send is not our business. */
const queryOf = (parameters: URLSearchParams): StreamQuery => {
  const given = knownParameters.flatMap<readonly [string, string]>((name) => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, value]]
  })
  const query: unknown = textValues(StreamQuery, Object.fromEntries(given))
  if (queryCheck.accepts(query)) return query
  throw new MarineDataError('invalid-query', 'The query of the stream is not acceptable', {
    errors: queryCheck.faults(query),
  })
}

const upgradeError = (error: unknown): MarineDataError =>
  error instanceof MarineDataError ? error : new MarineDataError('bad-request', 'Not a WebSocket request')
