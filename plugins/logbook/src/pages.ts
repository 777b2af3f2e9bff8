import { type LogbookEntry, type LogbookPage, type LogbookTrip, type TripFigures } from '@marinedata/model'

/** Bytes of JSON. A page fits into one value of the storage, and all pages leave room for the rest of it. */
const limits = { page: 15_000, total: 900_000, pages: 365 } as const

type Removed = LogbookTrip['removed']

const bytesOf = (page: LogbookPage): number => Buffer.byteLength(JSON.stringify(page))

const nextId = ({ id, day }: LogbookPage): string => `${day}.${Number(id.split('.')[1] ?? 1) + 1}`

const emptyPage = (id: string, day: string): LogbookPage => ({ id, name: `Logbook ${id}`, day, entries: [] })

/** What a new entry changed. */
export interface PageChange {
  readonly page: LogbookPage
  /** Ids of pages that were removed to make room. */
  readonly removed: readonly string[]
}

/** All pages, oldest first, within the bounds of the storage. */
export class Pages {
  readonly #pages: LogbookPage[]
  readonly #bytesById: Map<string, number>
  #removed: Removed

  constructor(pages: readonly LogbookPage[], removed: Removed) {
    this.#pages = [...pages]
    this.#bytesById = new Map(pages.map((page) => [page.id, bytesOf(page)]))
    this.#removed = removed
  }

  get all(): readonly LogbookPage[] {
    return this.#pages
  }

  get ids(): string[] {
    return this.#pages.map(({ id }) => id)
  }

  /** The oldest entries, which were removed. */
  get removed(): Removed {
    return this.#removed
  }

  get last(): LogbookPage | undefined {
    return this.#pages.at(-1)
  }

  /** Appends an entry to the page of its day, or begins a new page. */
  add(entry: LogbookEntry): PageChange {
    const day = entry.time.slice(0, 10)
    // The latest page of that day: the clock may have been set back since.
    const current = this.#pages.findLast((page) => page.day === day) ?? emptyPage(day, day)
    const extended = { ...current, entries: [...current.entries, entry] }
    const page =
      bytesOf(extended) <= limits.page ? extended : { ...emptyPage(nextId(current), day), entries: [entry] }
    this.#put(page)
    return { page, removed: this.#makeRoom() }
  }

  /** Sets the totals of a day on its first page; undefined when the day has no page. */
  setTotals(day: string, totals: TripFigures): LogbookPage | undefined {
    const first = this.#pages.find((page) => page.day === day)
    if (first === undefined) return undefined
    const page = { ...first, totals }
    this.#put(page)
    return page
  }

  #put(page: LogbookPage): void {
    const at = this.#pages.findIndex(({ id }) => id === page.id)
    if (at < 0) this.#pages.push(page)
    else this.#pages[at] = page
    this.#bytesById.set(page.id, bytesOf(page))
  }

  #makeRoom(): string[] {
    const removed: string[] = []
    while (this.#isFull()) {
      const oldest = this.#pages.shift()
      if (oldest === undefined) break
      this.#bytesById.delete(oldest.id)
      removed.push(oldest.id)
      this.#removed = {
        entries: (this.#removed?.entries ?? 0) + Math.max(1, oldest.entries.length),
        until: oldest.day,
      }
    }
    return removed
  }

  #isFull(): boolean {
    if (this.#pages.length <= 1) return false
    const total = [...this.#bytesById.values()].reduce((sum, bytes) => sum + bytes, 0)
    return this.#pages.length > limits.pages || total > limits.total
  }
}
