import {
  ContextPattern,
  MarineDataError,
  PathPattern,
  selfContext,
  type PatternedContext,
  type PatternedPath,
  type SentDelta,
  type SubscribeMessage,
} from '@marinedata/model'
import type { ActiveSubscription } from './boat.ts'
import type { ServerConnection } from './server-connection.ts'

type OnDelta = (delta: SentDelta) => unknown

/** One subscription and its callback. */
interface Listener {
  readonly context: ContextPattern
  readonly paths: readonly PathPattern[]
  readonly onDelta: OnDelta
}

/** The subscriptions of the plugin. */
export class Subscriptions {
  readonly #server: ServerConnection
  readonly #listeners = new Set<Listener>()

  constructor(server: ServerConnection) {
    this.#server = server
  }

  /** @throws MarineDataError when a pattern is invalid or the server refuses */
  async subscribe(message: SubscribeMessage, onDelta: OnDelta): Promise<ActiveSubscription> {
    const listener = listenerOf(message, onDelta)
    // Cached values may arrive before the response.
    this.#listeners.add(listener)
    try {
      const start = await this.#server.request('subscribe', message)
      return { ...start, [Symbol.asyncDispose]: () => this.#unsubscribe(listener) }
    } catch (error) {
      this.#listeners.delete(listener)
      throw error
    }
  }

  /**
   * Passes a delta to each listener with a matching path.
   * @param self the full context of the own vessel
   */
  dispatch(delta: SentDelta, self: string): void {
    const context = patternedContext(delta.context, self)
    const paths = delta.updates.flatMap(({ values = [], meta = [] }) =>
      [...values, ...meta].map(({ path }) => ({ text: path, segments: path.split('.') })),
    )
    for (const listener of this.#listeners)
      if (listener.context.matches(context) && hasAny(listener, paths)) listener.onDelta(delta)
  }

  async #unsubscribe(listener: Listener): Promise<void> {
    if (!this.#listeners.delete(listener)) return
    const context = listener.context.text
    const others = [...this.#listeners].filter((other) => other.context.text === context)
    const stillUsed = new Set(others.flatMap(({ paths }) => paths.map(({ text }) => text)))
    const unsubscribe = listener.paths
      .filter(({ text }) => !stillUsed.has(text))
      .map(({ text }) => ({ path: text }))
    if (unsubscribe.length > 0) await this.#server.request('unsubscribe', { context, unsubscribe })
  }
}

const hasAny = ({ paths }: Listener, present: readonly PatternedPath[]): boolean =>
  present.some((path) => paths.some((pattern) => pattern.matches(path)))

const listenerOf = ({ context = selfContext, subscribe }: SubscribeMessage, onDelta: OnDelta): Listener => ({
  context: ContextPattern.parse(context) ?? rejectPattern(context),
  paths: subscribe.map(({ path }) => PathPattern.parse(path) ?? rejectPattern(path)),
  onDelta,
})

const rejectPattern = (text: string): never => {
  throw new MarineDataError('invalid-value', `"${text}" is not a pattern`)
}

// The server sends the own vessel as `vessels.self`, also to subscriptions that use its identifier.
const patternedContext = (text: string, self: string): PatternedContext => {
  const isSelf = text === selfContext
  const name = isSelf ? self : text
  const dot = name.indexOf('.')
  return { map: name.slice(0, dot), identifier: name.slice(dot + 1), isSelf }
}
