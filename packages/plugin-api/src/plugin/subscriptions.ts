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
import type { LineToServer } from './line-to-server.ts'

type OnDelta = (delta: SentDelta) => unknown

/** One wish, and whom to tell. */
interface Listener {
  readonly context: ContextPattern
  readonly paths: readonly PathPattern[]
  readonly onDelta: OnDelta
}

/** What the plugin listens to. */
export class Subscriptions {
  readonly #line: LineToServer
  readonly #listeners = new Set<Listener>()

  constructor(line: LineToServer) {
    this.#line = line
  }

  /** @throws MarineDataError when a pattern is none, or when the server refuses */
  async subscribe(message: SubscribeMessage, onDelta: OnDelta): Promise<AsyncDisposable> {
    const listener = listenerOf(message, onDelta)
    // Latest values may come before the answer.
    this.#listeners.add(listener)
    try {
      await this.#line.ask('subscribe', message)
    } catch (error) {
      this.#listeners.delete(listener)
      throw error
    }
    return { [Symbol.asyncDispose]: () => this.#unsubscribe(listener) }
  }

  /**
   * Hands a delta to each listener of whose paths it has any.
   * @param self the own vessel's context, in full
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
    const stillWanted = new Set(others.flatMap(({ paths }) => paths.map(({ text }) => text)))
    const unsubscribe = listener.paths
      .filter(({ text }) => !stillWanted.has(text))
      .map(({ text }) => ({ path: text }))
    if (unsubscribe.length > 0) await this.#line.ask('unsubscribe', { context, unsubscribe })
  }
}

const hasAny = ({ paths }: Listener, present: readonly PatternedPath[]): boolean =>
  present.some((path) => paths.some((pattern) => pattern.matches(path)))

const listenerOf = ({ context = selfContext, subscribe }: SubscribeMessage, onDelta: OnDelta): Listener => ({
  context: ContextPattern.parse(context) ?? noPattern(context),
  paths: subscribe.map(({ path }) => PathPattern.parse(path) ?? noPattern(path)),
  onDelta,
})

const noPattern = (text: string): never => {
  throw new MarineDataError('invalid-value', `"${text}" is not a pattern`)
}

// The server speaks of the own vessel as `self`, whatever name it was asked for by.
const patternedContext = (text: string, self: string): PatternedContext => {
  const isSelf = text === selfContext
  const name = isSelf ? self : text
  const dot = name.indexOf('.')
  return { map: name.slice(0, dot), identifier: name.slice(dot + 1), isSelf }
}
