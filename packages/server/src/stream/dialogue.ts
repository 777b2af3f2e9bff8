import type { Clock, Session } from '@marinedata/core'
import { MarineDataError, problemOf, type ProductWord } from '@marinedata/model'
import type { Logger } from 'pino'
import type { RawData } from 'ws'
import type { Gate, Visitor } from '../gate.ts'
import { unreadBytes, type StreamConnection } from './stream-connection.ts'
import { verbs, type StreamActions } from './verbs.ts'

export interface DialogueOptions {
  readonly connection: StreamConnection
  readonly session: Session
  readonly visitor: Visitor
  readonly gate: Gate
  readonly actions: StreamActions
  readonly clock: Clock
  readonly log: Logger
  readonly productWord: ProductWord
}

/** One complaint in so long is enough for a client that talks nonsense. */
const complaintMs = 100

/** What one client says, and what it is answered. */
export class Dialogue {
  readonly #options: DialogueOptions
  #complainedAt = -Infinity

  constructor(options: DialogueOptions) {
    this.#options = options
  }

  /** Acts on a message; whatever is wrong with it becomes a problem sent back. */
  hear(data: RawData): void {
    const { clock, connection } = this.#options
    const startedAt = clock.now()
    const isData = this.#answer(data)
    // Deltas come as fast as they are taken; all else is work that a client makes for the sake of itself.
    if (!isData) connection.noteWork(clock.now() - startedAt)
  }

  /** True for a delta that was taken. */
  #answer(data: RawData): boolean {
    let requestId: string | undefined
    try {
      const message = objectOf(data)
      requestId = requestIdOf(message)
      this.#act(message)
      if (requestId !== undefined)
        this.#options.connection.reply({ requestId, state: 'COMPLETED', statusCode: 200, message: 'OK' })
      return Object.hasOwn(message, 'updates')
    } catch (error) {
      this.#complain(error, requestId)
      return false
    }
  }

  #act(message: object): void {
    const verb = verbs.find(({ member }) => Object.hasOwn(message, member))
    if (verb === undefined) {
      const members = verbs.map(({ member }) => member).join(', ')
      throw new MarineDataError('invalid-message', `A message has one of the members ${members}`)
    }
    const { gate, visitor, session, actions } = this.#options
    gate.authorise(visitor, verb.scope)
    verb.run({ session, message, principal: visitor.principal }, actions)
  }

  #complain(error: unknown, requestId: string | undefined): void {
    const { clock, connection, log, productWord } = this.#options
    const isKnown = error instanceof MarineDataError
    if (!isKnown) log.error({ err: error }, 'a stream message failed')
    const now = clock.now()
    const known = isKnown ? error : new MarineDataError('internal', 'The server failed')
    const problem = problemOf(known, productWord)
    if (requestId !== undefined) return connection.reply({ ...problem, requestId })
    if (now - this.#complainedAt < complaintMs || connection.backlog() > unreadBytes) return
    this.#complainedAt = now
    connection.tell(problem)
  }
}

const objectOf = (data: RawData): object => {
  let message: unknown
  try {
    // `ws` hands a text over as one buffer unless told otherwise.
    message = JSON.parse((data as Buffer).toString())
  } catch {
    throw new MarineDataError('invalid-message', 'The message is not JSON')
  }
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new MarineDataError('invalid-message', 'The message is not an object')
}

const requestIdOf = (message: object): string | undefined => {
  const id = 'requestId' in message ? message.requestId : undefined
  return typeof id === 'string' && id.length <= 128 ? id : undefined
}
