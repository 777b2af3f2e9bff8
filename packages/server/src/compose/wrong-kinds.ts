import { lstatSync, readdirSync, renameSync, statSync, type Stats } from 'node:fs'
import { basename, join } from 'node:path'

/** Names in a data folder that must be files. `settings.json` is left to the person who wrote it. */
const files = [
  'data-folder.json',
  'settings.json.good',
  'marinedata.db',
  'marinedata.db-wal',
  'marinedata.db-shm',
  'marinedata.db.good',
  'marinedata.db.good-audit',
  'marinedata.db.good.new',
  'audit.key',
  'audit.head',
  'claim-code',
  'server.lock',
  'server.lock-journal',
  'server.pid',
  'tls/ca.key',
  'tls/ca.pem',
  'tls/ca-former.pem',
  'tls/server.key',
  'tls/server.pem',
]
const folders = ['tls', 'plugins', 'plugin-data', 'apps', 'charts', 'before-migration']

/** Undefined for a missing entry, and for a link to one: its target may be on a disk that is not mounted. */
const targetOf = (path: string): Stats | undefined => {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

const freeName = (path: string): string => {
  for (let number = 1; ; number++) {
    const free = `${path}.aside-${number}`
    if (lstatSync(free, { throwIfNoEntry: false }) === undefined) return free
  }
}

/** Renames an entry; returns the repair to report, empty when the disk is read-only. */
const setAside = (path: string, expected: 'file' | 'folder'): string[] => {
  const free = freeName(path)
  try {
    renameSync(path, free)
    return [`${basename(path)} was not a ${expected} and was renamed to ${basename(free)}`]
  } catch {
    return []
  }
}

const isWrong = (path: string, expected: 'file' | 'folder'): boolean => {
  const found = targetOf(path)
  if (found === undefined) return false
  return expected === 'file' ? !found.isFile() : !found.isDirectory()
}

const entriesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Renames files in the place of folders, and the reverse, so that the server can create what it needs. */
export const setWrongKindsAside = (folder: string): string[] => {
  const wrong = (names: readonly string[], expected: 'file' | 'folder'): string[] =>
    names
      .map((name) => join(folder, name))
      .filter((path) => isWrong(path, expected))
      .flatMap((path) => setAside(path, expected))
  // In this order: the content of a folder is reached only when it is one.
  return [
    ...wrong(folders, 'folder'),
    ...wrong(files, 'file'),
    ...wrong(
      entriesIn(join(folder, 'plugin-data')).map((name) => join('plugin-data', name)),
      'folder',
    ),
  ]
}
