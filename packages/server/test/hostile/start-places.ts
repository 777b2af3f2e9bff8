import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The place of a file or folder of `docs/data-folder.md`, relative to the data folder. */
export interface Place {
  readonly path: string
  /** Whether the crew is notified when it is of the wrong kind. The server creates the others again. */
  readonly isReported: boolean
}

const reported = (path: string): Place => ({ path, isReported: true })
const unreported = (path: string): Place => ({ path, isReported: false })

export const places: readonly Place[] = [
  reported('data-folder.json'),
  reported('settings.json'),
  reported('settings.json.good'),
  reported('marinedata.db'),
  reported('marinedata.db-wal'),
  reported('marinedata.db-shm'),
  reported('marinedata.db.good'),
  reported('marinedata.db.good-audit'),
  reported('marinedata.db.good.new'),
  unreported('marinedata.db.damaged-1'),
  reported('audit.key'),
  reported('audit.head'),
  reported('tls'),
  reported('tls/ca.key'),
  reported('tls/ca.pem'),
  reported('tls/server.key'),
  reported('tls/server.pem'),
  reported('plugins'),
  unreported('plugins/node_modules'),
  unreported('plugins/broken/marinedata.json'),
  reported('plugin-data'),
  reported('plugin-data/recorder'),
  unreported('plugin-data/recorder/history.db'),
  unreported('plugin-data/recorder/history.db-wal'),
  reported('plugin-data/anchor-watch'),
  reported('apps'),
  unreported('apps/broken/package.json'),
  reported('charts'),
  unreported('charts/broken.mbtiles'),
  reported('before-migration'),
  reported('claim-code'),
  reported('server.lock'),
  reported('server.pid'),
  unreported('.backup'),
]

/** Puts a folder in the place of a file, and the reverse. A missing entry is a file unless it is named like a folder. */
export const replaceKind = (folder: string, { path }: Place): void => {
  const place = join(folder, path)
  const folders =
    /^(?:tls|plugins|plugin-data|apps|charts|before-migration|\.backup)$|\/(?:node_modules|recorder|anchor-watch)$/
  const isFolder = existsSync(place) ? statSync(place).isDirectory() : folders.test(path)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(isFolder ? dirname(place) : place, { recursive: true })
  if (isFolder) writeFileSync(place, 'not a folder')
  else writeFileSync(join(place, 'inside'), 'not a file')
}

const conditions = [
  'wrong kind',
  'missing, disk full',
  'missing, disk read-only',
  'wrong kind, disk read-only',
] as const

export interface StartCase {
  readonly place: Place | undefined
  readonly condition:
    | (typeof conditions)[number]
    | 'disk full'
    | 'disk read-only'
    | 'empty, disk full'
    | 'empty, disk read-only'
}

/** Every place in every condition, and the whole folder. */
export const startCases: readonly StartCase[] = [
  { place: undefined, condition: 'disk full' },
  { place: undefined, condition: 'disk read-only' },
  { place: undefined, condition: 'empty, disk full' },
  { place: undefined, condition: 'empty, disk read-only' },
  ...places.flatMap((place) => conditions.map((condition) => ({ place, condition }))),
]

const shortNames: ReadonlySet<string> = new Set([
  'data folder, disk full',
  'data folder, empty, disk read-only',
  'marinedata.db, wrong kind',
  'plugins, wrong kind',
  'tls, missing, disk read-only',
])

export const nameOf = ({ place, condition }: StartCase): string =>
  `${place?.path ?? 'data folder'}, ${condition}`

/** One of each kind of fault. */
export const shortCases: readonly StartCase[] = startCases.filter((each) => shortNames.has(nameOf(each)))
