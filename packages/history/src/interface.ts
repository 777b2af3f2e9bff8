import type {
  HistoryForgotten,
  HistoryRow,
  HistoryStorage,
  HistoryValuesHead,
  StreamPosition,
  TimeTrust,
  TrackPoint,
} from '@marinedata/model'

/** Time as a dependency. */
export interface HistoryClock {
  /** The wall clock, Unix milliseconds. It may be wrong, and it may jump. */
  wall(): number
  /** Monotonic milliseconds; starts anywhere, never goes back and never jumps. */
  mono(): number
}

/** A fault of the log. It works on and retries by itself; the caller reports the fault. */
export type HistoryFault =
  | { readonly kind: 'write-failed'; readonly error: unknown; readonly waiting: number }
  | { readonly kind: 'write-recovered' }
  | { readonly kind: 'damaged'; readonly error: unknown; readonly movedTo: string }

export interface HistoryOptions {
  readonly clock: HistoryClock
  /** The log removes its oldest entries when it occupies more than this. */
  readonly budgetBytes: number
  readonly faults?: (fault: HistoryFault) => void
  /** Whether the caller continues where the log ends, and calls `continued` when it knows if that succeeded. */
  readonly isContinued?: boolean
}

/** A change of a value. */
export interface HistoryChange {
  /** `vessels.self`, or the context of another vessel. */
  readonly context: string
  readonly path: string
  readonly source: string
  /** Unix milliseconds by the same wall clock as `HistoryClock.wall`. More than 60 s from it: the clock's time is used. */
  readonly at: number
  readonly value: unknown
  /** The value has become stale. Recorded as a mark; `value` is ignored. */
  readonly isStale?: boolean
  /** The source is the preferred one of its path. Questions without a source use it. Absent: not known. */
  readonly isPreferred?: boolean
  /** The change is older than now: it was sent again after an interruption, and `at` is the time at which it is recorded. */
  readonly isLate?: boolean
}

/** Unix milliseconds, both inclusive. */
export interface HistoryRange {
  readonly from: number
  readonly to: number
}

/** Part of an answer. The first page has the head; a page without rows is possible. At most 48 kB as JSON. */
export interface ValuesPage {
  readonly head?: HistoryValuesHead
  readonly rows: readonly HistoryRow[]
}

/** Part of a track, oldest first. */
export interface TrackPage {
  readonly points: readonly TrackPoint[]
}

/** Part of a list of texts. */
export interface TextPage {
  readonly texts: readonly string[]
}

export interface TrackQuestion extends HistoryRange {
  readonly context: string
  /** Metres. Points are left out while the track stays this close to the recorded one. 0 gives every point. */
  readonly tolerance: number
}

export interface PathsQuestion extends HistoryRange {
  /** Absent: of every context. */
  readonly context?: string
  /** Only of contexts that had a position in this box. Degrees; crosses the date line when west > east. */
  readonly bbox?: {
    readonly south: number
    readonly west: number
    readonly north: number
    readonly east: number
  }
}

/** A recorded change, as it is played. Its time is corrected. */
export interface PlayedChange {
  readonly context: string
  readonly path: string
  readonly source: string
  readonly at: number
  /** A number, a position, a text or an object; null when the source said that it is not available. */
  readonly value: unknown
  readonly isStale?: true
}

export interface PlayOptions {
  /** `full`: every change. `minute`: the mean of each minute, at its start, and every event. */
  readonly tier: 'full' | 'minute'
  /** Absent: of every context. */
  readonly context?: string
  /** Absent: to the present end of the log. */
  readonly to?: number
}

/** A position in the log. */
export interface LogHead {
  /** Identity of the log. When it changes, numbers start again at 1. */
  readonly epoch: string
  /** Number of the newest segment that was written, also when it was deleted since; 0 if there is none. */
  readonly number: number
  /** Number of the newest event on disk, 0 if there is none. */
  readonly event: number
}

/** What a segment holds, each readable alone: samples of the own vessel, of others, and the minute rows. */
export type SegmentLayer = 'own' | 'others' | 'minute'

export interface LogSegment {
  readonly number: number
  readonly boot: number
  readonly mono: number
  readonly wall: number
  readonly trust: TimeTrust
  /** Undefined when it was removed, or nothing was recorded in this layer. */
  readonly blob: Uint8Array | undefined
}

export interface LogSeries {
  readonly id: number
  readonly context: string
  readonly path: string
  readonly source: string
  /** '' for a number; the member of an object of numbers, such as `latitude` of a position. */
  readonly part: string
  /** Steps per unit: the recorded whole numbers, divided by this, are values. */
  readonly steps: number
}

export interface LogEvent {
  readonly number: number
  readonly segment: number
  readonly wall: number
  readonly mono: number
  readonly kind: 'value' | 'clock' | 'preferred' | 'forgotten'
  readonly context: string
  readonly path: string
  readonly source: string
  readonly json: string
}

/** A slice of work was done; there is nothing to give yet. */
export type Slice = undefined

export type { HistoryForgotten, HistoryStorage, StreamPosition, TimeTrust }
