import type { SentDelta } from '@marinedata/plugin-api'

/** When the server has sent nothing for this long, no value counts as live, not even one without a mark as stale. */
const silenceMs = 10_000
/** Craft beyond this number replace the one that was silent for longest. */
const mostCraft = 1_000
/** No craft has nearly as many; a broken source must not fill the memory. */
const limits = { paths: 4_096, sources: 32 }

export type MaySend = (source: string) => boolean

/** Latest values by path. A value that is unknown or stale is undefined. */
export interface LiveValues {
  get(path: string): unknown
  /** The values of the source whose value this path has. None when it has no value. */
  withSourceOf(path: string): LiveValues
  /** The paths with a value. */
  paths(): readonly string[]
}

/** The live values of one craft. The server marks a value as stale when its source is silent. */
class CraftValues {
  readonly #valuesByPath = new Map<string, Map<string, unknown>>()
  readonly #hasAllSources: boolean

  constructor(hasAllSources: boolean) {
    this.#hasAllSources = hasAllSources
  }

  /** Takes a value; undefined when the source has none any more. */
  take(path: string, source: string, value: unknown): void {
    const known = this.#valuesByPath.get(path)
    if (value === undefined) this.#remove(path, source)
    else if (known === undefined) this.#add(path, source, value)
    else {
      if (!this.#hasAllSources && !known.has(source)) known.clear()
      if (known.has(source) || known.size < limits.sources) known.set(source, value)
    }
  }

  #add(path: string, source: string, value: unknown): void {
    if (this.#valuesByPath.size < limits.paths) this.#valuesByPath.set(path, new Map([[source, value]]))
  }

  /** The preferred source has no value: no source has one. */
  #remove(path: string, source: string): void {
    const known = this.#valuesByPath.get(path)
    known?.delete(source)
    if (!this.#hasAllSources || known?.size === 0) this.#valuesByPath.delete(path)
  }

  /** The source that has a value for longest, so that two sources do not alternate. */
  sourceOf(path: string, maySend: MaySend): string | undefined {
    for (const source of this.#valuesByPath.get(path)?.keys() ?? []) if (maySend(source)) return source
    return undefined
  }

  get(path: string, maySend: MaySend): unknown {
    const source = this.sourceOf(path, maySend)
    return source === undefined ? undefined : this.#valuesByPath.get(path)?.get(source)
  }

  paths(maySend: MaySend): string[] {
    return [...this.#valuesByPath.keys()].filter((path) => this.sourceOf(path, maySend) !== undefined)
  }

  all(maySend: MaySend): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.paths(maySend).map((path) => [path, this.get(path, maySend)]))
  }
}

export interface LiveStateOptions {
  /** The context of the own vessel. */
  readonly self: string
  /** The sources that were subscribed to. Default: the preferred source of each path. */
  readonly sources?: 'preferred' | 'all'
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** What the server last sent about the own vessel and other craft, without what is stale or unknown. */
export class LiveState {
  readonly #now: () => number
  readonly #self: string
  readonly #hasAllSources: boolean
  readonly #own: CraftValues
  readonly #craftByContext = new Map<string, CraftValues>()
  #receivedAt = -Infinity

  constructor({ self, sources = 'preferred', now = () => performance.now() }: LiveStateOptions) {
    this.#self = self
    this.#now = now
    this.#hasAllSources = sources === 'all'
    this.#own = new CraftValues(this.#hasAllSources)
  }

  handle({ context, updates }: SentDelta): void {
    this.#receivedAt = this.#now()
    const craft = this.#craft(context)
    for (const { $source: source = '', values = [] } of updates)
      for (const { path, value, stale } of values)
        craft.take(path, source, stale === true || value === null ? undefined : value)
  }

  /** Live values of the own vessel from the sources that may be sent. */
  ownValues(maySend: MaySend): LiveValues {
    return {
      get: (path) => (this.#isServerSilent ? undefined : this.#own.get(path, maySend)),
      withSourceOf: (path) => {
        const source = this.#own.sourceOf(path, maySend)
        return this.ownValues((other) => other === source)
      },
      paths: () => (this.#isServerSilent ? [] : this.#own.paths(maySend)),
    }
  }

  /** Live values of other craft by context, from the sources that may be sent. */
  *craft(maySend: MaySend): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
    if (this.#isServerSilent) return
    for (const [context, values] of this.#craftByContext) yield [context, values.all(maySend)]
  }

  get #isServerSilent(): boolean {
    return this.#now() - this.#receivedAt > silenceMs
  }

  #craft(context: string): CraftValues {
    if (context === this.#self || context === 'vessels.self') return this.#own
    const craft = this.#craftByContext.get(context) ?? new CraftValues(this.#hasAllSources)
    // Puts it at the end, so that the first one is always the one that was silent for longest.
    this.#craftByContext.delete(context)
    this.#craftByContext.set(context, craft)
    const [oldest] = this.#craftByContext.keys()
    if (this.#craftByContext.size > mostCraft && oldest !== undefined) this.#craftByContext.delete(oldest)
    return craft
  }
}
