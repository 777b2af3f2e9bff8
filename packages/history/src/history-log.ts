import { MarineDataError, PathMetadataTable, type HistoryValuesQuestion } from '@marinedata/model'
import { answerTrack } from './query/track.ts'
import { answerValues } from './query/values.ts'
import { listContexts, listPaths } from './query/lists.ts'
import { play } from './query/play.ts'
import { Recorder } from './recording/recorder.ts'
import { SeriesRegistry } from './recording/series-registry.ts'
import { foldDays } from './storage/day-folding.ts'
import { forgetRange } from './storage/forgetting.ts'
import { isDiskError, LogDatabase } from './storage/log-database.ts'
import { LogReader } from './storage/log-reader.ts'
import { Retention } from './storage/retention.ts'
import { SegmentLog } from './storage/segment-log.ts'
import { storageOf } from './storage/storage-report.ts'
import type {
  HistoryChange,
  HistoryClock,
  HistoryFault,
  HistoryForgotten,
  HistoryOptions,
  HistoryRange,
  HistoryStorage,
  LogEvent,
  LogHead,
  StreamPosition,
  LogSegment,
  LogSeries,
  PathsQuestion,
  PlayedChange,
  PlayOptions,
  SegmentLayer,
  Slice,
  TextPage,
  TimeTrust,
  TrackPage,
  TrackQuestion,
  ValuesPage,
} from './interface.ts'

const { propertiesOf } = new PathMetadataTable()
const mostKnownPaths = 10_000
const hasOnePreferredByPath = new Map<string, boolean>()

/** Two autopilots are both shown: noting each of them as the preferred one in turn would fill the log. */
const hasOnePreferred = (path: string): boolean => {
  const known = hasOnePreferredByPath.get(path)
  if (known !== undefined) return known
  const found = !propertiesOf(path.split('.')).isPerSource
  if (hasOnePreferredByPath.size >= mostKnownPaths) hasOnePreferredByPath.clear()
  hasOnePreferredByPath.set(path, found)
  return found
}

/** Milliseconds between two searches for days that are over. */
const foldEveryMs = 60_000

/**
 * The history of a boat in one folder, used by one process. Questions are generators: each step works at most about
 * 50 ms and yields a page, or undefined when it has nothing to give yet. A question that is not continued costs nothing.
 */
export class HistoryLog implements Disposable {
  readonly #database: LogDatabase
  readonly #clock: HistoryClock
  readonly #faults: (fault: HistoryFault) => void
  readonly #log: SegmentLog
  readonly #registry: SeriesRegistry
  readonly #recorder: Recorder
  readonly #reader: LogReader<SegmentLog>
  readonly #retention: Retention
  #folding: Generator<Slice> | undefined
  /** Deletions that run now. */
  #deletions = 0
  #foldedAt: number
  /** Segments that were written when the budget was last found kept. */
  #writtenBefore = -1

  private constructor(database: LogDatabase, options: HistoryOptions) {
    const { clock, budgetBytes, faults, isContinued = false } = options
    this.#database = database
    this.#clock = clock
    this.#faults = faults ?? (() => {})
    this.#log = new SegmentLog(database, clock, this.#faults)
    if (!isContinued) this.#log.noteInterruption()
    this.#registry = new SeriesRegistry(database, (series) => this.#log.addSeries(series))
    this.#recorder = new Recorder(clock, this.#registry, this.#log)
    this.#reader = new LogReader(database, this.#log, clock)
    this.#retention = new Retention(database, this.#log, budgetBytes)
    this.#foldedAt = clock.mono() - foldEveryMs
  }

  /**
   * Opens the log of a folder, and creates it if there is none. A damaged file is moved aside.
   * @throws MarineDataError `storage-full` when the disk cannot be written
   */
  static open(folder: string, options: HistoryOptions): HistoryLog {
    const { clock, faults = () => {} } = options
    using stack = new DisposableStack()
    try {
      const database = LogDatabase.open(folder, new Date(clock.wall()).toISOString(), faults)
      stack.adopt(database, () => database.close())
      const log = new HistoryLog(database, options)
      stack.move()
      return log
    } catch (error) {
      if (!isDiskError(error)) throw error
      throw new MarineDataError('storage-full', `The recording cannot be opened: ${error.message}`, {
        cause: error,
      })
    }
  }

  /** Identity of the log (the epoch). */
  get logId(): string {
    return this.#log.logId
  }

  /**
   * Records a change. Numbers and positions go to the open segment, texts, objects and notifications to disk at once.
   * What is recorded of whom, and how often, is decided here: pass on every change.
   */
  record(change: HistoryChange): void {
    this.#log.advance(change.isLate === true ? change.at : undefined)
    if (change.isPreferred === true && change.context === 'vessels.self' && hasOnePreferred(change.path))
      this.#log.prefer(change.path, change.source)
    this.#recorder.record(change)
  }

  /** Where a subscription has to continue, so that nothing is missing after a restart; undefined when not known. */
  get position(): StreamPosition | undefined {
    return this.#log.position
  }

  /** Everything up to this change of the stream has been passed to `record`. Saved with the segment. */
  set position(position: StreamPosition | undefined) {
    this.#log.position = position
  }

  /**
   * Says whether the recording continues where it ended. Otherwise the interruption becomes a gap, and the recording
   * starts at the position.
   */
  continued(isComplete: boolean, position?: StreamPosition): void {
    if (isComplete) return
    this.#log.noteInterruption()
    if (position !== undefined) this.#log.startAt(position)
  }

  /** The true time is now `wall`. Corrects the times of everything recorded since the start of the program. */
  trustTime(trust: TimeTrust, wall: number): void {
    this.#log.trustTime(trust, wall)
  }

  /** Writes the segment when its minute is over, and works at most 50 ms on old days. Call it every second. */
  tick(): void {
    this.#log.advance()
    this.#recorder.writeHeld()
    this.#log.retry()
    this.#work(() => this.#fold())
    this.#work(() => this.#enforceBudget())
  }

  /** A full disk must not end the program: the same work is tried again at the next tick. */
  #work(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#folding = undefined
      this.#faults({ kind: 'write-failed', error, waiting: this.#log.waitingSegments })
    }
  }

  /** Only a segment or a sheet can have exceeded the budget. */
  #enforceBudget(): void {
    const { written } = this.#log
    if (written === this.#writtenBefore && this.#folding === undefined) return
    if (this.#retention.enforce()) this.#writtenBefore = written
  }

  #fold(): void {
    if (this.#deletions > 0) return
    const mono = this.#clock.mono()
    if (this.#folding === undefined) {
      if (mono - this.#foldedAt < foldEveryMs) return
      this.#foldedAt = mono
      this.#folding = foldDays(this.#reader)
    }
    if (this.#folding.next().done === true) this.#folding = undefined
  }

  /** Writes the open segment and closes the file. */
  close(): void {
    this.#recorder.writeHeld()
    this.#log.close()
    this.#database.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** @throws MarineDataError invalid-query, too-much-history: at the first step */
  values(question: HistoryValuesQuestion): Generator<ValuesPage | Slice, void> {
    return answerValues(this.#reader, question)
  }

  /** Contexts with data in the range, sorted. */
  contexts(range: HistoryRange): Generator<TextPage | Slice, void> {
    return listContexts(this.#reader, range)
  }

  /** Paths with data in the range, sorted. */
  paths(question: PathsQuestion): Generator<TextPage | Slice, void> {
    return listPaths(this.#reader, question)
  }

  track(question: TrackQuestion): Generator<TrackPage | Slice, void> {
    return answerTrack(this.#reader, question)
  }

  storage(): HistoryStorage {
    return storageOf(this.#database, this.#log, {
      budgetBytes: this.#retention.budgetBytes,
      series: this.#registry.count,
      rejected: this.#recorder.rejected + this.#log.lostEvents,
      dropped: this.#retention.dropped,
      droppedBytes: this.#retention.droppedBytes,
    })
  }

  /** Deletes everything of the range, in whole minutes. The result is the return value of the generator. */
  forget(range: HistoryRange): Generator<Slice, HistoryForgotten> {
    if (range.from > range.to) throw new MarineDataError('invalid-query', 'The range ends before it begins')
    return this.#forget(range)
  }

  *#forget(range: HistoryRange): Generator<Slice, HistoryForgotten> {
    // A day that is closed meanwhile would write what is being deleted into new sheets.
    this.#deletions++
    this.#folding = undefined
    this.#recorder.dropHeld(range)
    try {
      return yield* forgetRange(this.#reader, range)
    } finally {
      this.#deletions--
    }
  }

  /** All recorded changes from a time on, in their order, at most 500 in a page. */
  play(from: number, options: PlayOptions): Generator<readonly PlayedChange[] | Slice, void> {
    return play(this.#reader, from, options)
  }

  head(): LogHead {
    return this.#log.head()
  }

  /** Segments after a number, oldest first. */
  read(layer: SegmentLayer, after: number, most: number): LogSegment[] {
    return this.#log.read(layer, after, most)
  }

  /** Events after a number, oldest first. */
  events(after: number, most: number): LogEvent[] {
    return this.#log.events(after, most)
  }

  /** Series after an identity, oldest first. Blobs name series by identity. */
  series(after: number, most: number): LogSeries[] {
    return this.#log.series(after, most)
  }

  /** Starts a new epoch: a new identity, numbers from 1. For a log that is found shorter than what shore has of it. */
  startEpoch(): void {
    this.#log.startEpoch()
  }
}
