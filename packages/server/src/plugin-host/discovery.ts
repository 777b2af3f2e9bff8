import { MarineDataError, type PluginReport } from '@marinedata/model'
import {
  askManifest,
  manifestFile,
  readProgram,
  type PluginManifest,
  type Program,
} from '@marinedata/plugin-api/host'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'

/** A plugin that was found, and what it says of itself. */
export interface FoundPlugin {
  readonly name: string
  readonly origin: PluginReport['origin']
  readonly place: string
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
  /** Nothing is run, not even to be asked for its manifest. */
  readonly isSafe?: boolean
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

/** Reads a plugin where it stands. One that was named by hand may still tell its manifest itself, if it may be run. */
export const openPlugin = async (
  place: string,
  origin: PluginReport['origin'],
  isSafe = false,
): Promise<FoundPlugin> => {
  try {
    const program = readProgram(place)
    if (program.manifest === undefined && (origin !== 'given' || isSafe))
      throw new MarineDataError('invalid-settings', `${program.folder} has no ${manifestFile}`)
    const manifest = program.manifest ?? (await askManifest(program))
    return { name: manifest.name, origin, place, usable: { program, manifest } }
  } catch (error) {
    return { name: nameFrom(place), origin, place, usable: { fault: (error as Error).message } }
  }
}

/** Everything that could be run. Of two with one name the first counts: named by hand, then the folder's, then ours. */
export const findPlugins = async ({ folder, given, isSafe }: Search): Promise<FoundPlugin[]> => {
  const places = [
    ...given.map((place) => ({ place, origin: 'given' as const })),
    ...[...foldersIn(folder), ...foldersIn(join(folder, 'node_modules'))]
      .filter(isPlugin)
      .map((place) => ({ place, origin: 'folder' as const })),
    ...firstPartyFolders().map((place) => ({ place, origin: 'first-party' as const })),
  ]
  const found = await Promise.all(places.map(({ place, origin }) => openPlugin(place, origin, isSafe)))
  const names = new Set<string>()
  return found.filter(({ name }) => !names.has(name) && names.add(name))
}
