import type { HistoryChange, HistoryClock, HistoryRange } from '#interface.ts'
import { largestLag, largestLateness } from '#storage/timeline.ts'
import { RateLimit } from './rate-limit.ts'
import { recordedValueOf } from './recording-rules.ts'
import type { HeldEntry, SeriesRegistry, SourcePath } from './series-registry.ts'

/** A moment of the log: monotonic, and how much later (or earlier) than the clock the sample was taken. */
export interface Moment {
  readonly mono: number
  readonly lag: number
  /** Set when the change is recorded long after it happened. */
  readonly isLate?: boolean
}

/** Where the recorder puts what it accepts. */
export interface RecordingTarget {
  /** False when the segment is full. */
  addEntry(path: SourcePath, moment: Moment, entry: readonly number[] | 'null' | 'stale'): boolean
  addEvent(path: SourcePath, moment: Moment, json: string): void
}

/** Longer texts and objects are not recorded. */
const longestJson = 16_384

interface Sample {
  readonly at: number
  readonly parts: readonly string[]
  readonly numbers: readonly number[]
}

const isSame = (one: SourcePath['lastSample'], { at, numbers }: Sample): boolean =>
  one?.at === at &&
  one.numbers.length === numbers.length &&
  one.numbers.every((number, index) => number === numbers[index])

/** Undefined for one that is not recorded. The stream repeats a sample when its source becomes the preferred one. */
const sampleOf = (path: SourcePath, sample: Sample, place: Moment): HeldEntry | undefined => {
  if (path.rule.numbersEveryMs === undefined || isSame(path.lastSample, sample)) return undefined
  path.lastSample = sample
  return { place, parts: sample.parts, entry: sample.numbers }
}

/** Decides which changes are recorded, and how often. */
export class Recorder {
  readonly #clock: HistoryClock
  readonly #registry: SeriesRegistry
  readonly #target: RecordingTarget
  // A defect that raises notifications without end must not wear out the disk.
  readonly #eventLimit = new RateLimit(100, 500)
  #rejected = 0

  constructor(clock: HistoryClock, registry: SeriesRegistry, target: RecordingTarget) {
    this.#clock = clock
    this.#registry = registry
    this.#target = target
  }

  /** Changes that were not recorded because of a limit. */
  get rejected(): number {
    return this.#rejected
  }

  record(change: HistoryChange): void {
    const mono = this.#clock.mono()
    const path = this.#registry.find(change, mono)
    if (path === undefined) {
      this.#rejected++
      return
    }
    const moment = this.#momentOf(change, mono)
    const held = this.#entryOf(path, change, moment)
    if (held === undefined) return
    if (!this.#write(path, held, moment.isLate === true ? mono + moment.lag : mono)) path.held = held
  }

  /** Writes entries that waited for their rate. */
  writeHeld(): void {
    const mono = this.#clock.mono()
    for (const path of this.#registry.held())
      if (path.held !== undefined && this.#write(path, path.held, mono)) path.held = undefined
  }

  /** Drops the entries of a time range that wait for their rate. */
  dropHeld({ from, to }: HistoryRange): void {
    const wallOfMono = this.#clock.wall() - this.#clock.mono()
    for (const path of this.#registry.held()) {
      const { mono = 0, lag = 0 } = path.held?.place ?? {}
      const time = wallOfMono + mono + lag
      if (time >= from && time <= to) path.held = undefined
    }
  }

  /** A sample whose time is far from the clock is recorded at the time of its arrival. */
  #momentOf({ at, isLate = false }: HistoryChange, mono: number): Moment {
    const lag = at - this.#clock.wall()
    if (isLate && lag <= 0 && lag >= -largestLateness) return { mono, lag, isLate }
    return { mono, lag: Math.abs(lag) <= largestLag ? lag : 0 }
  }

  #entryOf(path: SourcePath, change: HistoryChange, place: Moment): HeldEntry | undefined {
    const { rule } = path
    const value = recordedValueOf(change.path, change.value)
    const isMark = change.isStale === true || value.kind === 'null'
    if (isMark) path.lastSample = undefined
    if (isMark && path.lastGroup !== undefined)
      return { place, parts: undefined, entry: change.isStale === true ? 'stale' : 'null' }
    if (change.isStale === true || value.kind === 'none') return undefined
    if (value.kind === 'numbers') return sampleOf(path, { at: change.at, ...value }, place)
    if (rule.textsEveryMs === undefined) return undefined
    return this.#eventOf(path, change.value, place)
  }

  #eventOf(path: SourcePath, value: unknown, place: Moment): HeldEntry | undefined {
    // A null of a path that had no value yet says nothing.
    if (value === null && path.lastJson === undefined && !path.rule.isNotification) return undefined
    const json = JSON.stringify(value)
    if (json.length > longestJson) {
      this.#rejected++
      return undefined
    }
    if (json === path.lastJson && !path.rule.isNotification) {
      // It changed and changed back before it could be recorded.
      path.held = undefined
      return undefined
    }
    return { place, parts: undefined, entry: { json } }
  }

  /** False when the entry has to wait for its rate. */
  #write(path: SourcePath, held: HeldEntry, mono: number): boolean {
    const { entry, place, parts } = held
    if (typeof entry === 'object' && 'json' in entry)
      return this.#writeEvent(path, entry.json, { ...place, now: mono })
    if (!path.numberLimit.accept(mono)) return false
    path.held = undefined
    if (parts !== undefined) path.lastGroup = this.#registry.groupOf(path, parts)
    if (path.lastGroup === undefined || !this.#target.addEntry(path, place, entry)) this.#rejected++
    return true
  }

  #writeEvent(path: SourcePath, json: string, moment: Moment & { readonly now: number }): boolean {
    if (!path.textLimit.accept(moment.now)) return false
    path.held = undefined
    if (!this.#eventLimit.accept(moment.now)) {
      this.#rejected++
      return true
    }
    path.lastJson = json
    this.#target.addEvent(path, moment, json)
    return true
  }
}
