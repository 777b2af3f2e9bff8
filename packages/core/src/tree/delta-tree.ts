import { isWholePosition, type Metadata } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Refusal } from '#counters.ts'
import {
  cellsOf,
  maxCellsPerChange,
  type Cell,
  type Change,
  type ChangeObserver,
  type Row,
} from '#tree/row.ts'
import type { ListedContext } from './context-list.ts'
import { FreshnessWheel, noteReceived, timeoutOf } from './freshness.ts'
import { isLive, prefer, substituteFor, takesOver } from './source-choice.ts'
import { TreeStore, type ValueOrigin, type TreeStoreOptions } from './tree-store.ts'

export interface DeltaTreeOptions extends Omit<TreeStoreOptions, 'onForget'> {
  readonly clock: Clock
  /** Number of the start of the server. When absent, positions in its changes cannot be continued. */
  readonly epoch?: number
  readonly onSourceSwitch?: (row: Row, from: string) => void
}

/** The header of an update. */
export interface UpdateHead {
  readonly context: string
  readonly source: string
  readonly timestamp: string
  readonly isTimestampReplaced?: boolean
}

interface OpenUpdate extends ValueOrigin {
  readonly context: ListedContext
  change: Change
}

/**
 * The latest value per context, path and source. An update is written by `open`, `put` for each value and `commit`;
 * the observer then gets it as one change.
 */
export class DeltaTree {
  readonly #options: DeltaTreeOptions
  readonly #store: TreeStore
  readonly #wheel = new FreshnessWheel()
  #observer: ChangeObserver = { changed: () => undefined, forgotten: () => undefined }
  #sequence = 0
  #update: OpenUpdate | undefined

  constructor(options: DeltaTreeOptions) {
    this.#options = options
    const onForget = (context: ListedContext): void => {
      this.#wheel.remove(context)
      this.#observer.forgotten(context)
    }
    this.#store = new TreeStore({ ...options, onForget })
  }

  /** Number of the start of the server; 0 when it is not known. */
  get epoch(): number {
    return this.#options.epoch ?? 0
  }

  /** Sequence of the newest change. */
  get sequence(): number {
    return this.#sequence
  }

  get size(): { contexts: number; paths: number; values: number } {
    return this.#store.size
  }

  get self(): ListedContext {
    return this.#store.self
  }

  observe(observer: ChangeObserver): void {
    this.#observer = observer
  }

  /** In order of first update. Contexts may be added and removed during iteration. */
  contexts(): MapIterator<ListedContext> {
    return this.#store.contexts.values()
  }

  /** Finds a context by any of its spellings; undefined when it is not in the tree. */
  context(text: string): ListedContext | undefined {
    return this.#store.context(text)
  }

  row(context: ListedContext, path: string): Row | undefined {
    return this.#store.row(context, path)
  }

  /** Starts an update. Returns the reason when its context is refused. */
  open({
    context: text,
    source: name,
    timestamp,
    isTimestampReplaced = false,
  }: UpdateHead): Refusal | undefined {
    const context = this.#store.context(text) ?? this.#store.addContext(text)
    if (typeof context === 'string') return context
    const now = this.#now()
    const source = this.#store.sourceName(name)
    context.receivedAt = now
    this.#store.contexts.touch(context)
    const change = newChange('values', { context, source, timestamp, sequence: ++this.#sequence })
    this.#update = { context, source, timestamp, isTimestampReplaced, now, change }
    return undefined
  }

  /** Writes one value of the open update. Returns the reason when it is refused. */
  put(path: string, value: unknown): Refusal | undefined {
    const update = this.#update
    if (update === undefined) return 'invalid-delta'
    const row = this.#store.row(update.context, path)
    if (row === undefined) return this.#putFirst(update, path, value)
    const { preferred } = row
    const cell = preferred.source === update.source ? preferred : this.#store.otherCell(row, update)
    if (typeof cell === 'string') return cell
    // A stale cell has no scheduled check, and a cell with a single value has only a provisional one.
    const isUnwatched = cell.isStale || cell.value === undefined || cell.intervalMs === 0
    this.#receive(cell, value, update)
    if (isUnwatched) this.#watch(cell, update.now)
    return undefined
  }

  /** Merges metadata of the open update into a path that has a value. */
  describe(path: string, metadata: Metadata): Refusal | undefined {
    const update = this.#update
    const row = update && this.#store.row(update.context, path)
    if (update === undefined || row === undefined) return 'invalid-path'
    const { context, source, timestamp } = update
    context.metadataByPath ??= new Map()
    context.metadataByPath.set(row.path, { ...context.metadataByPath.get(row.path), ...metadata })
    const change = newChange('metadata', { context, source, timestamp, sequence: ++this.#sequence })
    row.describedAt = change.sequence
    change.cells.push(row.preferred)
    this.#publish(change)
    for (const cell of cellsOf(row)) this.#watch(cell, update.now)
    return undefined
  }

  /** Ends the update and notifies the observer. */
  commit(): void {
    const change = this.#update?.change
    this.#update = undefined
    if (change !== undefined && change.cells.length > 0) this.#publish(change)
  }

  /** Marks stale values and removes expired contexts. Call it several times a second. */
  sweep(): void {
    const now = this.#now()
    for (const context of this.#wheel.take(now)) this.#checkFreshness(context, now)
    const limit = now - this.#options.bounds.contextTimeoutMs
    const { contexts } = this.#store
    for (let old = contexts.oldest(); old !== undefined && old.receivedAt < limit; old = contexts.oldest()) {
      this.#store.forget(old)
      // A removal is a change too, for readers that compare sequences.
      this.#sequence++
      this.#options.counters.expiredContexts++
    }
  }

  /** Integer milliseconds: fractions would be stored as heap objects, two per cell. */
  #now(): number {
    return Math.floor(this.#options.clock.now())
  }

  #putFirst(update: OpenUpdate, path: string, value: unknown): Refusal | undefined {
    const row = this.#store.addRow(update.context, path, update)
    if (typeof row === 'string') return row
    row.preferred.value = value
    row.describedAt = update.change.sequence
    this.#append(update, row.preferred, true)
    update.change.createdMask |= 1 << (update.change.cells.length - 1)
    this.#watch(row.preferred, update.now)
    return undefined
  }

  /** Writes a value of a known source and decides whether that source is preferred. */
  #receive(cell: Cell, value: unknown, update: OpenUpdate): void {
    const { row } = cell
    const wasLive = isLive(cell) && cell.value !== undefined
    noteReceived(cell, update.now)
    cell.value = value
    cell.isStale = false
    cell.timestamp = update.timestamp
    cell.isTimestampReplaced = update.isTimestampReplaced
    if (!wasLive) cell.liveSince = update.now
    if (row.path.isPerSource) return this.#append(update, cell, true)
    const chosen = this.#choose(cell, update.now)
    this.#append(update, cell, chosen === cell)
    // The preferred source sent null: a live source takes over, with its own value and timestamp.
    if (row.preferred === cell && chosen !== cell) this.#switch(row, chosen)
  }

  #choose(cell: Cell, now: number): Cell {
    const { row } = cell
    if (row.others === undefined) return cell
    if (row.preferred === cell) return isLive(cell) ? cell : substituteFor(row)
    if (!takesOver(cell, row, now)) return row.preferred
    this.#noteSwitch(row, cell)
    return cell
  }

  #append(update: OpenUpdate, cell: Cell, isPreferred: boolean): void {
    if (update.change.cells.length === maxCellsPerChange) {
      this.#publish(update.change)
      update.change = newChange('values', { ...update, sequence: ++this.#sequence })
    }
    const { change } = update
    cell.sequence = change.sequence
    if (isPreferred) {
      change.preferredMask |= 1 << change.cells.length
      notePosition(cell)
    }
    change.cells.push(cell)
  }

  /** Makes another source preferred and publishes its value as a separate change. */
  #switch(row: Row, to: Cell): void {
    this.#noteSwitch(row, to)
    this.#publishAlone(to)
  }

  #noteSwitch(row: Row, to: Cell): void {
    const from = row.preferred.source
    prefer(row, to)
    this.#options.counters.sourceSwitches++
    this.#options.onSourceSwitch?.(row, from)
  }

  #publishAlone(cell: Cell): void {
    const { context, preferred, path } = cell.row
    const { source, timestamp } = cell
    const change = newChange('values', { context, source, timestamp, sequence: ++this.#sequence })
    cell.sequence = change.sequence
    change.cells.push(cell)
    if (preferred === cell || path.isPerSource) change.preferredMask = 1
    notePosition(preferred)
    this.#publish(change)
  }

  #publish(change: Change): void {
    change.context.sequence = this.#sequence
    this.#options.counters.values += change.cells.length
    this.#observer.changed(change)
  }

  #watch(cell: Cell, now: number): void {
    const timeout = timeoutOf(cell)
    // The store creates rows in listed contexts only.
    if (timeout !== Infinity) this.#wheel.schedule(cell.row.context as ListedContext, now + timeout, now)
  }

  #checkFreshness(context: ListedContext, now: number): void {
    let next = Infinity
    for (const row of context.rowByPath.values())
      for (const cell of cellsOf(row)) {
        if (cell.isStale) continue
        const due = cell.receivedAt + timeoutOf(cell)
        if (due <= now) this.#markStale(cell)
        else next = Math.min(next, due)
      }
    if (next !== Infinity) this.#wheel.schedule(context, next, now)
  }

  #markStale(cell: Cell): void {
    const { row } = cell
    cell.isStale = true
    this.#options.counters.staleValues++
    const substitute = row.preferred === cell && !row.path.isPerSource ? substituteFor(row) : cell
    if (substitute !== cell) this.#switch(row, substitute)
    this.#publishAlone(cell)
  }
}

type ChangeHead = Pick<Change, 'context' | 'source' | 'timestamp' | 'sequence'>

const newChange = (kind: Change['kind'], { context, source, timestamp, sequence }: ChangeHead): Change => ({
  kind,
  context,
  source,
  timestamp,
  sequence,
  cells: [],
  preferredMask: 0,
  createdMask: 0,
})

/** Caches the position of the context for bounding boxes. */
const notePosition = (cell: Cell): void => {
  if (cell.row.path.text !== 'navigation.position') return
  const { value } = cell
  cell.row.context.position =
    typeof value === 'object' && value !== null && isWholePosition(value) ? value : undefined
}
