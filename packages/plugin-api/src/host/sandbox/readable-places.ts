import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Program } from '../program.ts'

/** The folder and all folders around it, from the inside out. */
const foldersUp = (folder: string): string[] => {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)]
}

const found = (paths: readonly string[]): string[] => paths.filter((path) => existsSync(path))

/** The folders from which a module at that place can import, and the package file that says how its modules are read. */
const importableFrom = (folder: string): string[] => {
  const folders = foldersUp(folder)
  const [packageFile] = found(folders.map((at) => join(at, 'package.json')))
  const outside = packageFile === undefined || dirname(packageFile) === folder ? [] : [packageFile]
  return [folder, ...found(folders.map((at) => join(at, 'node_modules'))), ...outside]
}

const ownPackages = ['@marinedata/plugin-api', '@marinedata/model']

// A linked package lives elsewhere, and what it needs lives around it.
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

/** What every plugin may read, by real paths: its own folder, and the packages that it can import. */
export const readablePlaces = ({ folder }: Pick<Program, 'folder'>): string[] => [
  ...new Set([...importableFrom(folder), ...linkedFolders(folder)]),
]
