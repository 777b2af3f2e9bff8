import type { SentDelta } from '@marinedata/model'
import { isFound } from '#parts/word-search.ts'

/** One path of one source. */
export interface DataRow {
  readonly path: string
  readonly source: string
  readonly value: unknown
  /** On the clock of `performance.now()`. */
  readonly receivedAt: number
  readonly isStale: boolean
  /** Update rate from the mean of the last intervals; undefined before the first interval. */
  readonly hertz: number | undefined
}

/** An initial value arrived with the subscription and not at its own time, so the interval after it is ignored. */
interface StoredRow extends DataRow {
  readonly isFirst: boolean
}

export interface PathMeta {
  readonly units?: string
  readonly description?: string
  readonly displayName?: string
}

const keyOf = (path: string, source: string): string => `${path} ${source}`
/** Weight of a new interval in the mean. */
const share = 0.2

const nextHertz = (before: StoredRow | undefined, now: number): number | undefined => {
  if (before === undefined || before.isFirst) return undefined
  const latest = Math.max(now - before.receivedAt, 1)
  const usual = before.hertz === undefined ? latest : 1_000 / before.hertz
  return 1_000 / (usual + share * (latest - usual))
}

/** All values of one vessel by path and source. Bounded, because the server limits paths and sources. */
export class DataTable {
  readonly #rows = new Map<string, StoredRow>()
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

  /** Rows whose path or source contains all words, sorted by path and source. */
  rows(filter: string): readonly DataRow[] {
    this.#order ??= [...this.#rows.values()].toSorted(
      (one, other) => one.path.localeCompare(other.path) || one.source.localeCompare(other.source),
    )
    return this.#latest(this.#order.filter(({ path, source }) => isFound(`${path} ${source}`, filter)))
  }

  /** Sorts again only when a new row appeared. The values are always the latest. */
  #latest(rows: readonly DataRow[]): readonly DataRow[] {
    return rows.map((row) => this.#rows.get(keyOf(row.path, row.source)) ?? row)
  }

  #note(received: Pick<DataRow, 'path' | 'source' | 'value' | 'isStale'>, now: number): void {
    const key = keyOf(received.path, received.source)
    const before = this.#rows.get(key)
    if (before === undefined) this.#order = undefined
    // A stale mark is not an update from the source.
    const fresh = received.isStale
      ? { receivedAt: before?.receivedAt ?? now, hertz: before?.hertz, isFirst: before?.isFirst ?? true }
      : { receivedAt: now, hertz: nextHertz(before, now), isFirst: before === undefined }
    this.#rows.set(key, { ...received, ...fresh })
  }
}

/** A curl command that reads the value. */
export const curlOf = (origin: string, productWord: string, path: string): string =>
  `curl -s ${origin}/${productWord}/v1/api/vessels/self/${path.replaceAll('.', '/')}/value`

/** The subscription message for the value. */
export const subscriptionOf = (path: string): string =>
  JSON.stringify({ context: 'vessels.self', subscribe: [{ path }] })

/** The visible part of a long list, with some rows more. */
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
