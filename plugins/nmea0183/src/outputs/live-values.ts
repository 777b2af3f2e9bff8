import type { LiveValues } from '@marinedata/nmea0183'
import type { SentDelta } from '@marinedata/plugin-api'

/** When the server has sent nothing for this long, no value counts as live, whatever it said last. */
const silenceMs = 10_000
/** Craft beyond this number replace the one that was silent for longest. */
const mostCraft = 1_000

interface LiveValue {
  readonly value: unknown
  readonly source: string
}

export type MaySend = (source: string) => boolean

/** The live values of one craft. The server marks a value as stale when its source is silent. */
class CraftValues {
  readonly #valueByPath = new Map<string, LiveValue>()

  take(path: string, value: LiveValue | undefined): void {
    if (value === undefined) this.#valueByPath.delete(path)
    else this.#valueByPath.set(path, value)
  }

  get(path: string, maySend: MaySend): unknown {
    const known = this.#valueByPath.get(path)
    return known !== undefined && maySend(known.source) ? known.value : undefined
  }

  all(maySend: MaySend): Readonly<Record<string, unknown>> {
    const sent = [...this.#valueByPath].filter(([, { source }]) => maySend(source))
    return Object.fromEntries(sent.map(([path, { value }]) => [path, value]))
  }
}

/** What the server last sent about the own vessel and other craft, without what is stale or unknown. */
export class LiveState {
  readonly #now: () => number
  readonly #self: string
  readonly #own = new CraftValues()
  readonly #craftByContext = new Map<string, CraftValues>()
  #receivedAt = -Infinity

  /**
   * @param self the context of the own vessel
   * @param now monotonic milliseconds
   */
  constructor(self: string, now: () => number = () => performance.now()) {
    this.#self = self
    this.#now = now
  }

  handle({ context, updates }: SentDelta): void {
    this.#receivedAt = this.#now()
    const craft = this.#craft(context)
    for (const { $source: source = '', values = [] } of updates)
      for (const { path, value, stale } of values)
        craft.take(path, stale === true || value === null ? undefined : { value, source })
  }

  /** Live values of the own vessel from the sources that may be sent. */
  ownValues(maySend: MaySend): LiveValues {
    return { get: (path) => (this.#isServerSilent ? undefined : this.#own.get(path, maySend)) }
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
    const craft = this.#craftByContext.get(context) ?? new CraftValues()
    // Puts it at the end, so that the first one is always the one that was silent for longest.
    this.#craftByContext.delete(context)
    this.#craftByContext.set(context, craft)
    const [oldest] = this.#craftByContext.keys()
    if (this.#craftByContext.size > mostCraft && oldest !== undefined) this.#craftByContext.delete(oldest)
    return craft
  }
}
