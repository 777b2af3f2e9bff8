import { isReservedName, isServerName, MarineDataError, type PluginReport } from '@marinedata/model'
import {
  askManifest,
  manifestFile,
  readProgram,
  type PluginManifest,
  type Program,
  type Sandbox,
} from '@marinedata/plugin-api/host'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'

/** A plugin that was found, and what it says of itself. */
export interface FoundPlugin {
  readonly name: string
  readonly origin: PluginReport['origin']
  readonly place: string
  /** What it is, whatever it calls itself: the name of its package, or its folder. */
  readonly package: string
  /** How it is run; or why it cannot be. */
  readonly usable:
    | { readonly program: Program; readonly manifest: PluginManifest }
    | { readonly fault: string }
}

export interface Search {
  /** Where the skipper's plugins are: `npm install --prefix FOLDER …`, or a folder each. */
  readonly folder: string
  /** Places named when the server was started. */
  readonly given: readonly string[]
}

export interface SearchManner {
  /** Where a plugin without a manifest file is run to be asked for it; undefined when nothing may be run. */
  readonly sandbox: Sandbox | undefined
  /** Ends the search, and what was run for it. */
  readonly signal?: AbortSignal
}

/** Plugins that come with the product, by their packages; installed beside the server. */
const firstParty: readonly string[] = [
  '@marinedata/plugin-anchor-watch',
  '@marinedata/plugin-closest-approach',
  '@marinedata/plugin-file-replay',
  '@marinedata/plugin-nmea0183',
  '@marinedata/plugin-simulator',
]

const keyword = 'marinedata-plugin'

const foldersIn = (folder: string): string[] => {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap(({ name }) => (name.startsWith('@') ? foldersIn(join(folder, name)) : [join(folder, name)]))
}

const hasKeyword = (folder: string): boolean => {
  try {
    const { keywords } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      keywords?: unknown
    }
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
      return [dirname(require.resolve(`${name}/package.json`))]
    } catch {
      // Left out of this installation.
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

const toldManifest = async (
  program: Program,
  origin: PluginReport['origin'],
  { sandbox, signal }: SearchManner,
): Promise<PluginManifest> => {
  if (origin !== 'given' || sandbox === undefined)
    throw new MarineDataError('invalid-settings', `${program.folder} has no ${manifestFile}`)
  return await askManifest(program, sandbox, signal)
}

/** The name of the package in a folder; of a plugin without one, the folder itself. */
const packageOf = (place: string): string => {
  try {
    const { name } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { name?: unknown }
    return typeof name === 'string' ? name : place
  } catch {
    return place
  }
}

/** Reads a plugin where it stands. One that was named by hand may still tell its manifest itself, if it may be run. */
export const openPlugin = async (
  place: string,
  origin: PluginReport['origin'],
  manner: SearchManner,
): Promise<FoundPlugin> => {
  const found = { origin, place, package: packageOf(place) }
  try {
    const program = readProgram(place)
    const manifest = program.manifest ?? (await toldManifest(program, origin, manner))
    const fault = reservedFault(manifest.name, program.folder)
    if (fault !== undefined) return { ...found, name: nameFrom(place), usable: { fault } }
    return { ...found, name: manifest.name, usable: { program, manifest } }
  } catch (error) {
    return { ...found, name: nameFrom(place), usable: { fault: (error as Error).message } }
  }
}

/** Why a plugin in that folder cannot have that name; undefined when it can. */
const reservedFault = (name: string, folder: string): string | undefined => {
  if (isServerName(name)) return `The name "${name}" belongs to the server. Rename the plugin`
  const isOurs = firstPartyFolders().some((place) => realpathSync(place) === folder)
  if (!isReservedName(name) || isOurs) return undefined
  return `The name "${name}" belongs to a plugin that comes with the product. Rename the plugin`
}

/** A name that nobody has: plugins that cannot be used must not stand in the place of others. */
const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name.slice(0, 44)}-${number}`
    if (!isTaken(free) && !isReservedName(free)) return free
  }
}

const placeInside = ({ place, usable }: FoundPlugin): string =>
  'program' in usable ? (usable.program.entry ?? usable.program.folder) : place

/** Each name once. Of two with one name the first has it; the other is shown as one that cannot be used. */
const withNames = (found: readonly FoundPlugin[]): FoundPlugin[] => {
  const pluginByName = new Map<string, FoundPlugin>()
  const rejected: FoundPlugin[] = []
  for (const plugin of found) {
    const first = pluginByName.get(plugin.name)
    if ('fault' in plugin.usable) rejected.push(plugin)
    else if (first === undefined) pluginByName.set(plugin.name, plugin)
    else if (placeInside(first) !== placeInside(plugin)) {
      const fault = `The name "${plugin.name}" is that of the plugin in ${first.place}. Rename or remove one of them`
      rejected.push({ ...plugin, usable: { fault } })
    }
  }
  for (const plugin of rejected) {
    const name = freeName(plugin.name, (each) => pluginByName.has(each))
    pluginByName.set(name, { ...plugin, name })
  }
  return [...pluginByName.values()]
}

/** Everything that could be run: what was named by hand, then what is in the folder, then ours. */
export const findPlugins = async (
  { folder, given }: Search,
  manner: SearchManner,
): Promise<FoundPlugin[]> => {
  const places = [
    ...given.map((place) => ({ place, origin: 'given' as const })),
    ...[...foldersIn(folder), ...foldersIn(join(folder, 'node_modules'))]
      .filter(isPlugin)
      .map((place) => ({ place, origin: 'folder' as const })),
    ...firstPartyFolders().map((place) => ({ place, origin: 'first-party' as const })),
  ]
  return withNames(await Promise.all(places.map(({ place, origin }) => openPlugin(place, origin, manner))))
}
