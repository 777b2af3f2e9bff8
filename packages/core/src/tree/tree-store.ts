import {
  contextText,
  isNotificationPath,
  parseContext,
  parsePath,
  pathOwnerOf,
  selfContext,
  type Metadata,
  type PathProperties,
  type ProductWord,
} from '@marinedata/model'
import type { Counters, Refusal } from '#counters.ts'
import { InternedPath } from '#tree/interned-path.ts'
import type { Cell, ContextNode, Row } from '#tree/row.ts'
import type { TreeBounds } from './bounds.ts'
import { ContextList, type ListedContext } from './context-list.ts'
import { isLive } from './source-choice.ts'

export interface TreeStoreOptions {
  readonly bounds: TreeBounds
  readonly counters: Counters
  /** Own ship's context, `vessels.<identifier>`. */
  readonly self: string
  readonly productWord: ProductWord
  readonly metadataOf: (segments: readonly string[]) => Metadata | undefined
  readonly propertiesOf: (segments: readonly string[]) => PathProperties
  /** Lower is better. */
  readonly rankOf: (source: string, path: InternedPath) => number
  readonly onForget: (context: ListedContext) => void
}

const maxSourceNames = 4_096

/** Source and time of a value. */
export interface ValueOrigin {
  readonly source: string
  readonly timestamp: string
  readonly isTimestampReplaced: boolean
  readonly now: number
}

/** Creates and removes contexts, rows and cells, and enforces the size limits of the tree. */
export class TreeStore {
  readonly self: ListedContext
  readonly contexts = new ContextList()
  readonly #options: TreeStoreOptions
  readonly #pathByText = new Map<string, InternedPath>()
  /** Interned source names, so that a thousand cells do not hold a thousand copies. */
  readonly #sourceNames = new Map<string, string>()
  #values = 0
  /** Number of notification paths of own ship. */
  #ownNotifications = 0

  constructor(options: TreeStoreOptions) {
    this.#options = options
    const own = parseContext(options.self, options.productWord)
    this.self = newContext(selfContext, 'vessels', own?.identifier ?? 'self')
    this.contexts.add(this.self)
  }

  get size(): { contexts: number; paths: number; values: number } {
    return { contexts: this.contexts.size, paths: this.#pathByText.size, values: this.#values }
  }

  /** Finds a context by any of its spellings; undefined when it is not in the tree. */
  context(text: string): ListedContext | undefined {
    const known = this.contexts.get(text)
    if (known !== undefined) return known
    const parsed = parseContext(text, this.#options.productWord)
    if (parsed === undefined) return undefined
    const isSelf = parsed.map === 'vessels' && parsed.identifier === this.self.identifier
    return isSelf ? this.self : this.contexts.get(contextText(parsed))
  }

  addContext(text: string): ListedContext | Refusal {
    const parsed = parseContext(text, this.#options.productWord)
    if (parsed === undefined) return 'invalid-context'
    if (this.contexts.size >= this.#options.bounds.contexts && !this.#evictOldest(this.self))
      return 'too-many-contexts'
    const context = newContext(contextText(parsed), parsed.map, parsed.identifier)
    this.contexts.add(context)
    return context
  }

  /** Interns a source name. */
  sourceName(name: string): string {
    const known = this.#sourceNames.get(name)
    if (known !== undefined) return known
    // The map only saves memory, so it can be cleared at any time.
    if (this.#sourceNames.size >= maxSourceNames) this.#sourceNames.clear()
    this.#sourceNames.set(name, name)
    return name
  }

  row(context: ContextNode, path: string): Row | undefined {
    const interned = this.#pathByText.get(path)
    return interned && context.rowByPath.get(interned)
  }

  addRow(context: ListedContext, text: string, origin: ValueOrigin): Row | Refusal {
    const known = this.#pathByText.get(text)
    const segments = known?.segments ?? parsePath(text)
    if (segments === undefined) return 'invalid-path'
    if (!this.#canAddPath(context, text)) return 'too-many-paths'
    if (!this.#hasRoomFor(context)) return 'too-many-values'
    const path = known ?? this.#newPath(text, segments)
    const row = newRow(context, path, (made) =>
      newCell(made, this.#options.rankOf(origin.source, path), origin),
    )
    context.rowByPath.set(path, row)
    if (path.rows++ === 0) this.#pathByText.set(text, path)
    if (context.isSelf && isNotificationPath(text)) this.#ownNotifications++
    this.#values++
    return row
  }

  #newPath(text: string, segments: readonly string[]): InternedPath {
    const { metadataOf, propertiesOf } = this.#options
    return new InternedPath(text, segments, {
      metadata: metadataOf(segments),
      properties: propertiesOf(segments),
    })
  }

  /** The cell of a source that is not preferred; created when the source is new. */
  otherCell(row: Row, origin: ValueOrigin): Cell | Refusal {
    const known = row.others?.find((cell) => cell.source === origin.source)
    if (known !== undefined) return known
    const { bounds, rankOf } = this.#options
    if (1 + (row.others?.length ?? 0) >= bounds.sourcesPerPath && !this.#evictSource(row, origin.now))
      return 'too-many-sources'
    // The store creates rows in listed contexts only.
    if (!this.#hasRoomFor(row.context as ListedContext)) return 'too-many-values'
    const cell = newCell(row, rankOf(origin.source, row.path), origin)
    row.others = [...(row.others ?? []), cell]
    this.#values++
    return cell
  }

  forget(context: ListedContext): void {
    this.contexts.delete(context)
    for (const row of context.rowByPath.values()) {
      this.#values -= 1 + (row.others?.length ?? 0)
      if (--row.path.rows === 0) this.#pathByText.delete(row.path.text)
    }
    this.#options.onForget(context)
  }

  // Distinct paths have a separate limit: a path costs more than a row, and one craft with unusual paths could add as many as
  // there are values.
  #canAddPath(context: ListedContext, text: string): boolean {
    const { pathsPerContext, distinctPaths } = this.#options.bounds
    if (context.isSelf) return this.#canAddOwnPath(text)
    if (context.rowByPath.size >= pathsPerContext) return false
    return this.#pathByText.has(text) || this.#pathByText.size < distinctPaths
  }

  /** Notifications and values have separate limits. Notifications that only the server writes are always accepted. */
  #canAddOwnPath(text: string): boolean {
    const { pathsPerContext } = this.#options.bounds
    if (!isNotificationPath(text)) return this.self.rowByPath.size - this.#ownNotifications < pathsPerContext
    return this.#ownNotifications < pathsPerContext || pathOwnerOf(text) !== undefined
  }

  #hasRoomFor(context: ListedContext): boolean {
    // A loop, because an evicted context may have had no values.
    while (this.#values >= this.#options.bounds.values) if (!this.#evictOldest(context)) return false
    return true
  }

  /** Evicts the silent cell with the oldest value. */
  #evictSource(row: Row, now: number): boolean {
    const oldest = row.others
      ?.filter((cell) => this.#isSilent(cell, now))
      .reduce<Cell | undefined>(
        (one, cell) => (one && one.receivedAt <= cell.receivedAt ? one : cell),
        undefined,
      )
    if (oldest === undefined) return false
    row.others = row.others?.filter((cell) => cell !== oldest)
    if (row.displaced === oldest) row.displaced = undefined
    this.#values--
    this.#options.counters.evictedSources++
    return true
  }

  /** True for a stale or null value, and for a value without timeout that is older than the context timeout. */
  #isSilent(cell: Cell, now: number): boolean {
    if (!isLive(cell)) return true
    return !cell.row.path.isNotification && now - cell.receivedAt > this.#options.bounds.contextTimeoutMs
  }

  /** Evicts the context with the oldest update, other than own ship and the one being written. */
  #evictOldest(spared: ListedContext): boolean {
    const oldest = this.contexts.oldest()
    if (oldest === undefined || oldest === spared) return false
    this.forget(oldest)
    this.#options.counters.evictedContexts++
    return true
  }
}

const newContext = (text: string, map: string, identifier: string): ListedContext => ({
  text,
  map,
  identifier,
  isSelf: text === selfContext,
  rowByPath: new Map(),
  metadataByPath: undefined,
  position: undefined,
  sequence: 0,
  receivedAt: 0,
  lastPosition: undefined,
  positionBefore: undefined,
  movedAt: 0,
  movedBeforeAt: 0,
  subscriptionCache: undefined,
  newer: undefined,
  older: undefined,
  checkAt: -1,
})

const newCell = (
  row: Row,
  rank: number,
  { source, timestamp, isTimestampReplaced, now }: ValueOrigin,
): Cell => ({
  row,
  source,
  rank,
  value: undefined,
  timestamp,
  sequence: 0,
  receivedAt: now,
  liveSince: now,
  intervalMs: 0,
  isStale: false,
  isTimestampReplaced,
})

// A row and its first cell reference each other, so the cell is added after the row is created.
const newRow = (context: ContextNode, path: InternedPath, firstCell: (row: Row) => Cell): Row => {
  const row: Omit<Row, 'preferred'> & { preferred?: Cell } = {
    context,
    path,
    preferred: undefined as never,
    others: undefined,
    displaced: undefined,
    describedAt: 0,
  }
  const complete = row as Row
  complete.preferred = firstCell(complete)
  return complete
}
