import type { BackupPart } from '@marinedata/model'
import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The database of the server. */
export const databasePath = 'marinedata.db'
export const manifestPath = 'manifest.json'
export const maxFiles = 200_000

/** The head of the audit must not be newer than the database, so it is copied first. */
const firstPaths: readonly string[] = ['audit.key', 'audit.head', databasePath]

/** Where each part is in the data folder. */
const partFolders: Readonly<Record<BackupPart, string>> = {
  charts: 'charts/',
  history: 'plugin-data/recorder/',
}

/** Files of the running server and those that it makes again, directly in the data folder. */
const leftOut =
  /^(?:server\.(?:lock|pid).*|claim-code|before-migration|manifest\.json|marinedata\.db-.*|.*\.good(?:-audit)?|.*\.damaged.*)$/

// oxlint-disable-next-line no-control-regex -- names with control characters are what it looks for
const unsafeCharacters = /[\0-\x1F\x7F\\]/
const deepest = 64

/** Whether a path stays inside the folder that it is relative to. */
export const isSafePath = (path: string): boolean => {
  const parts = path.split('/')
  return (
    !unsafeCharacters.test(path) &&
    parts.length <= deepest &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  )
}

/** Whether a backup contains the path: not files of the running server, copies, and unfinished files. */
export const isBackedUp = (path: string): boolean => {
  const [top = ''] = path.split('/')
  return !top.startsWith('.') && !top.endsWith('.new') && !leftOut.test(top)
}

/** Whether the path belongs to the part. */
export const isInPart = (path: string, part: BackupPart): boolean => path.startsWith(partFolders[part])

/** A file of the data folder. */
export interface FoundFile {
  /** Relative to the data folder, with slashes. */
  readonly path: string
  readonly size: number
  /** A SQLite database, which other processes may be writing. */
  readonly isDatabase: boolean
}

export interface FoundFiles {
  /** In the order in which they must be copied. */
  readonly files: readonly FoundFile[]
  /** Links, devices and names that a backup cannot contain. */
  readonly skipped: readonly string[]
}

const magic = 'SQLite format 3\0'

const hasMagic = async (file: string): Promise<boolean> => {
  await using handle = await open(file, 'r')
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(magic.length))
  return bytesRead === magic.length && buffer.toString('latin1') === magic
}

/** Undefined when the file does not exist. */
const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const journal = /-(?:wal|shm|journal)$/

/** Finds the files of one data folder. */
class Search {
  readonly files: FoundFile[] = []
  readonly skipped: string[] = []
  readonly #folder: string
  readonly #without: readonly BackupPart[]

  constructor(folder: string, without: readonly BackupPart[]) {
    this.#folder = folder
    this.#without = without
  }

  async search(below: string): Promise<void> {
    const entries = await readdir(join(this.#folder, below), { withFileTypes: true })
    const names = new Set(entries.map(({ name }) => name))
    for (const entry of entries) await this.#add(`${below}${entry.name}`, entry, names)
  }

  async #add(path: string, entry: Dirent, siblings: ReadonlySet<string>): Promise<void> {
    if (!isBackedUp(path) || this.#without.some((part) => isInPart(`${path}/`, part))) return
    if (!isSafePath(path)) this.skipped.push(path)
    else if (entry.isDirectory()) await this.search(`${path}/`)
    else if (entry.isFile()) await this.#addFile(path, entry.name, siblings)
    else this.skipped.push(path)
  }

  async #addFile(path: string, name: string, siblings: ReadonlySet<string>): Promise<void> {
    const file = join(this.#folder, path)
    // The journal of a database: a copy of the database contains it.
    if (mayBeDatabase(path) && journal.test(name) && siblings.has(name.replace(journal, ''))) return
    const size = await sizeOf(file)
    if (size === undefined) return
    const isDatabase = mayBeDatabase(path) && (siblings.has(`${name}-wal`) || (await hasMagic(file)))
    const journalBytes = isDatabase ? ((await sizeOf(`${file}-wal`)) ?? 0) : 0
    this.files.push({ path, size: size + journalBytes, isDatabase })
  }
}

/** Chart files are read-only databases. */
const mayBeDatabase = (path: string): boolean => path === databasePath || path.startsWith('plugin-data/')

const orderOf = ({ path }: FoundFile): number => {
  const first = firstPaths.indexOf(path)
  return first < 0 ? firstPaths.length : first
}

/** The files that a backup of the data folder contains. */
export const findFiles = async (folder: string, without: readonly BackupPart[]): Promise<FoundFiles> => {
  const search = new Search(folder, without)
  await search.search('')
  return {
    files: search.files.toSorted((one, other) => orderOf(one) - orderOf(other)),
    skipped: search.skipped,
  }
}
