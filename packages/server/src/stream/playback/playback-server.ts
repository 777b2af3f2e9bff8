import type { HistoryProviders, Playback, PlaybackOptions, Principal } from '@marinedata/core'
import {
  checkOf,
  faultText,
  MarineDataError,
  PlaybackMessage,
  PlaybackQuery,
  problemOf,
  SubscribeMessage,
  UnsubscribeMessage,
  type Check,
  type ProductWord,
} from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Gate, Visitor } from '#gate.ts'
import { hangUp } from '#refuse-socket.ts'
import { addressQuery } from '../address-query.ts'
import { StreamConnection, unreadBytes } from '../stream-connection.ts'
import { wireOf } from '../wire.ts'

export interface PlaybackServerOptions extends Pick<PlaybackOptions, 'clock' | 'self'> {
  readonly productWord: ProductWord
  readonly gate: Gate
  readonly log: Logger
  readonly providers: Pick<HistoryProviders, 'replay' | 'openReplay'>
  readonly create: (options: PlaybackOptions) => Playback
  readonly hello: (principal: Principal) => object
}

const limits = { messageBytes: 65_536, closeTimeoutMs: 1_000 }
const queryKind = { check: checkOf<PlaybackQuery>(PlaybackQuery), schema: PlaybackQuery, name: 'playback' }
const subscribeCheck = checkOf<SubscribeMessage>(SubscribeMessage)
const unsubscribeCheck = checkOf<UnsubscribeMessage>(UnsubscribeMessage)
const controlCheck = checkOf<PlaybackMessage>(PlaybackMessage)

interface Player {
  readonly connection: StreamConnection
  readonly visitor: Visitor
  readonly playback: Playback
}

/** Plays the history to clients in separate streams. A playback reaches only its client. */
export class PlaybackServer {
  readonly path: string
  readonly #options: PlaybackServerOptions
  readonly #upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    clientTracking: true,
    autoPong: false,
  })
  readonly #players = new Set<Player>()

  constructor(options: PlaybackServerOptions) {
    this.#options = options
    this.path = `/${options.productWord}/v1/playback`
  }

  /** @throws MarineDataError when the query is wrong, there is no history, or too many playbacks are open */
  upgrade(
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    { visitor, parameters }: { readonly visitor: Visitor; readonly parameters: URLSearchParams },
  ): void {
    const query = addressQuery(parameters, queryKind)
    // Parsed first: a time that is not valid is refused before the upgrade.
    const { playback, attach } = this.#playbackOf(query)
    let connection: StreamConnection | undefined
    const { credential, roles } = visitor.principal
    const place = this.#options.providers.openReplay({
      credential,
      isOwner: roles.includes('owner'),
      replaced: () => connection?.close('an owner replays the history', 1013),
    })
    socket.once('close', () => place[Symbol.dispose]())
    this.#upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => hangUp(socket))
      connection = new StreamConnection(webSocket, socket)
      attach(connection)
      this.#open(webSocket, { connection, visitor, playback }, query)
    })
  }

  /** Sends the played time to all clients, and closes connections that are stuck or revoked. Call it every second. */
  beat(): void {
    for (const { connection, playback, visitor } of this.#players) {
      if (connection.isStuck() || !this.#options.gate.isGood(visitor)) {
        connection.terminate()
        continue
      }
      connection.ping()
      const timestamp = new Date(playback.time).toISOString()
      if (connection.backlog() < limits.messageBytes)
        connection.sendMessage({ heartbeat: { timestamp, sequence: playback.sent } })
    }
  }

  async close(): Promise<void> {
    const { clients } = this.#upgrades
    for (const client of clients) client.close(1001, 'the server is shutting down')
    const timeout = setTimeout(() => {
      for (const client of clients) client.terminate()
    }, limits.closeTimeoutMs)
    await new Promise<void>((resolve) => this.#upgrades.close(() => resolve()))
    clearTimeout(timeout)
  }

  #playbackOf({ startTime, playbackRate = 1 }: PlaybackQuery) {
    const { clock, self, providers, create } = this.#options
    let connection: StreamConnection | undefined
    const playback = create({
      clock,
      self,
      startTime,
      rate: playbackRate,
      play: (question, signal) => providers.replay(question, { signal }),
      send: (deltas) => connection?.write(wireOf(deltas)),
      isBehind: () => (connection?.backlog() ?? 0) > unreadBytes,
    })
    return { playback, attach: (opened: StreamConnection) => void (connection = opened) }
  }

  #open(webSocket: WebSocket, player: Player, query: PlaybackQuery): void {
    const { hello, log } = this.#options
    const { connection, playback, visitor } = player
    this.#players.add(player)
    webSocket.on('close', () => {
      this.#players.delete(player)
      playback[Symbol.dispose]()
    })
    connection.onMessage((data) => {
      connection.noteMessage()
      this.#handle(player, data)
    })
    const { startTime, playbackRate = 1, subscribe = 'self' } = query
    connection.sendMessage({ ...hello(visitor.principal), startTime, playbackRate })
    if (subscribe !== 'none')
      playback.subscribe({
        context: subscribe === 'all' ? '*' : 'vessels.self',
        subscribe: [{ path: '*' }],
      })
    playback.run().catch((error: unknown) => {
      log.warn({ event: 'playback.failed', err: error }, 'playback failed')
      connection.sendMessage(this.#problemOf(error))
      connection.close('the history cannot be read', 1011)
    })
  }

  #handle({ connection, playback }: Player, data: RawData): void {
    let requestId: string | undefined
    try {
      const message = parseObject(data)
      requestId = requestIdOf(message)
      runMessage(playback, message)
      if (requestId !== undefined)
        connection.reply({ requestId, state: 'COMPLETED', statusCode: 200, message: 'OK' })
    } catch (error) {
      connection.reply({ ...this.#problemOf(error), ...(requestId !== undefined && { requestId }) })
    }
  }

  #problemOf(error: unknown): object {
    const { log, productWord } = this.#options
    if (error instanceof MarineDataError) return problemOf(error, productWord)
    log.error({ event: 'playback.message_failed', err: error }, 'playback message failed')
    return problemOf(new MarineDataError('internal', 'The server failed'), productWord)
  }
}

const checked = <T>(check: Check<T>, message: object): T => {
  if (check.accepts(message)) return message
  const errors = check.faults(message)
  throw new MarineDataError('invalid-message', `The message is not valid: ${faultText(errors)}`, { errors })
}

const runMessage = (playback: Playback, message: object): void => {
  if (Object.hasOwn(message, 'playback')) playback.control(checked(controlCheck, message).playback)
  else if (Object.hasOwn(message, 'subscribe')) playback.subscribe(checked(subscribeCheck, message))
  else if (Object.hasOwn(message, 'unsubscribe')) playback.unsubscribe(checked(unsubscribeCheck, message))
  else if (Object.hasOwn(message, 'updates'))
    throw new MarineDataError('forbidden', 'A playback takes no deltas. Send them on the stream')
  else
    throw new MarineDataError(
      'invalid-message',
      'A message must have one of the members subscribe, unsubscribe, playback',
    )
}

const parseObject = (data: RawData): object => {
  try {
    // `ws` delivers a text message as one buffer by default.
    const message: unknown = JSON.parse((data as Buffer).toString())
    if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  } catch {
    // Answered below.
  }
  throw new MarineDataError('invalid-message', 'The message is not a JSON object')
}

const requestIdOf = (message: object): string | undefined => {
  const id = 'requestId' in message ? message.requestId : undefined
  return typeof id === 'string' && id.length <= 128 ? id : undefined
}
