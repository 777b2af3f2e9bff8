import { Type, type Static } from '#schema-language.ts'
import { sourceSpaces } from './source-spaces.ts'

// One grammar, because a device's id is its `$source` in the tree, a segment of its REST address and the `X-Device` header.
const grammar = '^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$'

/** The id of a device: 1 to 128 of `A-Za-z0-9._:@-`, the first a letter or a digit. It is also the device's `$source`. */
export const DeviceId = Type.String({ $id: 'DeviceId', pattern: grammar })
export type DeviceId = Static<typeof DeviceId>

/** Where data came from, such as `nmea2000.115` or `gps@deck`; the grammar of a device's id. */
export const SourceName = Type.String({ $id: 'SourceName', pattern: grammar })
export type SourceName = Static<typeof SourceName>

/** Sources that the server itself writes under. */
export const serverSources = [
  'anchor',
  'autopilots',
  'course',
  'crew',
  'plugins',
  'server',
  'settings',
  'zones',
] as const
export type ServerSource = (typeof serverSources)[number]

/** Short names of the plugins that come with the product. */
export const firstPartyPlugins = [
  'anchor-watch',
  'closest-approach',
  'file-replay',
  'nmea0183',
  'simulator',
] as const

// Names by which the server speaks of a caller it does not know, or of the owner of an open boat.
const callers = ['local', 'nobody', 'unknown', 'shell']

const namesOfServer: ReadonlySet<string> = new Set([
  ...serverSources,
  ...Object.values(sourceSpaces),
  ...callers,
  'self',
])
const namesOfPlugins: ReadonlySet<string> = new Set(firstPartyPlugins)

/** The first segment of a source: the name that it belongs to. */
export const sourceOwner = (source: string): string => {
  const dot = source.indexOf('.')
  return dot < 0 ? source : source.slice(0, dot)
}

/** Whether a name is one of the server's own; a plugin, a device, a token or a person cannot have it. */
export const isServerName = (name: string): boolean => namesOfServer.has(name.toLowerCase())

/** Whether a name belongs to the server or to a plugin that comes with it; nobody else can have it. */
export const isReservedName = (name: string): boolean =>
  isServerName(name) || namesOfPlugins.has(name.toLowerCase())
