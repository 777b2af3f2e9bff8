import type { SentDelta } from '@marinedata/plugin-api'

type Seconds = number

interface Reading {
  readonly value: unknown
  readonly at: Seconds
}

type SentValue = NonNullable<SentDelta['updates'][number]['values']>[number]

const maxSources = 16
/** A source that has sent nothing for so long does not measure a path any more, even if the server still waits for it. */
const measuredFor: Seconds = 60

/**
 * The latest values of all other sources, by path and source. Of several sources the one in use stays in use while it
 * is live, so that two compasses do not alternate.
 */
export class Readings {
  readonly #ownSource: string
  readonly #bySource = new Map<string, Map<string, Reading>>()
  readonly #usedSource = new Map<string, string>()

  constructor(ownSource: string) {
    this.#ownSource = ownSource
  }

  /** Returns whether a value ended: it is stale, or its source says that it is unknown. */
  take({ updates }: SentDelta, now: Seconds): boolean {
    const foreign = updates.filter(({ $source }) => $source !== this.#ownSource)
    const ended = foreign.flatMap(({ $source = '', values = [] }) =>
      values.filter((sent) => this.#takeValue($source, sent, now)),
    )
    return ended.length > 0
  }

  /** The value of another source; undefined when there is none that is young enough. */
  valueOf(path: string, maxAge: Seconds, now: Seconds): unknown {
    const bySource = this.#bySource.get(path)
    if (bySource === undefined) return undefined
    const isYoung = ({ at }: Reading): boolean => now - at <= maxAge
    const used = bySource.get(this.#usedSource.get(path) ?? '')
    if (used !== undefined && isYoung(used)) return used.value
    for (const [source, reading] of bySource) {
      if (!isYoung(reading)) continue
      this.#usedSource.set(path, source)
      return reading.value
    }
    return undefined
  }

  /** Whether another source sends this path. */
  isMeasured(path: string, now: Seconds): boolean {
    return this.valueOf(path, measuredFor, now) !== undefined
  }

  #takeValue(source: string, { path, value, stale: isStale }: SentValue, now: Seconds): boolean {
    if (isStale === true || value === null) return this.#bySource.get(path)?.delete(source) === true
    this.#set(path, source, { value, at: now })
    return false
  }

  #set(path: string, source: string, reading: Reading): void {
    const bySource = this.#bySource.get(path) ?? new Map<string, Reading>()
    this.#bySource.set(path, bySource)
    const [first] = bySource.keys()
    if (bySource.size >= maxSources && !bySource.has(source) && first !== undefined) bySource.delete(first)
    bySource.set(source, reading)
  }
}
