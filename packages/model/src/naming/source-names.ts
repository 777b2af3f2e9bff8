import { Type, type Static } from '#schema-language.ts'
import { firstPartyPlugins } from './first-party-plugins.ts'
import { sourceSpaces } from './source-spaces.ts'

// One grammar for both, because a device id is used as `$source`, as a segment of REST URLs and in the `X-Device`
// header.
const grammar = '^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$'

/**
 * A device id: 1 to 128 characters `A-Za-z0-9._:@-`, starting with a letter or digit. It is also the device's
 * `$source`.
 */
export const DeviceId = Type.String({ $id: 'DeviceId', pattern: grammar })
export type DeviceId = Static<typeof DeviceId>

/** The source of data, such as `nmea2000.115` or `gps@deck`. Same grammar as a device id. */
export const SourceName = Type.String({ $id: 'SourceName', pattern: grammar })
export type SourceName = Static<typeof SourceName>

/** The grammar of a plugin's name: it is used in URLs, in metrics and as the prefix of its sources. */
export const pluginNamePattern = '^[a-z][a-z0-9-]{0,47}$'

/** Sources used by the server. */
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

// Names used for unauthenticated callers and for the owner of an open boat.
const callers = ['local', 'nobody', 'unknown', 'shell']

const namesOfServer: ReadonlySet<string> = new Set([
  ...serverSources,
  ...Object.values(sourceSpaces),
  ...callers,
  'self',
])
const namesOfPlugins: ReadonlySet<string> = new Set(firstPartyPlugins)

/** The first segment of a source, which is the name of its owner. */
export const sourceOwner = (source: string): string => {
  const dot = source.indexOf('.')
  return dot < 0 ? source : source.slice(0, dot)
}

/** Whether a name is used by the server. No plugin, device, token or person can have it. */
export const isServerName = (name: string): boolean => namesOfServer.has(name.toLowerCase())

/** Whether a name belongs to the server or a bundled plugin. Nobody else can have it. */
export const isReservedName = (name: string): boolean =>
  isServerName(name) || namesOfPlugins.has(name.toLowerCase())
