import { existsSync, realpathSync } from 'node:fs'
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

const ownPackages = [
  '@marinedata/inputs',
  '@marinedata/nmea0183',
  '@marinedata/nmea2000',
  '@marinedata/ais',
  '@marinedata/plugin-api',
  '@marinedata/model',
]

// A linked package is elsewhere on disk, and its own dependencies are next to it.
const linkedFolders = (folder: string): string[] => {
  const folders: string[] = []
  let from = folder
  for (const name of ownPackages) {
    const place = createRequire(join(from, 'package.json'))
      .resolve.paths(name)
      ?.map((modules) => join(modules, name))
      .find((path) => existsSync(path))
    if (place === undefined) continue
    from = realpathSync(place)
    folders.push(...importableFrom(from))
  }
  return folders
}

/** Real paths that every plugin may read: its own folder and the packages it can import. */
export const readablePaths = ({ folder }: { readonly folder: string }): string[] => [
  ...new Set([...importableFrom(folder), ...linkedFolders(folder)]),
]
