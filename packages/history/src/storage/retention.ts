import type { LogDatabase, Row } from './log-database.ts'
import { dayMs, dayOf, minuteMs } from './log-reader.ts'
import { saveGap } from './log-writer.ts'
import type { SegmentLog } from './segment-log.ts'

/** Samples of the last week are removed only when nothing older is left. */
const recentMs = 7 * dayMs
const longestOwnSheets = 5 * 365.25
/** Entries removed at once: a step of a few milliseconds. */
const mostSteps = 200
const eventsAtOnce = 20

type SampleLayer = 'own' | 'others'
export type DroppedLayer = SampleLayer | 'minute' | 'own-sheet' | 'others-sheet' | 'event'

const reason = 'budget'
const self = 'vessels.self'

/** Keeps the log within its budget: removes what is worth least, oldest first, and records each hole. */
export class Retention {
  readonly #database: LogDatabase
  readonly #log: SegmentLog
  #budgetBytes: number
  readonly #dropped = new Map<DroppedLayer, number>()
  #droppedBytes = 0
  /** Numbers before which nothing is left of a layer. */
  readonly #from = new Map<SampleLayer | 'minute', number>()

  constructor(database: LogDatabase, log: SegmentLog, budgetBytes: number) {
    this.#database = database
    this.#log = log
    this.#budgetBytes = budgetBytes
  }

  get budgetBytes(): number {
    return this.#budgetBytes
  }

  /** Entries that were removed, by layer. */
  get dropped(): Record<string, number> {
    return Object.fromEntries(this.#dropped)
  }

  /** Bytes of the entries that were removed. */
  get droppedBytes(): number {
    return this.#droppedBytes
  }

  /** Removes entries until the budget is kept. False when more has to be removed. */
  enforce(): boolean {
    if (this.#isKept) return true
    this.#database.atomically(() => {
      for (let step = 0; step < mostSteps && !this.#isKept; step++) if (!this.#dropNext()) return
    })
    return this.#isKept
  }

  get #isKept(): boolean {
    return this.#database.usedBytes <= this.#budgetBytes
  }

  /** Removes the entry that is worth least. False when nothing is left to remove. */
  #dropNext(): boolean {
    const recent = this.#log.now - recentMs
    return (
      this.#dropSamples('others', recent) ||
      this.#dropSamples('own', recent) ||
      this.#dropSamples('others', Number.POSITIVE_INFINITY) ||
      this.#dropSamples('own', Number.POSITIVE_INFINITY) ||
      this.#dropSheets('others-sheet', Number.POSITIVE_INFINITY) ||
      this.#dropMinute() ||
      this.#dropSheets('own-sheet', dayOf(this.#log.now) - longestOwnSheets) ||
      this.#dropEvents(false) ||
      this.#dropEvents(true)
    )
  }

  #oldest(layer: SampleLayer | 'minute'): Row | undefined {
    const known = this.#from.get(layer)
    // After a restart, the search continues where the recorded holes end.
    const from =
      known ??
      this.#database.number('SELECT max(last) FROM gap WHERE layer = ? AND reason = ?', layer, reason)
    const row = this.#database.get(
      `SELECT number, mono, wall FROM segment WHERE number >= ? AND ${layer} IS NOT NULL ORDER BY number LIMIT 1`,
      from,
    )
    const newest = this.#database.number('SELECT max(number) FROM segment')
    this.#from.set(layer, row === undefined ? newest + 1 : Number(row['number']))
    return row
  }

  #timeOf(row: Row): number {
    const [segment = 0, mono = 0, wall = 0] = ['number', 'mono', 'wall'].map((name) => Number(row[name]))
    return this.#log.timeline.timeOf({ segment, mono, wall })
  }

  #note(layer: DroppedLayer, gap: { first: number; last: number; since: number; until: number }): true {
    saveGap(this.#database, { ...gap, layer, reason })
    this.#dropped.set(layer, (this.#dropped.get(layer) ?? 0) + 1)
    return true
  }

  #countBytes(sql: string, ...values: readonly (string | number)[]): void {
    this.#droppedBytes += this.#database.number(sql, ...values)
  }

  #dropSamples(layer: SampleLayer, before: number): boolean {
    const row = this.#oldest(layer)
    if (row === undefined) return false
    const since = this.#timeOf(row)
    if (since >= before) return false
    const number = Number(row['number'])
    this.#countBytes(`SELECT length(${layer}) FROM segment WHERE number = ?`, number)
    this.#database.run(`UPDATE segment SET ${layer} = NULL WHERE number = ?`, number)
    return this.#note(layer, { first: number, last: number, since, until: since + minuteMs })
  }

  /** Minutes that are in sheets too. What then is left of a segment is nothing. */
  #dropMinute(): boolean {
    const row = this.#oldest('minute')
    const number = Number(row?.['number'])
    if (row === undefined || number > this.#database.number('SELECT folded FROM log')) return false
    const since = this.#timeOf(row)
    this.#countBytes('SELECT length(minute) FROM segment WHERE number = ?', number)
    this.#database.run('UPDATE segment SET minute = NULL WHERE number = ?', number)
    this.#database.run(
      'DELETE FROM segment WHERE number = ? AND own IS NULL AND others IS NULL AND minute IS NULL',
      number,
    )
    return this.#note('minute', { first: number, last: number, since, until: since + minuteMs })
  }

  /** The sheets of one day. */
  #dropSheets(layer: 'own-sheet' | 'others-sheet', before: number): boolean {
    const isOwn = layer === 'own-sheet' ? '=' : '<>'
    const day = this.#database.get(
      `SELECT day FROM sheet JOIN series ON id = series WHERE context ${isOwn} ? ORDER BY day LIMIT 1`,
      self,
    )?.['day']
    if (typeof day !== 'number' || day >= before) return false
    const sheets = `FROM sheet WHERE day = ? AND series IN (SELECT id FROM series WHERE context ${isOwn} ?)`
    this.#countBytes(`SELECT sum(length(blob)) ${sheets}`, day, self)
    this.#database.run(`DELETE ${sheets}`, day, self)
    return this.#note(layer, { first: day, last: day, since: day * dayMs, until: (day + 1) * dayMs })
  }

  #dropEvents(isOwn: boolean): boolean {
    const rows = this.#database.all(
      `SELECT number, segment, mono, wall FROM event WHERE kind = 'value' AND context ${isOwn ? '=' : '<>'} ?
        ORDER BY number LIMIT ${eventsAtOnce}`,
      self,
    )
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return false
    for (const row of rows) {
      const number = Number(row['number'])
      this.#countBytes('SELECT length(json) FROM event WHERE number = ?', number)
      this.#database.run('DELETE FROM event WHERE number = ?', number)
    }
    const [since = 0, until = 0] = [first, last].map((row) =>
      this.#timeOf({ ...row, number: Number(row['segment']) }),
    )
    return this.#note('event', {
      first: Number(first['segment']),
      last: Number(last['segment']),
      since,
      until: until + 1,
    })
  }
}
