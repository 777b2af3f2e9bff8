import { eventOf, seriesOf, type CopiedParts, type LogSegment, type LogSeries } from '@marinedata/history'
import type { Layer } from '@marinedata/uplink-protocol'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dayFiles, ShardDatabase, shardFile, shardFolder } from '#store/shard-database.ts'
import { shardOf, type VesselToken } from '#subjects.ts'
import { marksOf, type Ownership } from '#store/ownership.ts'

type Row = ReturnType<ShardDatabase['all']>[number]

/** A vessel during one ownership. */
export interface OwnedVessel {
  readonly vessel: VesselToken
  readonly ownership: Ownership
}

/** A log of a vessel. A boat whose card was replaced has several. */
export interface VesselLog extends OwnedVessel {
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

  /** The logs of an ownership, in order of their last change, newest first. */
  logs({ vessel, ownership }: OwnedVessel): string[] {
    const logs = `SELECT log FROM owned WHERE vid = ? AND owner IN (?, ?) GROUP BY log ORDER BY max(changed) DESC`
    const rows = this.#open(vessel)?.all(logs, [vessel, ...marksOf(ownership)])
    return rows?.map((row) => String(row['log'])) ?? []
  }

  /** The series of the newest log of an ownership, by id. */
  series(owned: OwnedVessel): ReadonlyMap<number, LogSeries> {
    const [log] = this.logs(owned)
    const series = log === undefined ? [] : this.#seriesOf({ vessel: owned.vessel, log })
    return new Map(series.map((one) => [one.id, one]))
  }

  cursors({ vessel, log }: Pick<VesselLog, 'vessel' | 'log'>): Cursors {
    const rows = this.#open(vessel)?.all('SELECT layer, number FROM cursor WHERE vid = ? AND log = ?', [
      vessel,
      log,
    ])
    const numbers = new Map(rows?.map((row) => [row['layer'], Number(row['number'])]))
    const cursorOf = (layer: Layer): number => numbers.get(layer) ?? 0
    return { events: cursorOf('events'), minutes: cursorOf('minutes'), full: cursorOf('full') }
  }

  /**
   * The records of a log after these numbers, a day at a time.
   * @param changedByDay when the file of each day had changed at the last reading: only later changes are read
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

  /** When something of an ownership was stored last, Unix milliseconds; undefined when nothing was. */
  contact({ vessel, ownership }: OwnedVessel): number | undefined {
    const contact = 'SELECT max(changed) AS changed FROM owned WHERE vid = ? AND owner IN (?, ?)'
    const changed = this.#open(vessel)?.get(contact, [vessel, ...marksOf(ownership)])?.['changed']
    return typeof changed === 'number' && changed >= Date.parse(ownership.since) ? changed : undefined
  }

  /** The open notifications in the last batch of events, if there is one. */
  open({ vessel, ownership }: OwnedVessel): string | undefined {
    const shard = this.#open(vessel)
    const row = shard?.get('SELECT json FROM open WHERE vid = ? AND owner IN (?, ?)', [
      vessel,
      ...marksOf(ownership),
    ])
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

  #seriesOf({ vessel, log }: Pick<VesselLog, 'vessel' | 'log'>): LogSeries[] {
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
  { of: { vessel, log, ownership }, after }: { readonly of: VesselLog; readonly after: Cursors },
): Omit<CopiedParts, 'series'> => {
  using day = ShardDatabase.openDay(folder, name)
  const marks = marksOf(ownership)
  const segments = (layer: 'minutes' | 'full'): LogSegment[] =>
    day
      .all(
        `SELECT * FROM part WHERE vid = ? AND log = ? AND layer = ? AND number > ? AND owner IN (?, ?)
          ORDER BY number`,
        [vessel, log, layer, after[layer], ...marks],
      )
      .map(segmentOf)
  // Clock corrections do not describe the boat: an earlier owner's corrections also apply to later times.
  const events = `SELECT * FROM event WHERE vid = ? AND log = ? AND number > ?
    AND (owner IN (?, ?) OR kind = 'clock') ORDER BY number`
  return {
    minute: segments('minutes'),
    own: segments('full'),
    events: day.all(events, [vessel, log, after.events, ...marks]).map(eventOf),
  }
}
