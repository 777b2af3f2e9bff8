import {
  ContextPattern,
  contextText,
  isNotificationPath,
  isSteeringPath,
  parseContext,
  PathPattern,
  selfContext,
  type PatternedContext,
  type ProductWord,
} from '@marinedata/model'
import type { Provided } from './device-kinds.ts'
import type { PluginManifest } from './manifest.ts'

export interface OwnVessel {
  /** The full context. */
  readonly self: string
  readonly productWord: ProductWord
}

const cacheLimit = 4_096

/** Caches results. Clears the whole cache when it is full. */
const memoize = <T>(answer: (text: string) => T): ((text: string) => T) => {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined || cache.has(text)) return cached as T
    const result = answer(text)
    if (cache.size >= cacheLimit) cache.clear()
    cache.set(text, result)
    return result
  }
}

const pathPatterns = (texts: readonly string[] = []): PathPattern[] =>
  texts.flatMap((text) => PathPattern.parse(text) ?? [])

const contextPatterns = (texts: readonly string[] = [selfContext]): ContextPattern[] =>
  texts.flatMap((text) => ContextPattern.parse(text) ?? [])

const covers = (patterns: readonly PathPattern[], text: string): boolean => {
  // A star in the text is an ordinary character here: a pattern that matches it matches every path that the text matches.
  const path = { text, segments: text.split('.') }
  return patterns.some((pattern) => pattern.matches(path))
}

/** `steering.autopilot` is written by device reports, and alerts by raising them. Neither is published as a value. */
const isReserved = (path: string): boolean => isNotificationPath(path) || isSteeringPath(path)

export type CapabilityRefusal = 'undeclared-path' | 'reserved-path'

/** What a manifest allows, precompiled for checks of every delta. Everything else is refused. */
export class Capabilities {
  readonly #manifest: PluginManifest
  readonly #own: OwnVessel
  readonly #writtenContexts: readonly ContextPattern[]
  readonly #writesSelf: boolean
  readonly #readContexts: readonly ContextPattern[]
  readonly #readPaths: readonly PathPattern[]
  readonly #notificationPaths: readonly PathPattern[]
  /** Why a path may not be published; undefined when it may. */
  readonly refusalOf: (path: string) => CapabilityRefusal | undefined
  readonly mayWriteTo: (context: string) => boolean

  constructor(manifest: PluginManifest, own: OwnVessel) {
    const { writes, reads, notifications } = manifest
    this.#manifest = manifest
    this.#own = own
    const contexts = contextPatterns(writes?.contexts)
    this.#writesSelf = contexts.some(({ text }) => text === selfContext)
    this.#writtenContexts = contexts.filter(({ text }) => text !== selfContext)
    this.#readContexts = contextPatterns(reads?.contexts)
    this.#readPaths = pathPatterns(reads?.paths)
    this.#notificationPaths = pathPatterns(notifications)
    const written = pathPatterns(writes?.paths)
    this.refusalOf = memoize((path) => {
      if (isReserved(path)) return 'reserved-path'
      return covers(written, path) ? undefined : 'undeclared-path'
    })
    this.mayWriteTo = memoize((context) => this.#isWritten(context))
  }

  /** The full name of a source; undefined when the manifest does not declare it. */
  sourceOf(named: string | undefined): string | undefined {
    const { name, writes } = this.#manifest
    if (named === undefined) return name
    const isDeclared = writes?.sources?.some((source) => source === '*' || source === named) === true
    return isDeclared ? `${name}.${named}` : undefined
  }

  mayRead(context: string, path: string): boolean {
    return covers(this.#readPaths, path) && this.#isRead(context)
  }

  get mayReadLog(): boolean {
    return this.#manifest.reads?.log === true
  }

  mayNotify(path: string): boolean {
    return covers(this.#notificationPaths, path)
  }

  get mayAnswerAlerts(): boolean {
    return this.#manifest.answersAlerts === true
  }

  provides(kind: Provided): boolean {
    return this.#manifest.provides?.includes(kind) === true
  }

  /** What the manifest does not declare of a device, as the end of a sentence; undefined when it may be registered. */
  undeclaredOf(kind: Provided, { path }: Readonly<Record<string, unknown>>): string | undefined {
    if (!this.provides(kind)) return `"${kind}" in "provides"`
    // A control publishes its value. The server refuses what is not a path, or is reserved.
    const isPublished = kind === 'control' && typeof path === 'string'
    return isPublished && this.refusalOf(path) === 'undeclared-path' ? `"${path}" in "writes"` : undefined
  }

  offersBus(kind: string): boolean {
    return this.#manifest.offers?.buses.includes(kind) === true
  }

  /** The topics that the plugin may hear and send on buses of a kind; undefined when it does not declare the kind. */
  busTopics(
    kind: string,
  ): { readonly hears: readonly string[]; readonly sends: readonly string[] } | undefined {
    const claims = this.#manifest.buses?.filter((claim) => claim.kind === kind) ?? []
    if (claims.length === 0) return undefined
    return {
      hears: claims.flatMap(({ hears = [] }) => hears),
      sends: claims.flatMap(({ sends = [] }) => sends),
    }
  }

  providesResources(kind: string): boolean {
    return this.#manifest.resources?.includes(kind) === true
  }

  #isWritten(text: string): boolean {
    const { self, productWord } = this.#own
    if (text === selfContext) return this.#writesSelf
    const context = parseContext(text, productWord)
    // The tree rejects an invalid context with a better message.
    if (context === undefined) return true
    // `vessels.*` means other vessels: AIS data must not move the own vessel, not even under its own MMSI.
    if (contextText(context) === self) return this.#writesSelf
    return this.#writtenContexts.some((pattern) => pattern.matches({ ...context, isSelf: false }))
  }

  #isRead(text: string): boolean {
    const dot = text.indexOf('.')
    const asked: PatternedContext =
      dot < 0
        ? { map: '*', identifier: '*', isSelf: false }
        : { map: text.slice(0, dot), identifier: text.slice(dot + 1), isSelf: text === selfContext }
    return this.#readContexts.some((pattern) => pattern.matches(asked))
  }
}
