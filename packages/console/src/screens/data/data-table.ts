import type { SentDelta } from '@marinedata/model'

/** One path of one source. */
export interface DataRow {
  readonly path: string
  readonly source: string
  readonly value: unknown
  /** On the clock of `performance.now()`. */
  readonly heardAt: number
  readonly isStale: boolean
  /** How often it comes, by the mean of the last intervals; undefined until there is one. */
  readonly hertz: number | undefined
}

/** What was already there when the page asked came at that moment, not at its own: the interval after it says nothing. */
interface KeptRow extends DataRow {
  readonly isFirst: boolean
}

export interface PathMeta {
  readonly units?: string
  readonly description?: string
  readonly displayName?: string
}

const keyOf = (path: string, source: string): string => `${path} ${source}`
/** How much of a new interval counts against those before. */
const share = 0.2

const nextHertz = (before: KeptRow | undefined, now: number): number | undefined => {
  if (before === undefined || before.isFirst) return undefined
  const latest = Math.max(now - before.heardAt, 1)
  const usual = before.hertz === undefined ? latest : 1_000 / before.hertz
  return 1_000 / (usual + share * (latest - usual))
}

/** Everything that was said of one vessel, by path and source. Bounded: the server bounds its paths and sources. */
export class DataTable {
  readonly #rows = new Map<string, KeptRow>()
  readonly #meta = new Map<string, PathMeta>()
  #order: readonly DataRow[] | undefined

  get size(): number {
    return this.#rows.size
  }

  metaOf(path: string): PathMeta {
    return this.#meta.get(path) ?? {}
  }

  take({ updates }: SentDelta, now: number): void {
    for (const { $source: source = '', values = [], meta = [] } of updates) {
      for (const { path, value } of meta) this.#meta.set(path, value)
      for (const { path, value, stale } of values)
        this.#note({ path, source, value, isStale: stale === true }, now)
    }
  }

  /** The rows whose path or source holds all the words, by path and then by source. */
  rows(filter: string): readonly DataRow[] {
    this.#order ??= [...this.#rows.values()].toSorted(
      (one, other) => one.path.localeCompare(other.path) || one.source.localeCompare(other.source),
    )
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return this.#latest(this.#order)
    return this.#latest(
      this.#order.filter(({ path, source }) => {
        const text = `${path} ${source}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    )
  }

  /** The order is made anew only when something new was heard of; what is shown is always the latest. */
  #latest(rows: readonly DataRow[]): readonly DataRow[] {
    return rows.map((row) => this.#rows.get(keyOf(row.path, row.source)) ?? row)
  }

  #note(told: Pick<DataRow, 'path' | 'source' | 'value' | 'isStale'>, now: number): void {
    const key = keyOf(told.path, told.source)
    const before = this.#rows.get(key)
    if (before === undefined) this.#order = undefined
    // A mark that it is stale is no news from the source.
    const fresh = told.isStale
      ? { heardAt: before?.heardAt ?? now, hertz: before?.hertz, isFirst: before?.isFirst ?? true }
      : { heardAt: now, hertz: nextHertz(before, now), isFirst: before === undefined }
    this.#rows.set(key, { ...told, ...fresh })
  }
}

/** A command that asks for the value, as it would be typed. */
export const curlOf = (origin: string, productWord: string, path: string): string =>
  `curl -s ${origin}/${productWord}/v1/api/vessels/self/${path.replaceAll('.', '/')}/value`

/** What a program would subscribe to it with. */
export const subscriptionOf = (path: string): string =>
  JSON.stringify({ context: 'vessels.self', subscribe: [{ path }] })

/** Which part of a long list is to be seen, and a little more. */
export const windowOf = (
  {
    scrollTop,
    height,
    rowHeight,
  }: { readonly scrollTop: number; readonly height: number; readonly rowHeight: number },
  count: number,
): { readonly from: number; readonly to: number } => {
  const spare = 5
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
  const to = Math.min(count, from + Math.min(Math.ceil(height / rowHeight) + 2 * spare, 60))
  return { from, to }
}
