import {
  checkOf,
  defaultProductWord,
  MarineDataError,
  Metadata,
  ProductWord,
  SourceName,
  type Fault,
  Type,
  type Static,
} from '@marinedata/model'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLoopback } from '../gate.ts'

const strict = { additionalProperties: false } as const
const count = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000_000, description })

/** Everything a skipper can set, with what holds when nothing is said. */
export const Settings = Type.Object(
  {
    productWord: Type.Optional(ProductWord),
    host: Type.Optional(
      Type.String({ description: 'Address to listen on; loopback only until access control exists' }),
    ),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535, description: '0 takes any free port' })),
    mmsi: Type.Optional(Type.String({ pattern: '^[2-7][0-9]{8}$', description: "The own vessel's MMSI" })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "The own vessel's name" })),
    logLevel: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error', 'silent'])),
    bounds: Type.Optional(
      Type.Object(
        {
          contexts: Type.Optional(count('Vessels and other objects kept at most')),
          pathsPerContext: Type.Optional(count('Paths of one object')),
          sourcesPerPath: Type.Optional(count('Sources of one path')),
          values: Type.Optional(count('Values in all')),
          distinctPaths: Type.Optional(count('Different paths in all objects together')),
          contextTimeout: Type.Optional(
            Type.Number({
              minimum: 10,
              maximum: 604_800,
              description: 'Seconds that an unheard object is kept',
            }),
          ),
        },
        strict,
      ),
    ),
    sources: Type.Optional(
      Type.Array(
        Type.Object({ path: Type.String({ maxLength: 256 }), sources: Type.Array(SourceName) }, strict),
        { description: 'Order of sources below a path, best first' },
      ),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Metadata, { description: 'Metadata by path, on top of what is known' }),
    ),
  },
  { $id: 'Settings', ...strict },
)
export type Settings = Static<typeof Settings>

export const settingDefaults = {
  productWord: defaultProductWord,
  host: '127.0.0.1',
  port: 3000,
  logLevel: 'info',
} as const

const settingsCheck = checkOf<Settings>(Settings)

/** Every fault of the settings; none means that the server can start with them. */
export const settingsFaults = (settings: unknown): Fault[] => {
  const faults = settingsCheck.faults(settings)
  if (faults.length > 0 || !settingsCheck.accepts(settings)) return faults
  const { host } = settings
  if (host === undefined || isLoopback(host)) return []
  return [
    {
      path: '/host',
      message: `"${host}" is not a loopback address; others are refused until access control exists`,
    },
  ]
}

/** Checks settings whatever they came from; throws with every fault listed. */
export const checkedSettings = (settings: unknown, place: string): Settings => {
  const errors = settingsFaults(settings)
  if (errors.length > 0) {
    const list = errors.map(({ path, message }) => `\n  ${path === '' ? '/' : path}: ${message}`).join('')
    throw new MarineDataError('invalid-settings', `${place} is not acceptable:${list}`, { errors })
  }
  // The faults are those of this very schema: none means that it fits.
  return settings as Settings
}

/** Reads `settings.json` of the data folder; no file means no settings. */
export const loadSettings = (folder: string): Settings => {
  const file = join(folder, 'settings.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new MarineDataError('invalid-settings', `${file} cannot be read`, { cause })
  }
  try {
    return checkedSettings(JSON.parse(text), file)
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new MarineDataError('invalid-settings', `${file} is not JSON: ${cause.message}`, { cause })
    throw cause
  }
}
