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

const strict = { additionalProperties: false } as const
const count = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000_000, description })

/** Everything a skipper can set, with what holds when nothing is said. */
export const Settings = Type.Object(
  {
    productWord: Type.Optional(ProductWord),
    host: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Address to listen on; every address of the machine when absent',
      }),
    ),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535, description: '0 takes any free port' })),
    mmsi: Type.Optional(Type.String({ pattern: '^[2-7][0-9]{8}$', description: "The own vessel's MMSI" })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "The own vessel's name" })),
    logLevel: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error', 'silent'])),
    access: Type.Optional(
      Type.Object(
        {
          names: Type.Optional(
            Type.Array(Type.String({ pattern: '^[A-Za-z0-9.-]{1,253}$' }), {
              maxItems: 32,
              description: 'More names by which the server may be asked for',
            }),
          ),
          origins: Type.Optional(
            Type.Array(Type.String({ pattern: '^https?://[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?$' }), {
              maxItems: 32,
              description: 'Origins of other pages that may ask, with a token of their own',
            }),
          ),
          requireTls: Type.Optional(
            Type.Boolean({ description: 'Only https, for everything that leaves this machine' }),
          ),
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
        { ...strict, description: "A certificate of one's own, instead of the boat's" },
      ),
    ),
    announce: Type.Optional(
      Type.Object(
        {
          plotters: Type.Optional(
            Type.Boolean({
              description: 'Whether plotters of Navico in wired networks are told of the console',
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
              description: 'Whether plugins run where the machine has no sandbox for them',
            }),
          ),
        },
        strict,
      ),
    ),
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
  port: 3000,
  logLevel: 'info',
} as const

const settingsCheck = checkOf<Settings>(Settings)

/** Every fault of the settings; none means that the server can start with them. */
export const settingsFaults = (settings: unknown): Fault[] => settingsCheck.faults(settings)

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
