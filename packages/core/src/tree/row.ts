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
  /** Sequence of the last change. */
  sequence: number
  /** Monotonic time of the last value. */
  receivedAt: number
  /** Monotonic time since which the cell has been live without interruption. */
  liveSince: number
  /** Usual time between two values; 0 until two were received. */
  intervalMs: number
  isStale: boolean
  /** The source's timestamp was more than a day off and was replaced by the time of receipt. */
  isTimestampReplaced: boolean
}

/** One path of one context: the preferred source's cell, and the others. */
export interface Row {
  readonly context: ContextNode
  readonly path: InternedPath
  preferred: Cell
  others: Cell[] | undefined
  /** The source that was preferred until it was not live. It is preferred again when it has been live for a while. */
  displaced: Cell | undefined
  /** Sequence of the change that created the row or last changed its metadata. */
  describedAt: number
}

/** All data of one vessel, aircraft, aid to navigation or beacon. */
export interface ContextNode {
  /** The name in deltas: `vessels.self` for own ship. */
  readonly text: string
  readonly map: string
  readonly identifier: string
  readonly isSelf: boolean
  readonly rowByPath: Map<InternedPath, Row>
  metadataByPath: Map<InternedPath, Metadata> | undefined
  position: Position | undefined
  /** Sequence of the newest change. */
  sequence: number
  receivedAt: number
  /** The position at the newest change, the one before, and the sequences of both moves. Used for bounding boxes. */
  lastPosition: Position | undefined
  positionBefore: Position | undefined
  movedAt: number
  movedBeforeAt: number
  /** Cache slot of the subscription index: the kind of this context, shared with others. */
  subscriptionCache: unknown
}

export const cellsOf = (row: Row): Cell[] =>
  row.others === undefined ? [row.preferred] : [row.preferred, ...row.others]

/** The cells to send: of all sources when requested or when the path has no preferred source. */
export const cellsFor = (row: Row, wantsAllSources: boolean): Cell[] =>
  wantsAllSources || row.path.isPerSource ? cellsOf(row) : [row.preferred]

/** Metadata of a row as JSON: the path's, overridden by the context's; undefined if both are absent. */
export const metadataJsonOf = ({ path, context }: Row): string | undefined => {
  const own = context.metadataByPath?.get(path)
  return own === undefined ? path.metadataJson : JSON.stringify({ ...path.metadata, ...own })
}

/** The `stale` and `timestampReplaced` members of a value's JSON. */
export const flagsJson = ({ isStale, isTimestampReplaced }: Cell): string => {
  if (isTimestampReplaced) return `${isStale ? ',"stale":true' : ''},"timestampReplaced":true`
  return isStale ? ',"stale":true' : ''
}

/** Maximum number of values in a change, so that a selection fits a bit mask. */
export const maxCellsPerChange = 30

/** The changes of one update, in order. Selections are bit masks over `cells`. */
export interface Change {
  readonly kind: 'values' | 'metadata'
  readonly context: ContextNode
  readonly source: string
  readonly timestamp: string
  readonly sequence: number
  readonly cells: Cell[]
  /** Mask of cells that are the preferred one of their row. */
  preferredMask: number
  /** Mask of cells whose row is new. */
  createdMask: number
}

/** Receives changes in order. */
export interface ChangeObserver {
  changed(change: Change): void
  forgotten(context: ContextNode): void
}
