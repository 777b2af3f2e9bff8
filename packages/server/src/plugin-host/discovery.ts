import {
  firstPartyPlugins,
  isReservedName,
  isServerName,
  MarineDataError,
  type PluginReport,
} from '@marinedata/model'
import {
  askManifest,
  manifestFile,
  readPackageFile,
  readProgram,
  type PluginManifest,
  type Program,
  type Sandbox,
} from '@marinedata/plugin-api/host'
import { existsSync, readdirSync, realpathSync, type Dirent } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'

/** A plugin on disk, with its manifest or the reason why it cannot be used. */
export interface FoundPlugin {
  readonly name: string
  readonly origin: PluginReport['origin']
  readonly place: string
  /** The name of its package, or its folder. Identifies the plugin independent of the name in its manifest. */
  readonly package: string
  /** How to run it, or why it cannot be run. */
  readonly usable:
    | { readonly program: Program; readonly manifest: PluginManifest }
    | { readonly fault: string }
}

export interface Search {
  /** The folder of installed plugins: `npm install --prefix FOLDER …`, or one folder per plugin. */
  readonly folder: string
  /** Paths named on the command line. */
  readonly given: readonly string[]
}

export interface OpenOptions {
  /** Runs a plugin without a manifest file to request its manifest; undefined when no plugin may run. */
  readonly sandbox: Sandbox | undefined
  /** Aborts the search and the processes it started. */
  readonly signal?: AbortSignal
}

/** Packages of the plugins that come with the product. They are installed next to the server. */
const firstParty = firstPartyPlugins.map((name) => `@marinedata/plugin-${name}`)

const keyword = 'marinedata-plugin'

/** The entries of a folder; empty when it cannot be read: a damaged card must not prevent the start. */
const entriesIn = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const foldersIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap(({ name }) => (name.startsWith('@') ? foldersIn(join(folder, name)) : [join(folder, name)]))

const hasKeyword = (folder: string): boolean => {
  try {
    const { keywords } = readPackageFile(folder)
    return Array.isArray(keywords) && keywords.includes(keyword)
  } catch {
    return false
  }
}

const isPlugin = (folder: string): boolean => existsSync(join(folder, manifestFile)) || hasKeyword(folder)

const firstPartyFolders = (): string[] => {
  const require = createRequire(import.meta.url)
  return firstParty.flatMap((name) => {
    try {
      return [realpathSync(dirname(require.resolve(`${name}/package.json`)))]
    } catch {
      // Not part of this installation.
      return []
    }
  })
}

const nameFrom = (place: string): string =>
  basename(place, extname(place))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 48) || 'unnamed'

const requestManifest = async (
  program: Program,
  origin: PluginReport['origin'],
  { sandbox, signal }: OpenOptions,
): Promise<PluginManifest> => {
  if (origin !== 'given' || sandbox === undefined)
    throw new MarineDataError('invalid-settings', `${program.folder} contains no ${manifestFile}`)
  return await askManifest(program, sandbox, signal)
}

/** The package name of a plugin, or its folder when it has no package. */
const packageOf = (place: string): string => {
  try {
    const { name } = readPackageFile(place)
    return typeof name === 'string' ? name : place
  } catch {
    return place
  }
}

/** Reads a plugin from disk. A plugin named on the command line without a manifest file is run to request it. */
export const openPlugin = async (
  place: string,
  origin: PluginReport['origin'],
  options: OpenOptions,
): Promise<FoundPlugin> => {
  const found = { origin, place, package: packageOf(place) }
  try {
    const program = readProgram(place)
    const manifest = program.manifest ?? (await requestManifest(program, origin, options))
    const isOurs = (): boolean => origin === 'first-party' || firstPartyFolders().includes(program.folder)
    const fault = reservedFault(manifest.name, isOurs)
    if (fault !== undefined) return { ...found, name: nameFrom(place), usable: { fault } }
    return { ...found, name: manifest.name, usable: { program, manifest } }
  } catch (error) {
    return { ...found, name: nameFrom(place), usable: { fault: (error as Error).message } }
  }
}

/** Why a plugin may not use this name; undefined when it may. */
const reservedFault = (name: string, isOurs: () => boolean): string | undefined => {
  if (isServerName(name)) return `The name "${name}" is reserved for the server. Rename the plugin`
  if (!isReservedName(name) || isOurs()) return undefined
  return `The name "${name}" is reserved for a plugin that comes with the product. Rename the plugin`
}

/** Finds an unused name: an unusable plugin must not take the name of a usable one. */
const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name.slice(0, 44)}-${number}`
    if (!isTaken(free) && !isReservedName(free)) return free
  }
}

const entryPointOf = ({ place, usable }: FoundPlugin): string =>
  'program' in usable ? (usable.program.entry ?? usable.program.folder) : place

/** Makes names unique. When two plugins have the same name, the second is listed as unusable. */
const withUniqueNames = (found: readonly FoundPlugin[]): FoundPlugin[] => {
  const pluginByName = new Map<string, FoundPlugin>()
  const rejected: FoundPlugin[] = []
  for (const plugin of found) {
    const first = pluginByName.get(plugin.name)
    if ('fault' in plugin.usable) rejected.push(plugin)
    else if (first === undefined) pluginByName.set(plugin.name, plugin)
    else if (entryPointOf(first) !== entryPointOf(plugin)) {
      const fault = `The plugin in ${first.place} has the same name "${plugin.name}". Rename or remove one of them`
      rejected.push({ ...plugin, usable: { fault } })
    }
  }
  for (const plugin of rejected) {
    const name = freeName(plugin.name, (each) => pluginByName.has(each))
    pluginByName.set(name, { ...plugin, name })
  }
  return [...pluginByName.values()]
}

/** Finds all plugins: those named on the command line, then those in the folder, then first-party ones. */
export const findPlugins = async (
  { folder, given }: Search,
  options: OpenOptions,
): Promise<FoundPlugin[]> => {
  const places = [
    ...given.map((place) => ({ place, origin: 'given' as const })),
    ...[...foldersIn(folder), ...foldersIn(join(folder, 'node_modules'))]
      .filter(isPlugin)
      .map((place) => ({ place, origin: 'folder' as const })),
    ...firstPartyFolders().map((place) => ({ place, origin: 'first-party' as const })),
  ]
  return withUniqueNames(
    await Promise.all(places.map(({ place, origin }) => openPlugin(place, origin, options))),
  )
}
