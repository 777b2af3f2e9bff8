import type { Clock, Session } from '@marinedata/core'
import { checkOf, MarineDataError, StreamQuery, type ProductWord } from '@marinedata/model'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import { callerOf, type Caller, type Gate, type Principal } from '../gate.ts'
import { refuseSocket } from '../refuse-socket.ts'
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
  })
  readonly #connections = new Set<StreamConnection>()
  #closedStuck = 0

  constructor(options: StreamServerOptions) {
    this.#options = options
    this.#path = `/${options.productWord}/v1/stream`
  }

  /** How many stuck readers were closed. */
  get closedStuck(): number {
    return this.#closedStuck
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
    for (const connection of this.#connections) {
      if (connection.isStuck()) {
        this.#closedStuck++
        connection.cutOff()
        continue
      }
      connection.ping()
      if (connection.backlog() < limits.messageBytes) connection.write(wire)
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
    const caller = callerOf(request)
    const principal = this.#options.gate.authorise(caller, 'read')
    const query = queryOf(url.searchParams)
    if (this.#connections.size >= limits.connections)
      throw new MarineDataError('busy', `More than ${limits.connections} streams are open`)
    this.#upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      this.#welcome(webSocket, new StreamConnection(webSocket, socket), {
        principal,
        query,
        caller,
      })
    })
  }

  #welcome(
    webSocket: WebSocket,
    connection: StreamConnection,
    { principal, query, caller }: { principal: Principal; query: StreamQuery; caller: Caller },
  ): void {
    const { sessions, hello, log } = this.#options
    const session = sessions.open(connection)
    this.#connections.add(connection)
    webSocket.on('close', () => {
      this.#connections.delete(connection)
      sessions.close(session)
    })
    // A broken frame or a cut line ends this stream, which the close event tells; there is nothing else to do.
    webSocket.on('error', (error) => log.debug({ err: error }, 'a stream broke'))
    const dialogue = new Dialogue({ ...this.#options, connection, session, caller })
    webSocket.on('message', (data) => {
      connection.noteHeard()
      dialogue.hear(data)
    })
    connection.tell(hello(principal))
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
