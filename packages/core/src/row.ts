import type { Metadata, Position } from '@marinedata/model'
import type { InternedPath } from './interned-path.ts'

/** The newest value of one source at one path of one context. */
export interface Cell {
  readonly row: Row
  readonly source: string
  /** Lower is better; equal ranks do not displace each other. */
  readonly rank: number
  value: unknown
  timestamp: string
  /** The change that last touched it. */
  sequence: number
  /** Monotonic; when it was last heard. */
  heardAt: number
  /** Monotonic; since when it has been live without a break. */
  liveSince: number
  /** The usual time between two values; 0 until two were heard. */
  intervalMs: number
  isStale: boolean
  /** The source's own time was more than a day off, so `timestamp` is when the value was received. */
  isTimestampReplaced: boolean
}

/** One path of one context: the preferred source's cell, and the others. */
export interface Row {
  readonly context: ContextNode
  readonly path: InternedPath
  preferred: Cell
  others: Cell[] | undefined
  /** The change that made the row or last described it. */
  describedAt: number
}

/** Everything known of one vessel, aircraft, aid to navigation or beacon. */
export interface ContextNode {
  /** As deltas name it: `vessels.self` for the own vessel. */
  readonly text: string
  readonly map: string
  readonly identifier: string
  readonly isSelf: boolean
  readonly rowByPath: Map<InternedPath, Row>
  metadataByPath: Map<InternedPath, Metadata> | undefined
  position: Position | undefined
  /** The newest change in it. */
  sequence: number
  heardAt: number
  /** The position at the newest change, the one before it, and the changes that brought them: for boxes. */
  lastPosition: Position | undefined
  positionBefore: Position | undefined
  movedAt: number
  movedBeforeAt: number
  /** A place for the subscriptions to keep what contexts of one kind share; nothing of its own. */
  audience: unknown
}

export const cellsOf = (row: Row): Cell[] =>
  row.others === undefined ? [row.preferred] : [row.preferred, ...row.others]

/** The cells of a row that are told: each source's own where it speaks for itself or all are wished for. */
export const cellsFor = (row: Row, wantsAllSources: boolean): Cell[] =>
  wantsAllSources || row.path.isPerSource ? cellsOf(row) : [row.preferred]

/** What is known of a row's path as JSON, with what its own context says of it on top; undefined when nothing is. */
export const metadataJsonOf = ({ path, context }: Row): string | undefined => {
  const own = context.metadataByPath?.get(path)
  return own === undefined ? path.metadataJson : JSON.stringify({ ...path.metadata, ...own })
}

/** What is to be known of a value beside itself, as further members of its JSON. */
export const marksJson = ({ isStale, isTimestampReplaced }: Cell): string => {
  if (isTimestampReplaced) return `${isStale ? ',"stale":true' : ''},"timestampReplaced":true`
  return isStale ? ',"stale":true' : ''
}

/** How many values one change may carry, so that a selection of them fits a bit mask. */
export const maxCellsPerChange = 30

/** What one update did to the tree, in order; selections of its cells are bit masks over `cells`. */
export interface Change {
  readonly kind: 'values' | 'metadata'
  readonly context: ContextNode
  readonly source: string
  readonly timestamp: string
  readonly sequence: number
  readonly cells: Cell[]
  /** The cells that are their row's preferred one. */
  preferredMask: number
  /** The cells whose row was not there before. */
  createdMask: number
}

/** Whoever wants to hear of changes, in the order in which they happen. */
export interface ChangeObserver {
  changed(change: Change): void
  forgotten(context: ContextNode): void
}
