import { eventOf, seriesOf, type CopiedParts, type LogSegment, type LogSeries } from '@marinedata/history'
import type { Layer } from '@marinedata/uplink-protocol'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dayFiles, ShardDatabase, shardFile, shardFolder } from '#store/shard-database.ts'
import { shardOf, shards, type VesselToken } from '#subjects.ts'

type Row = ReturnType<ShardDatabase['all']>[number]

/** A log of a vessel. A boat whose card was replaced has several. */
export interface VesselLog {
  readonly vessel: VesselToken
  readonly log: string
}

/** Up to which number everything of each layer is there. */
export type Cursors = Readonly<Record<Layer, number>>

const segmentOf = (row: Row): LogSegment => ({
  number: Number(row['number']),
  boot: Number(row['boot']),
  mono: Number(row['mono']),
  wall: Number(row['wall']),
  // Checked by the writer.
  trust: String(row['trust']) as LogSegment['trust'],
  blob: row['blob'] instanceof Uint8Array ? row['blob'] : undefined,
})

/** Reads what the writer has of vessels. */
export class ShardReader implements Disposable {
  readonly #folder: string
  /** The files of shards are open as long as this: a tenant has thousands of boats. */
  readonly #shards = new Map<number, ShardDatabase>()

  /** @param folder of the writer */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** The log that changed last; undefined when nothing of the vessel is stored. */
  newestLog(vessel: VesselToken): string | undefined {
    const newest = 'SELECT log FROM cursor WHERE vid = ? ORDER BY changed DESC LIMIT 1'
    const row = this.#open(vessel)?.get(newest, [vessel])
    return row === undefined ? undefined : String(row['log'])
  }

  /** The series of a vessel's newest log, by id. */
  series(vessel: VesselToken): ReadonlyMap<number, LogSeries> {
    const log = this.newestLog(vessel)
    const series = log === undefined ? [] : this.#seriesOf({ vessel, log })
    return new Map(series.map((one) => [one.id, one]))
  }

  cursors({ vessel, log }: VesselLog): Cursors {
    const rows = this.#open(vessel)?.all('SELECT layer, number FROM cursor WHERE vid = ? AND log = ?', [
      vessel,
      log,
    ])
    const numbers = new Map(rows?.map((row) => [row['layer'], Number(row['number'])]))
    const cursorOf = (layer: Layer): number => numbers.get(layer) ?? 0
    return { events: cursorOf('events'), minutes: cursorOf('minutes'), full: cursorOf('full') }
  }

  /**
   * What there is of a log after these numbers, a day at a time.
   * @param changedByDay when the file of each day had changed at the last reading: only what has changed since is read
   */
  *parts(of: VesselLog, after: Cursors, changedByDay: Map<string, number>): Generator<CopiedParts, void> {
    const { vessel, log } = of
    const days = this.#open(vessel)?.all('SELECT day FROM day WHERE vid = ? AND log = ? ORDER BY day', [
      vessel,
      log,
    ])
    const folder = shardFolder(this.#folder, shardOf(vessel))
    const series = this.#seriesOf(of)
    for (const { day } of days ?? []) {
      const name = String(day)
      const changedAt = changeOf(folder, name)
      if (changedAt === undefined || changedAt === changedByDay.get(name)) continue
      const parts = { series, ...partsOfDay(folder, name, { of, after }) }
      if (parts.minute.length + parts.own.length + parts.events.length > 0) yield parts
      changedByDay.set(name, changedAt)
    }
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

  #seriesOf({ vessel, log }: VesselLog): LogSeries[] {
    const rows = this.#open(vessel)?.all('SELECT * FROM series WHERE vid = ? AND log = ?', [vessel, log])
    return rows?.map(seriesOf) ?? []
  }
}

const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/** When the file of a day changed last; undefined when the writer has removed it. */
const changeOf = (folder: string, day: string): number | undefined => {
  const [file = '', writeAhead = ''] = dayFiles(folder, day)
  const changedAt = timeOf(file)
  return changedAt && Math.max(changedAt, timeOf(writeAhead) ?? 0)
}

const partsOfDay = (
  folder: string,
  name: string,
  { of: { vessel, log }, after }: { readonly of: VesselLog; readonly after: Cursors },
): Omit<CopiedParts, 'series'> => {
  using day = ShardDatabase.openDay(folder, name)
  const segments = (layer: 'minutes' | 'full'): LogSegment[] =>
    day
      .all('SELECT * FROM part WHERE vid = ? AND log = ? AND layer = ? AND number > ? ORDER BY number', [
        vessel,
        log,
        layer,
        after[layer],
      ])
      .map(segmentOf)
  const events = 'SELECT * FROM event WHERE vid = ? AND log = ? AND number > ? ORDER BY number'
  return {
    minute: segments('minutes'),
    own: segments('full'),
    events: day.all(events, [vessel, log, after.events]).map(eventOf),
  }
}
