import {
  eventOf,
  LogCopy,
  seriesOf,
  type CopiedParts,
  type LogSegment,
  type LogSeries,
} from '@marinedata/history'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dayFiles, ShardDatabase, shardFile, shardFolder } from '#store/shard-database.ts'
import { shardOf, shards, type VesselToken } from '#subjects.ts'

type Row = ReturnType<ShardDatabase['all']>[number]

const clock = { wall: () => Date.now(), mono: () => performance.now() }
const mostCopies = 32
/** A copy that was brought up to date this recently is not read again. */
const freshMs = 2_000

interface Copied {
  readonly copy: LogCopy
  readonly log: string
  syncedAt: number
  /** When the file of each day had changed at the last copying: only what has changed since is opened. */
  readonly changedByDay: Map<string, number>
}

const segmentOf = (row: Row): LogSegment => ({
  number: Number(row['number']),
  boot: Number(row['boot']),
  mono: Number(row['mono']),
  wall: Number(row['wall']),
  // Checked by the writer.
  trust: String(row['trust']) as LogSegment['trust'],
  blob: row['blob'] instanceof Uint8Array ? row['blob'] : undefined,
})

/**
 * Reads what the writer has of a vessel. For questions about its history the parts are copied into a log of its own,
 * which answers as the boat's does; the log is brought up to date before each question.
 */
export class ShardReader implements Disposable {
  readonly #folder: string
  readonly #cache: string
  readonly #copies = new Map<VesselToken, Copied>()
  /** The files of shards are open as long as this: a tenant has thousands of boats. */
  readonly #shards = new Map<number, ShardDatabase>()

  /**
   * @param folder of the writer
   * @param cache for the logs of vessels; it may be deleted at any time while nothing runs
   */
  constructor(folder: string, cache: string) {
    this.#folder = folder
    this.#cache = cache
  }

  /** The log of a vessel; undefined when there is none. */
  copyOf(vessel: VesselToken): LogCopy | undefined {
    const known = this.#copies.get(vessel)
    if (known !== undefined && performance.now() - known.syncedAt < freshMs) return known.copy
    const shard = this.#open(vessel)
    const log = shard === undefined ? undefined : newestLog(shard, vessel)
    if (shard === undefined || log === undefined) return undefined
    const copied = known?.log === log ? known : this.#add(vessel, log)
    this.#sync(shard, { vessel, copied })
    return copied.copy
  }

  /** The series of a vessel's newest log, by id. */
  series(vessel: VesselToken): ReadonlyMap<number, LogSeries> {
    const shard = this.#open(vessel)
    const log = shard === undefined ? undefined : newestLog(shard, vessel)
    if (shard === undefined || log === undefined) return new Map()
    const rows = shard.all('SELECT * FROM series WHERE vid = ? AND log = ?', [vessel, log])
    return new Map(rows.map((row) => [Number(row['id']), seriesOf(row)]))
  }

  /** When something of each vessel was stored last, Unix milliseconds. */
  contacts(): Map<VesselToken, number> {
    const contacts = new Map<VesselToken, number>()
    for (let index = 0; index < shards; index++) {
      const shard = this.#openShard(index)
      for (const row of shard?.all('SELECT vid, max(changed) AS changed FROM cursor GROUP BY vid') ?? [])
        contacts.set(String(row['vid']), Number(row['changed']))
    }
    return contacts
  }

  /** The notifications that are open, as the last batch of events said; undefined when there was none. */
  open(vessel: VesselToken): string | undefined {
    const shard = this.#open(vessel)
    const row = shard?.get('SELECT json FROM open WHERE vid = ?', [vessel])
    return row === undefined ? undefined : String(row['json'])
  }

  [Symbol.dispose](): void {
    for (const { copy } of this.#copies.values()) copy[Symbol.dispose]()
    this.#copies.clear()
    for (const shard of this.#shards.values()) shard[Symbol.dispose]()
    this.#shards.clear()
  }

  #open(vessel: VesselToken): ShardDatabase | undefined {
    return this.#openShard(shardOf(vessel))
  }

  #openShard(index: number): ShardDatabase | undefined {
    const known = this.#shards.get(index)
    if (known !== undefined) return known
    const folder = shardFolder(this.#folder, index)
    if (!existsSync(join(folder, shardFile))) return undefined
    const opened = ShardDatabase.open(folder, shardFile)
    this.#shards.set(index, opened)
    return opened
  }

  #add(vessel: VesselToken, log: string): Copied {
    const [oldest] = this.#copies
    if (oldest !== undefined && this.#copies.size >= mostCopies) this.#drop(oldest[0])
    this.#drop(vessel)
    const folder = join(this.#cache, vessel, log)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const copied = { copy: LogCopy.open(folder, clock), log, syncedAt: 0, changedByDay: new Map() }
    this.#copies.set(vessel, copied)
    return copied
  }

  #drop(vessel: VesselToken): void {
    this.#copies.get(vessel)?.copy[Symbol.dispose]()
    this.#copies.delete(vessel)
  }

  #sync(
    shard: ShardDatabase,
    { vessel, copied }: { readonly vessel: VesselToken; readonly copied: Copied },
  ): void {
    const { copy, log } = copied
    const { events, minute, own } = copy.position
    const series = shard.all('SELECT * FROM series WHERE vid = ? AND log = ?', [vessel, log]).map(seriesOf)
    const days = shard.all('SELECT day FROM day WHERE vid = ? AND log = ? ORDER BY day', [vessel, log])
    const folder = shardFolder(this.#folder, shardOf(vessel))
    for (const { day: name } of days) {
      const changedAt = changeOf(folder, String(name))
      if (changedAt === undefined || changedAt === copied.changedByDay.get(String(name))) continue
      using day = ShardDatabase.openDay(folder, String(name))
      const segments = (layer: 'minutes' | 'full', after: number): LogSegment[] =>
        day
          .all('SELECT * FROM part WHERE vid = ? AND log = ? AND layer = ? AND number > ? ORDER BY number', [
            vessel,
            log,
            layer,
            after,
          ])
          .map(segmentOf)
      const parts: CopiedParts = {
        series,
        minute: segments('minutes', minute),
        own: segments('full', own),
        events: day
          .all('SELECT * FROM event WHERE vid = ? AND log = ? AND number > ? ORDER BY number', [
            vessel,
            log,
            events,
          ])
          .map(eventOf),
      }
      if (parts.minute.length + parts.own.length + parts.events.length > 0) copy.add(parts)
      copied.changedByDay.set(String(name), changedAt)
    }
    copied.syncedAt = performance.now()
  }
}

const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/** When the file of a day changed last; undefined when the writer has removed it. */
const changeOf = (folder: string, day: string): number | undefined => {
  const [file = '', writeAhead = ''] = dayFiles(folder, day)
  const changedAt = timeOf(file)
  return changedAt && Math.max(changedAt, timeOf(writeAhead) ?? 0)
}

/** The log that changed last: a boat whose card was replaced has another one. */
const newestLog = (shard: ShardDatabase, vessel: VesselToken): string | undefined => {
  const row = shard.get('SELECT log FROM cursor WHERE vid = ? ORDER BY changed DESC LIMIT 1', [vessel])
  return row === undefined ? undefined : String(row['log'])
}
