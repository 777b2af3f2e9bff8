import { MarineDataError, type LogEvent, type LogSeries } from '@marinedata/model'
import { decodeEvents, decodeSegments, type CarriedSegment, type Layer } from '@marinedata/uplink-protocol'
import { rmSync } from 'node:fs'
import type { Batch } from '#store/uplink-store.ts'
import type { VesselToken } from '#subjects.ts'
import { dayFiles, dayOf, ShardDatabase, shardFile, shardFolder } from '#store/shard-database.ts'

/** A batch from the store. */
export interface ReceivedBatch extends Batch {
  readonly vessel: VesselToken
  readonly layer: Layer
}

/** The log of a boat continues after a number that is missing. */
export interface Hole {
  readonly vessel: VesselToken
  readonly log: string
  readonly layer: Layer
  /** The last number without a hole before it. */
  readonly to: number
}

export interface Committed {
  readonly stored: number
  /** Records that were there already. */
  readonly repeated: number
  readonly rejected: number
  readonly holes: readonly Hole[]
}

const mostOpenDays = 4

/** Content of a batch, or the reason why it is invalid. */
type Content =
  | {
      readonly kind: 'segments'
      readonly segments: readonly CarriedSegment[]
      readonly series: readonly LogSeries[]
    }
  | { readonly kind: 'events'; readonly events: readonly LogEvent[]; readonly open: string }
  | { readonly kind: 'rejected'; readonly reason: string }

interface Opened {
  readonly batch: ReceivedBatch
  readonly content: Content
}

/**
 * Writes the batches of a shard. Days are committed before the cursors: after a crash in between, the batches come
 * again, and their keys make them nothing.
 */
export class ShardWriter implements Disposable {
  readonly #folder: string
  readonly #database: ShardDatabase
  readonly #fence: number
  readonly #days = new Map<string, ShardDatabase>()

  /** Prevents every writer that opened the files before from writing. */
  constructor(folder: string, shard: number) {
    this.#folder = shardFolder(folder, shard)
    this.#database = ShardDatabase.open(this.#folder, shardFile)
    this.#fence = this.#database.atomically(() => {
      this.#database.run('UPDATE fence SET number = number + 1')
      return this.#fenceNumber()
    })
  }

  /** The last number that is stored without a hole before it. */
  cursor(vessel: VesselToken, log: string, layer: Layer): number {
    const row = this.#database.get('SELECT number FROM cursor WHERE vid = ? AND log = ? AND layer = ?', [
      vessel,
      log,
      layer,
    ])
    return Number(row?.['number'] ?? 0)
  }

  /** @throws when another writer has taken over: nothing of these batches may be acknowledged */
  commit(batches: readonly ReceivedBatch[]): Committed {
    this.#requireFence()
    const opened = batches.map((batch): Opened => ({ batch, content: contentOf(batch) }))
    const { stored, offered } = this.#writeDays(opened)
    const holes = this.#database.atomically(() => {
      this.#requireFence()
      return opened.flatMap((one) => this.#advance(one))
    })
    const rejected = opened.filter(({ content }) => content.kind === 'rejected').length
    return { stored, repeated: offered - stored, rejected, holes }
  }

  /**
   * Removes the files of all days before this one. Returns their number.
   * @throws when another writer has taken over
   */
  removeBefore(day: string): number {
    this.#requireFence()
    // Records without a known day stay.
    const rows = this.#database.all("SELECT DISTINCT day FROM day WHERE day < ? AND day <> 'undated'", [day])
    const days = rows.map((row) => String(row['day']))
    for (const old of days) {
      this.#days.get(old)?.[Symbol.dispose]()
      this.#days.delete(old)
      for (const file of dayFiles(this.#folder, old)) rmSync(file, { force: true })
      this.#database.run('DELETE FROM day WHERE day = ?', [old])
    }
    return days.length
  }

  [Symbol.dispose](): void {
    for (const day of this.#days.values()) day[Symbol.dispose]()
    this.#days.clear()
    this.#database[Symbol.dispose]()
  }

  #fenceNumber(): number {
    return Number(this.#database.get('SELECT number FROM fence')?.['number'])
  }

  #requireFence(): void {
    if (this.#fenceNumber() !== this.#fence)
      throw new MarineDataError('busy', 'Another writer has taken over this shard')
  }

  #writeDays(opened: readonly Opened[]): { readonly stored: number; readonly offered: number } {
    const writesByDay = new Map<string, ((day: ShardDatabase) => number)[]>()
    for (const one of opened)
      for (const { day, write } of writesOf(one)) {
        const writes = writesByDay.get(day) ?? []
        writes.push(write)
        writesByDay.set(day, writes)
      }
    let [stored, offered] = [0, 0]
    for (const [day, writes] of writesByDay) {
      const database = this.#day(day)
      offered += writes.length
      stored += database.atomically(() => writes.reduce((sum, write) => sum + write(database), 0))
    }
    return { stored, offered }
  }

  #day(day: string): ShardDatabase {
    const known = this.#days.get(day)
    if (known !== undefined) return known
    const [oldest] = this.#days
    if (oldest !== undefined && this.#days.size >= mostOpenDays) {
      this.#days.delete(oldest[0])
      oldest[1][Symbol.dispose]()
    }
    const opened = ShardDatabase.openDay(this.#folder, day)
    this.#days.set(day, opened)
    return opened
  }

  #advance({ batch, content }: Opened): Hole[] {
    const { vessel, log, layer, from, to, owner = '' } = batch
    this.#note(batch, content)
    this.#database.run('INSERT OR REPLACE INTO owned VALUES (?, ?, ?, ?)', [vessel, owner, log, Date.now()])
    const cursor = this.cursor(vessel, log, layer)
    if (from > cursor) return [{ vessel, log, layer, to: cursor }]
    if (to > cursor)
      this.#database.run('INSERT OR REPLACE INTO cursor VALUES (?, ?, ?, ?, ?)', [
        vessel,
        log,
        layer,
        to,
        Date.now(),
      ])
    return []
  }

  #note({ vessel, log, layer, from, to, owner = '' }: ReceivedBatch, content: Content): void {
    const database = this.#database
    if (content.kind === 'segments')
      for (const { id, context, path, source, part, steps } of content.series)
        database.run('INSERT OR REPLACE INTO series VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
          vessel,
          log,
          id,
          context,
          path,
          source,
          part,
          steps,
        ])
    else if (content.kind === 'events')
      database.run(
        `INSERT INTO open VALUES (?, ?, ?, ?, ?) ON CONFLICT (vid) DO UPDATE SET log = excluded.log,
          number = excluded.number, json = excluded.json, owner = excluded.owner
          WHERE log <> excluded.log OR number <= excluded.number`,
        [vessel, log, to, content.open, owner],
      )
    else
      database.run('INSERT OR IGNORE INTO rejected VALUES (?, ?, ?, ?, ?, ?)', [
        vessel,
        log,
        layer,
        from,
        to,
        content.reason,
      ])
    for (const day of daysOf(content))
      database.run('INSERT OR IGNORE INTO day VALUES (?, ?, ?)', [vessel, log, day])
  }
}

const contentOf = ({ layer, from, to, body }: ReceivedBatch): Content => {
  try {
    if (layer === 'events') {
      const { events, open } = decodeEvents(body)
      requireInside(events, { from, to })
      return { kind: 'events', events, open: JSON.stringify(open) }
    }
    const { series, segments } = decodeSegments(body)
    requireInside(segments, { from, to })
    return { kind: 'segments', series, segments }
  } catch (error) {
    if (error instanceof MarineDataError) return { kind: 'rejected', reason: error.message }
    throw error
  }
}

const requireInside = (
  records: readonly { readonly number: number }[],
  { from, to }: { readonly from: number; readonly to: number },
): void => {
  for (const { number } of records)
    if (number <= from || number > to)
      throw new MarineDataError('invalid-message', `The number ${number} is outside of its batch`)
}

const daysOf = (content: Content): Set<string> => {
  if (content.kind === 'rejected') return new Set()
  const records = content.kind === 'events' ? content.events : content.segments
  return new Set(records.map(({ wall }) => dayOf(wall)))
}

/** Marks records that are older than the ownership during which they were sent. */
const earlierMark = 'earlier'

/** The mark of a record: empty when the batch has no owner. */
const markOf = ({ owner = '', before = 0 }: ReceivedBatch, number: number): string =>
  number <= before ? earlierMark : owner

interface DayWrite {
  readonly day: string
  readonly write: (day: ShardDatabase) => number
}

const writesOf = ({ batch, content }: Opened): DayWrite[] => {
  if (content.kind === 'rejected') return []
  return content.kind === 'events'
    ? content.events.map((event) => eventWrite(batch, event))
    : content.segments.map((segment) => segmentWrite(batch, segment))
}

const eventWrite = (batch: ReceivedBatch, event: LogEvent): DayWrite => {
  const { number, segment, wall, mono, kind, context, path, source, json } = event
  const { vessel, log } = batch
  const values = [vessel, log, number, segment, wall, mono, kind, context, path, source, json]
  const sql = 'INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  return { day: dayOf(wall), write: (day) => day.run(sql, [...values, markOf(batch, number)]) }
}

const segmentWrite = (batch: ReceivedBatch, segment: CarriedSegment): DayWrite => {
  const { number, boot, mono, wall, trust, blob } = segment
  const { vessel, log, layer } = batch
  const values = [vessel, log, layer, number, boot, mono, wall, trust, blob ?? null]
  const sql = 'INSERT OR IGNORE INTO part VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  return { day: dayOf(wall), write: (day) => day.run(sql, [...values, markOf(batch, number)]) }
}
