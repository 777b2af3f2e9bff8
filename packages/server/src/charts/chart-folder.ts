import type { Chart, ChartFileFormat, ChartList } from '@marinedata/model'
import { readdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { unreadable, type ChartFile, type ChartTile } from './chart-file.ts'
import { MbtilesFile } from './mbtiles-file.ts'
import type { MbtilesReader } from './mbtiles-reader.ts'
import { PmtilesFile } from './pmtiles-file.ts'
import type { TilePlace } from './tile-id.ts'

/** A chart file as of the last scan. */
interface ListedChart {
  readonly name: string
  /** Changes when the file is replaced. */
  readonly stamp: string
  readonly chart: Chart
  readonly file: ChartFile
}

/** More files are not listed. */
export const mostChartFiles = 64

const limits = {
  /** How long the result of a scan is used. */
  scanMs: 3_000,
  idLength: 64,
}

export const openChartFile = (file: string, format: ChartFileFormat, reader: MbtilesReader): ChartFile =>
  format === 'mbtiles' ? new MbtilesFile(file, reader) : new PmtilesFile(file)

/** The format of a chart file by its name; undefined for other files. */
const formatOf = (name: string): ChartFileFormat | undefined => {
  const ending = extname(name).toLowerCase()
  if (name.startsWith('.')) return undefined
  if (ending === '.mbtiles') return 'mbtiles'
  return ending === '.pmtiles' ? 'pmtiles' : undefined
}

const bareName = (name: string): string => name.slice(0, name.length - extname(name).length)

/** The id of a chart in URLs: the file name without special characters. */
const idOf = (name: string, isTaken: (id: string) => boolean): string => {
  const plain = bareName(name)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, limits.idLength)
  let id = plain
  for (let count = 2; isTaken(id); count++) id = `${plain}-${count}`
  return id
}

/** The charts in a folder. Requested ids are looked up in the list and never used as file names. */
export class ChartFolder {
  readonly #folder: string
  readonly #now: () => number
  readonly #reader: MbtilesReader
  #listedById: ReadonlyMap<string, ListedChart> = new Map()
  #scannedAt = -Infinity
  #scan: Promise<ReadonlyMap<string, ListedChart>> | undefined

  constructor(folder: string, now: () => number, reader: MbtilesReader) {
    this.#folder = folder
    this.#reader = reader
    this.#now = now
  }

  async list(): Promise<ChartList> {
    const listed = await this.#listed()
    return Array.from(listed.values(), ({ chart }) => chart)
  }

  /**
   * Undefined where the chart has no tile.
   * @throws MarineDataError when the chart does not exist or cannot be read
   */
  async tile(id: string, place: TilePlace): Promise<ChartTile | undefined> {
    const listed = (await this.#listed()).get(id)
    if (listed === undefined) throw unreadable(`There is no chart "${id}"`)
    if ('problem' in listed.chart) throw unreadable(listed.chart.problem)
    return await listed.file.tile(place)
  }

  /** The names of all chart files; empty when the folder does not exist. */
  async names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names.filter((name) => formatOf(name) !== undefined).toSorted()
  }

  /** The chart of a file that was just added. */
  async added(name: string): Promise<Chart> {
    this.#scannedAt = -Infinity
    const listed = Array.from((await this.#listed()).values()).find((each) => each.name === name)
    if (listed === undefined) throw unreadable(`The chart file "${name}" is missing`)
    return listed.chart
  }

  /**
   * Deletes the file of a chart, and resolves with its name.
   * @throws MarineDataError when the chart does not exist
   */
  async remove(id: string): Promise<string> {
    const listed = (await this.#listed()).get(id)
    if (listed === undefined) throw unreadable(`There is no chart "${id}"`)
    await rm(join(this.#folder, listed.name), { force: true })
    this.#scannedAt = -Infinity
    return listed.name
  }

  /** The list, at most a few seconds old. Concurrent requests share one scan. */
  async #listed(): Promise<ReadonlyMap<string, ListedChart>> {
    if (this.#now() - this.#scannedAt < limits.scanMs) return this.#listedById
    this.#scan ??= this.#scanFolder().finally(() => (this.#scan = undefined))
    return await this.#scan
  }

  async #scanFolder(): Promise<ReadonlyMap<string, ListedChart>> {
    const listedById = new Map<string, ListedChart>()
    const knownByName = new Map(Array.from(this.#listedById.values(), (listed) => [listed.name, listed]))
    for (const name of (await this.names()).slice(0, mostChartFiles)) {
      const id = idOf(name, (candidate) => listedById.has(candidate))
      const listed = await this.#readChart(name, id, knownByName.get(name))
      if (listed !== undefined) listedById.set(id, listed)
    }
    this.#listedById = listedById
    this.#scannedAt = this.#now()
    return listedById
  }

  async #readChart(
    name: string,
    id: string,
    known: ListedChart | undefined,
  ): Promise<ListedChart | undefined> {
    const path = join(this.#folder, name)
    const found = await stat(path).catch(() => undefined)
    const format = formatOf(name)
    if (found?.isFile() !== true || format === undefined) return undefined
    const stamp = `${found.size} ${found.mtimeMs} ${found.ino}`
    if (known?.stamp === stamp && known.chart.id === id) return known
    const file = openChartFile(path, format, this.#reader)
    return { name, stamp, file, chart: await chartOf(file, name, id) }
  }
}

const chartOf = async (file: ChartFile, name: string, id: string): Promise<Chart> => {
  try {
    return { id, name: bareName(name), ...(await file.describe()) }
  } catch (error) {
    return { id, name, problem: error instanceof Error ? error.message : String(error) }
  }
}
