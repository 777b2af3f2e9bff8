import { MarineDataError } from '@marinedata/model'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Larger files are not settings of signalk-server. */
const mostBytes = 8_000_000
const mostResources = 2_000

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member of a value that may be anything; undefined when it is missing. */
export const at = (value: unknown, ...path: readonly string[]): unknown => {
  let found = value
  for (const member of path) found = isObject(found) ? found[member] : undefined
  return found
}

/** A text or a number as text; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The list at a member; empty when it is missing. */
export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The contents of a settings folder of signalk-server, unchecked. */
export interface SignalkFolder {
  /** Connections, and source priorities of earlier versions. */
  readonly settings: unknown
  /** Source priorities. */
  readonly priorities: unknown
  /** The vessel: deltas since version 1.40, and the tree of earlier versions. */
  readonly baseDeltas: unknown
  readonly defaults: unknown
  /** People. */
  readonly security: unknown
  readonly routes: ReadonlyMap<string, unknown>
  readonly waypoints: ReadonlyMap<string, unknown>
  /** The settings of plugins, by name of the file. */
  readonly plugins: ReadonlyMap<string, unknown>
  /** Files that could not be read, and why. */
  readonly unreadable: readonly string[]
}

/** Why a file is not read; undefined when it can be. Opening a pipe would wait for ever. */
const faultOf = (file: string): string | undefined => {
  const { size, isFile } = statOf(file)
  if (!isFile) return 'it is not a file'
  return size > mostBytes ? 'it is too large' : undefined
}

const statOf = (file: string): { readonly size: number; readonly isFile: boolean } => {
  const found = statSync(file, { throwIfNoEntry: false })
  return { size: found?.size ?? 0, isFile: found?.isFile() === true }
}

class FolderReader {
  readonly unreadable: string[] = []
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  file(...path: readonly string[]): unknown {
    const file = join(this.#folder, ...path)
    if (!existsSync(file)) return undefined
    const fault = faultOf(file)
    try {
      if (fault === undefined) return JSON.parse(readFileSync(file, 'utf8'))
      this.unreadable.push(`${join(...path)}: ${fault}`)
    } catch (error) {
      // The message of the parser quotes the file, which may be a link to a secret file.
      const reason = error instanceof SyntaxError ? 'it is not valid JSON' : 'it cannot be read'
      this.unreadable.push(`${join(...path)}: ${reason}`)
    }
    return undefined
  }

  files(...path: readonly string[]): ReadonlyMap<string, unknown> {
    const folder = join(this.#folder, ...path)
    if (!existsSync(folder)) return new Map()
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
    if (names.length > mostResources)
      this.unreadable.push(`${join(...path)}: only the first ${mostResources} of ${names.length} files`)
    return new Map(names.slice(0, mostResources).map((name) => [name, this.file(...path, name)]))
  }
}

/**
 * Reads a settings folder of signalk-server, usually `~/.signalk`.
 * @throws MarineDataError when it is not such a folder
 */
export const readSignalkFolder = (folder: string): SignalkFolder => {
  const reader = new FolderReader(folder)
  const settings = reader.file('settings.json')
  if (!existsSync(join(folder, 'settings.json')))
    throw new MarineDataError(
      'invalid-value',
      `There is no settings.json in ${folder}. Name the settings folder of signalk-server, usually ~/.signalk`,
    )
  return {
    settings,
    priorities: reader.file('priorities.json'),
    baseDeltas: reader.file('baseDeltas.json'),
    defaults: reader.file('defaults.json'),
    security: reader.file('security.json'),
    routes: reader.files('resources', 'routes'),
    waypoints: reader.files('resources', 'waypoints'),
    plugins: reader.files('plugin-config-data'),
    unreadable: reader.unreadable,
  }
}
