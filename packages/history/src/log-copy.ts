import type { HistoryValuesQuestion } from '@marinedata/model'
import { decodeMinute } from './codec/minute-codec.ts'
import { listPaths } from './query/lists.ts'
import { answerTrack } from './query/track.ts'
import { answerValues } from './query/values.ts'
import { LogDatabase } from './storage/log-database.ts'
import { dayMs, dayOf, LogReader } from './storage/log-reader.ts'
import { eventOf } from './storage/log-rows.ts'
import { Timeline } from './storage/timeline.ts'
import type {
  HistoryClock,
  LogEvent,
  LogSegment,
  LogSeries,
  PathsQuestion,
  Slice,
  TextPage,
  TrackPage,
  TrackQuestion,
  ValuesPage,
} from './interface.ts'

/** A larger difference between wall and monotonic clock is a jump. */
const jumpMs = 1_000

/** What of a log is added to its copy, in the order of the numbers. What it has already is not added again. */
export interface CopiedParts {
  readonly series: readonly LogSeries[]
  readonly events: readonly LogEvent[]
  readonly minute: readonly LogSegment[]
  readonly own: readonly LogSegment[]
}

/** A copy of a log that another machine recorded. It answers the same questions, and records nothing. */
export class LogCopy implements Disposable {
  readonly #database: LogDatabase
  readonly #clock: HistoryClock
  #reader: LogReader

  private constructor(database: LogDatabase, clock: HistoryClock) {
    this.#database = database
    this.#clock = clock
    this.#reader = this.#newReader()
  }

  static open(folder: string, clock: HistoryClock): LogCopy {
    const database = LogDatabase.open(folder, new Date(clock.wall()).toISOString(), () => {})
    return new LogCopy(database, clock)
  }

  /** Another one when the copy was made anew, because its file was damaged or deleted. */
  get id(): string {
    return String(this.#database.get('SELECT id FROM log')?.['id'])
  }

  add({ series, events, minute, own }: CopiedParts): void {
    this.#database.atomically(() => {
      for (const { id, context, path, source, part, steps } of series)
        this.#database.run(
          'INSERT OR REPLACE INTO series VALUES (?, ?, ?, ?, ?, ?)',
          id,
          context,
          path,
          source,
          part,
          steps,
        )
      for (const event of events) this.#addEvent(event)
      for (const segment of minute) this.#addSegment(segment, 'minute')
      for (const segment of own) this.#addSegment(segment, 'own')
      this.#findRuns(Math.min(firstOf(minute), firstOf(own)))
    })
    // Clock corrections among the events change the times of what is there.
    this.#reader = this.#newReader()
  }

  /** @throws MarineDataError invalid-query, too-much-history: at the first step */
  values(question: HistoryValuesQuestion): Generator<ValuesPage | Slice, void> {
    return answerValues(this.#reader, question)
  }

  paths(question: PathsQuestion): Generator<TextPage | Slice, void> {
    return listPaths(this.#reader, question)
  }

  track(question: TrackQuestion): Generator<TrackPage | Slice, void> {
    return answerTrack(this.#reader, question)
  }

  /** The days of which there are segments, UTC, in Unix milliseconds of their start. */
  days(): number[] {
    const { timeline } = this.#reader.log
    const days = new Set<number>()
    for (const row of this.#database.all('SELECT number, mono, wall FROM segment')) {
      const { number, mono, wall } = row
      days.add(
        dayOf(timeline.timeOf({ segment: Number(number), mono: Number(mono), wall: Number(wall) })) * dayMs,
      )
    }
    return [...days].toSorted((one, other) => one - other)
  }

  /** Events of values in a time range, with their corrected times in Unix milliseconds. */
  *events(from: number, to: number): Generator<{ readonly time: number; readonly event: LogEvent }, void> {
    for (const { time, row } of this.#reader.log.timeline.events(from, to))
      yield { time, event: eventOf(row) }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #newReader(): LogReader {
    const timeline = new Timeline(this.#database)
    return new LogReader(this.#database, { timeline, newSeries: [], inMemory: () => [] }, this.#clock)
  }

  #addEvent({ number, segment, wall, mono, kind, context, path, source, json }: LogEvent): void {
    this.#database.run(
      'INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      number,
      segment,
      Math.round(wall),
      Math.round(mono),
      kind,
      context,
      path,
      source,
      json,
    )
  }

  #addSegment({ number, boot, mono, wall, trust, blob }: LogSegment, layer: 'minute' | 'own'): void {
    this.#database.run(
      `INSERT INTO segment (number, boot, mono, wall, trust, ${layer}) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (number) DO UPDATE SET ${layer} = excluded.${layer}`,
      number,
      boot,
      Math.round(mono),
      Math.round(wall),
      trust,
      blob ?? null,
    )
  }

  /**
   * A run begins with a boot, and where the clock has jumped.
   * @param from the lowest number that was added
   */
  #findRuns(from: number): void {
    if (from === Number.POSITIVE_INFINITY) return
    this.#database.run('DELETE FROM run WHERE first >= ?', from)
    this.#database.run(
      `INSERT INTO run SELECT number, boot FROM (SELECT number, boot, wall - mono AS offset,
        lag(boot) OVER (ORDER BY number) AS boot_before, lag(wall - mono) OVER (ORDER BY number) AS offset_before
        FROM segment WHERE number >= (SELECT coalesce(max(number), 0) FROM segment WHERE number < ?1))
        WHERE number >= ?1
        AND (boot_before IS NULL OR boot <> boot_before OR abs(offset - offset_before) > ${jumpMs})`,
      from,
    )
  }
}

const firstOf = ([first]: readonly LogSegment[]): number => first?.number ?? Number.POSITIVE_INFINITY

/** A value of a series in a minute. */
export interface MinuteMean {
  readonly series: number
  /** In steps, unless `isFloat`. */
  readonly mean: number
  readonly isFloat: boolean
}

/** The means of the minute that a blob has; empty when it is damaged. */
export const minuteMeans = (blob: Uint8Array): MinuteMean[] => {
  const decoded = decodeMinute(blob)
  return decoded.ok ? decoded.value.map(({ id, mean, isFloat }) => ({ series: id, mean, isFloat })) : []
}
