import type { Chart, ChartList } from '@marinedata/model'
import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { unreadable, type ChartFile, type ChartTile } from './chart-file.ts'
import { MbtilesFile } from './mbtiles-file.ts'
import { PmtilesFile } from './pmtiles-file.ts'
import type { TilePlace } from './tile-id.ts'

/** A file of the folder, as it was when it was last looked at. */
interface Listed {
  readonly name: string
  /** Differs when the file was replaced. */
  readonly stamp: string
  readonly chart: Chart
  readonly file: ChartFile
}

const limits = {
  files: 64,
  /** How long a look into the folder holds. */
  lookMs: 3_000,
  idLength: 64,
}

const readers: Readonly<Record<string, (file: string) => ChartFile>> = {
  '.mbtiles': (file) => new MbtilesFile(file),
  '.pmtiles': (file) => new PmtilesFile(file),
}

const readerOf = (name: string): ((file: string) => ChartFile) | undefined =>
  name.startsWith('.') ? undefined : readers[extname(name).toLowerCase()]

const bareName = (name: string): string => name.slice(0, name.length - extname(name).length)

/** What stands in an address for a file: its name, as far as that is plain. */
const idOf = (name: string, isTaken: (id: string) => boolean): string => {
  const plain = bareName(name)
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, limits.idLength)
  let id = plain
  for (let count = 2; isTaken(id); count++) id = `${plain}-${count}`
  return id
}

/** The charts that were put into a folder. What a client asks for is looked up in its list, and never becomes a file name. */
export class ChartFolder {
  readonly #folder: string
  readonly #now: () => number
  #listedById: ReadonlyMap<string, Listed> = new Map()
  #lookedAt = -Infinity
  #look: Promise<ReadonlyMap<string, Listed>> | undefined

  constructor(folder: string, now: () => number) {
    this.#folder = folder
    this.#now = now
  }

  async list(): Promise<ChartList> {
    const listed = await this.#listed()
    return Array.from(listed.values(), ({ chart }) => chart)
  }

  /**
   * Undefined where the chart has no tile.
   * @throws MarineDataError when there is no such chart, or when it cannot be read
   */
  async tile(id: string, place: TilePlace): Promise<ChartTile | undefined> {
    const listed = (await this.#listed()).get(id)
    if (listed === undefined) throw unreadable(`No chart is known as "${id}"`)
    if ('problem' in listed.chart) throw unreadable(listed.chart.problem)
    return await listed.file.tile(place)
  }

  /** The list, at most a few seconds old; whoever asks meanwhile waits for the same look. */
  async #listed(): Promise<ReadonlyMap<string, Listed>> {
    if (this.#now() - this.#lookedAt < limits.lookMs) return this.#listedById
    this.#look ??= this.#lookAgain().finally(() => (this.#look = undefined))
    return await this.#look
  }

  async #lookAgain(): Promise<ReadonlyMap<string, Listed>> {
    const listedById = new Map<string, Listed>()
    const knownByName = new Map(Array.from(this.#listedById.values(), (listed) => [listed.name, listed]))
    for (const name of await this.#names()) {
      const id = idOf(name, (candidate) => listedById.has(candidate))
      const listed = await this.#examine(name, id, knownByName.get(name))
      if (listed !== undefined) listedById.set(id, listed)
    }
    this.#listedById = listedById
    this.#lookedAt = this.#now()
    return listedById
  }

  /** There need not be such a folder. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names
      .filter((name) => readerOf(name) !== undefined)
      .toSorted()
      .slice(0, limits.files)
  }

  async #examine(name: string, id: string, known: Listed | undefined): Promise<Listed | undefined> {
    const path = join(this.#folder, name)
    const found = await stat(path).catch(() => undefined)
    const file = readerOf(name)?.(path)
    if (found?.isFile() !== true || file === undefined) return undefined
    const stamp = `${found.size} ${found.mtimeMs} ${found.ino}`
    if (known?.stamp === stamp && known.chart.id === id) return known
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
