import { type Gate, type Visitor, actorOf } from '../gate.ts'
import type { Clock, Session } from '@marinedata/core'
import { completed, MarineDataError, problemOf, type ProductWord } from '@marinedata/model'
import type { Logger } from 'pino'
import type { RawData } from 'ws'
import { unreadBytes, type StreamConnection } from './stream-connection.ts'
import type { StreamDialect } from './stream-dialect.ts'
import { verbs, type StreamActions, type Verb } from './verbs.ts'

export interface MessageHandlerOptions {
  readonly connection: StreamConnection
  readonly session: Session
  readonly visitor: Visitor
  readonly gate: Gate
  readonly actions: StreamActions
  readonly clock: Clock
  readonly log: Logger
  readonly productWord: ProductWord
  readonly dialect: StreamDialect
}

/** Limits unsolicited problem messages to one per interval, for clients that keep sending invalid messages. */
const problemIntervalMs = 100
/** Messages of one client that wait for a device. */
const mostPending = 16

/** Handles the messages of one client and sends the replies. */
export class MessageHandler {
  readonly #options: MessageHandlerOptions
  #problemSentAt = -Infinity
  /** Messages whose answer waits for a device. */
  #pending = 0

  constructor(options: MessageHandlerOptions) {
    this.#options = options
  }

  /** Handles a message. Errors are sent back as problems. */
  handle(data: RawData): void {
    const { clock, connection } = this.#options
    const startedAt = clock.now()
    const isDelta = this.#process(data)
    // Deltas are not throttled. All other messages count as work, which slows down reading from the client.
    if (!isDelta) connection.noteWork(clock.now() - startedAt)
  }

  /** Returns true for an accepted delta. */
  #process(data: RawData): boolean {
    let requestId: string | undefined
    try {
      const message = parseObject(data)
      const { dialect, connection } = this.#options
      if (dialect.answer !== undefined) {
        const answer = dialect.answer(message, {
          visitor: this.#options.visitor,
          run: (own) => this.#runVerb(own),
          reply: (later) => connection.reply(later),
        })
        if (answer !== undefined) connection.reply(answer)
        return Object.hasOwn(message, 'updates')
      }
      requestId = requestIdOf(message)
      const members = this.#runVerb(message)
      if (members instanceof Promise) this.#replyLater(members, requestId)
      else this.#reply(members, requestId)
      return Object.hasOwn(message, 'updates')
    } catch (error) {
      this.#sendProblem(error, requestId)
      return false
    }
  }

  #reply(members: object | undefined, requestId: string | undefined): void {
    const { connection } = this.#options
    if (requestId !== undefined) connection.reply({ requestId, ...completed, ...members })
    else if (members !== undefined) connection.reply(members)
  }

  #replyLater(members: Promise<object | undefined>, requestId: string | undefined): void {
    this.#pending++
    void members
      .then(
        (known) => this.#reply(known, requestId),
        (error: unknown) => this.#sendProblem(error, requestId),
      )
      .finally(() => this.#pending--)
  }

  #runVerb(message: object): ReturnType<Verb['run']> {
    const verb = verbs.find(({ member }) => Object.hasOwn(message, member))
    if (verb === undefined) {
      const members = verbs.map(({ member }) => member).join(', ')
      throw new MarineDataError('invalid-message', `A message must have one of the members ${members}`)
    }
    const { gate, visitor, session, actions } = this.#options
    gate.authorise(visitor, verb.scope)
    if (verb.waitsForDevice === true && this.#pending >= mostPending)
      throw new MarineDataError('too-many-requests', `At most ${mostPending} commands can wait on a stream`)
    return verb.run({ session, message, principal: visitor.principal, actor: actorOf(visitor) }, actions)
  }

  #sendProblem(error: unknown, requestId: string | undefined): void {
    const { clock, connection, log, productWord } = this.#options
    const isKnown = error instanceof MarineDataError
    if (!isKnown) log.error({ event: 'stream.message_failed', err: error }, 'stream message failed')
    const now = clock.now()
    const known = isKnown ? error : new MarineDataError('internal', 'The server failed')
    const problem = problemOf(known, productWord)
    if (requestId !== undefined) return connection.reply({ ...problem, requestId })
    if (now - this.#problemSentAt < problemIntervalMs || connection.backlog() > unreadBytes) return
    this.#problemSentAt = now
    connection.sendMessage(problem)
  }
}

const parseObject = (data: RawData): object => {
  let message: unknown
  try {
    // `ws` delivers a text message as one buffer by default.
    message = JSON.parse((data as Buffer).toString())
  } catch {
    throw new MarineDataError('invalid-message', 'The message is not valid JSON')
  }
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new MarineDataError('invalid-message', 'The message is not a JSON object')
}

const requestIdOf = (message: object): string | undefined => {
  const id = 'requestId' in message ? message.requestId : undefined
  return typeof id === 'string' && id.length <= 128 ? id : undefined
}
