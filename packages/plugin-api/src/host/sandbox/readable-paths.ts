import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder and its parents, innermost first. */
const foldersUp = (folder: string): string[] => {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)]
}

const existing = (paths: readonly string[]): string[] => paths.filter((path) => existsSync(path))

/** The folders from which a module in this folder can import, and its package.json, which sets the module type. */
const importableFrom = (folder: string): string[] => {
  const folders = foldersUp(folder)
  const [packageFile] = existing(folders.map((at) => join(at, 'package.json')))
  const outside = packageFile === undefined || dirname(packageFile) === folder ? [] : [packageFile]
  return [folder, ...existing(folders.map((at) => join(at, 'node_modules'))), ...outside]
}

const dependenciesOf = (folder: string): string[] => {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return []
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>
    readonly devDependencies?: Readonly<Record<string, string>>
  }
  // A plugin that is published as a bundle imports these when it runs from its sources.
  return Object.keys({ ...devDependencies, ...dependencies })
}

/** Our packages that plugins may import. Others, such as the server, are not visible, even if a plugin depends on them. */
const libraries: ReadonlySet<string> = new Set(
  ['ais', 'history', 'inputs', 'model', 'nmea0183', 'nmea2000', 'plugin-api', 'uplink-protocol'].map(
    (name) => `@marinedata/${name}`,
  ),
)
/** A plugin file without a package imports these. */
const usual = ['@marinedata/plugin-api', '@marinedata/model']

const resolved = (name: string, from: string): string | undefined =>
  createRequire(join(from, 'package.json'))
    .resolve.paths(name)
    ?.map((modules) => join(modules, name))
    .find((path) => existsSync(path))

/** The folders of our packages that a plugin depends on. A linked package is elsewhere on disk, with its own dependencies beside it. */
const linkedFolders = (plugin: string): string[] => {
  const folders = new Set<string>()
  const follow = (folder: string, names: readonly string[]): void => {
    for (const name of names.filter((one) => libraries.has(one))) {
      const place = resolved(name, folder)
      if (place === undefined) continue
      const real = realpathSync(place)
      if (folders.has(real)) continue
      folders.add(real)
      follow(real, dependenciesOf(real))
    }
  }
  follow(plugin, [...dependenciesOf(plugin), ...usual])
  return [...folders].flatMap(importableFrom)
}

/** Real paths that every plugin may read: its own folder and the packages it can import. */
export const readablePaths = ({ folder }: { readonly folder: string }): string[] => [
  ...new Set([...importableFrom(folder), ...linkedFolders(folder)]),
]
