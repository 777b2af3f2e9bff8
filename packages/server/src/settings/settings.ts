import {
  checkOf,
  defaultProductWord,
  MarineDataError,
  Metadata,
  pluginSourceAddress,
  ProductWord,
  SourceName,
  type Check,
  type Fault,
  Type,
  type Static,
} from '@marinedata/model'

const strict = { additionalProperties: false } as const
const count = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000_000, description })

/** The settings of the server; all are optional. */
export const Settings = Type.Object(
  {
    productWord: Type.Optional(ProductWord),
    family: Type.Optional(
      Type.Boolean({
        description:
          'Serve apps of the Signal K family at /signalk; the switch in the console decides when absent',
      }),
    ),
    apps: Type.Optional(
      Type.Object(
        {
          port: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 65535,
              description: 'Port of the installed web apps; the next after the own port when absent',
            }),
          ),
        },
        strict,
      ),
    ),
    host: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Address to listen on; every address of the machine when absent',
      }),
    ),
    port: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65535, description: 'Port to listen on; 0 selects any free port' }),
    ),
    mmsi: Type.Optional(Type.String({ pattern: '^[2-7][0-9]{8}$', description: "The own vessel's MMSI" })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "The own vessel's name" })),
    logLevel: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error', 'silent'])),
    access: Type.Optional(
      Type.Object(
        {
          names: Type.Optional(
            Type.Array(Type.String({ pattern: '^[A-Za-z0-9.-]{1,253}$' }), {
              maxItems: 32,
              description: 'Additional host names that requests may use',
            }),
          ),
          origins: Type.Optional(
            Type.Array(Type.String({ pattern: '^https?://[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?$' }), {
              maxItems: 32,
              description: 'Other origins whose pages may send requests, with tokens of their own',
            }),
          ),
          localName: Type.Optional(
            Type.String({
              pattern: '^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$',
              description: "The boat's name in the local network, without .local; from its name when absent",
            }),
          ),
          requireTls: Type.Optional(Type.Boolean({ description: 'Accept only https from other machines' })),
        },
        strict,
      ),
    ),
    tls: Type.Optional(
      Type.Object(
        {
          certificate: Type.String({
            minLength: 1,
            description: 'File with the certificate and its chain, PEM',
          }),
          key: Type.String({ minLength: 1, description: 'File with its key, PEM' }),
        },
        { ...strict, description: 'A certificate to use instead of one of the boat’s own authority' },
      ),
    ),
    announce: Type.Optional(
      Type.Object(
        {
          mdns: Type.Optional(
            Type.Boolean({ description: 'Announce names and services in the local networks' }),
          ),
          plotters: Type.Optional(
            Type.Boolean({
              description: 'Announce the console to Navico plotters in wired networks',
            }),
          ),
        },
        strict,
      ),
    ),
    charts: Type.Optional(
      Type.Object(
        {
          largestFile: Type.Optional(count('Maximum size of an uploaded chart file in megabytes')),
          reserve: Type.Optional(count('Megabytes of the disk that uploaded charts leave free')),
        },
        strict,
      ),
    ),
    push: Type.Optional(
      Type.Object(
        {
          services: Type.Optional(
            Type.Array(Type.String({ pattern: '^https?://[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?$' }), {
              maxItems: 8,
              description: 'Origins of push services besides those of Google, Mozilla, Apple and Microsoft',
            }),
          ),
        },
        strict,
      ),
    ),
    plugins: Type.Optional(
      Type.Object(
        {
          sandbox: Type.Optional(
            Type.Enum(['preferred', 'required'], {
              description: 'Whether plugins may run on a machine without a sandbox',
            }),
          ),
          registry: Type.Optional(
            Type.String({
              pattern: '^https?://[^\\s?#]{1,500}$',
              description: 'Registry from which "marinedata plugin add" loads plugins by name',
            }),
          ),
          catalogue: Type.Optional(
            Type.String({
              pattern: pluginSourceAddress,
              description: 'Address of the catalogue from which plugins are installed on the console',
            }),
          ),
          budget: Type.Optional(
            Type.Object(
              {
                plugins: Type.Optional(count('Maximum number of enabled plugins')),
                memory: Type.Optional(count('Megabytes of memory of all plugins')),
                storage: Type.Optional(count('Megabytes of files of all plugins')),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
    ),
    bounds: Type.Optional(
      Type.Object(
        {
          contexts: Type.Optional(count('Maximum number of contexts')),
          pathsPerContext: Type.Optional(count('Maximum number of paths per context')),
          sourcesPerPath: Type.Optional(count('Maximum number of sources per path')),
          values: Type.Optional(count('Maximum number of values in total')),
          distinctPaths: Type.Optional(count('Maximum number of distinct paths in total')),
          contextTimeout: Type.Optional(
            Type.Number({
              minimum: 10,
              maximum: 604_800,
              description: 'Seconds without data after which a context is removed',
            }),
          ),
        },
        strict,
      ),
    ),
    sources: Type.Optional(
      Type.Array(
        Type.Object({ path: Type.String({ maxLength: 256 }), sources: Type.Array(SourceName) }, strict),
        { description: 'Preference of sources below a path, best first' },
      ),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Metadata, {
        description: 'Metadata by path, in addition to the built-in metadata',
      }),
    ),
  },
  { $id: 'Settings', ...strict },
)
export type Settings = Static<typeof Settings>

export const settingDefaults = {
  productWord: defaultProductWord,
  port: 3000,
  logLevel: 'info',
} as const

const settingsCheck = checkOf<Settings>(Settings)

/** Every fault of the settings; empty when the server can start with them. */
export const settingsFaults = (settings: unknown): Fault[] => settingsCheck.faults(settings)

const unknownMember = 'is not a known member'

export interface KnownSettings {
  /** The settings without the members that this version does not know. */
  readonly settings: unknown
  /** The paths of these members, such as `/access/colour`. */
  readonly unknown: readonly string[]
}

/** Removes a member of nested plain objects by its JSON pointer. */
const without = (value: unknown, [key = '', ...rest]: readonly string[]): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([name]) => rest.length > 0 || name !== key)
  return Object.fromEntries(
    entries.map(([name, member]) => [name, name === key ? without(member, rest) : member]),
  )
}

const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/**
 * Leaves out members that this version does not know: they may be of a newer version, and a boat at sea must start
 * after going back to an older one.
 */
export const knownSettings = (settings: unknown): KnownSettings => {
  const unknown = settingsFaults(settings)
    .filter(({ message }) => message === unknownMember)
    .map(({ path }) => path)
  const known = unknown.reduce((rest: unknown, path) => without(rest, segmentsOf(path)), settings)
  return { settings: known, unknown }
}

/** @throws MarineDataError `invalid-settings` with every fault */
export const checkedAs = <T>(check: Check<T>, settings: unknown, place: string): T => {
  if (check.accepts(settings)) return settings
  const errors = check.faults(settings)
  const list = errors.map(({ path, message }) => `\n  ${path === '' ? '/' : path}: ${message}`).join('')
  throw new MarineDataError('invalid-settings', `${place} is not valid:${list}`, { errors })
}

/** @throws MarineDataError `invalid-settings` with every fault */
export const checkedSettings = (settings: unknown, place: string): Settings =>
  checkedAs(settingsCheck, settings, place)
