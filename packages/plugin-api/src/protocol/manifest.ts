import { Type, type Static, type TSchema } from '@marinedata/model'

const strict = { additionalProperties: false } as const
const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 128, description })

/** A plugin's name: its place in addresses, in metrics and before every source that it writes. */
export const PluginName = Type.String({ $id: 'PluginName', pattern: '^[a-z][a-z0-9-]{0,47}$' })
export type PluginName = Static<typeof PluginName>

/** A name inside a plugin; the server puts the plugin's own before it. */
export const InnerSourceName = Type.String({ pattern: '^(?:\\*|[A-Za-z0-9][A-Za-z0-9._:@-]{0,63})$' })

export const providerKinds = ['autopilot', 'anchor'] as const
/** What a plugin can be for the boat, beyond a source of data. */
export const ProviderKind = Type.Enum([...providerKinds], { $id: 'ProviderKind' })
export type ProviderKind = (typeof providerKinds)[number]

export const needs = [
  'network',
  'read-files',
  'write-files',
  'processes',
  'native-code',
  'serial-ports',
] as const
/**
 * What a plugin needs of the machine beyond its own folder and the line. The sandbox holds every plugin to it; where there is
 * none, Node's permission model holds those that the server's own Node runs to all but `network`.
 */
export const Need = Type.Enum([...needs], { $id: 'Need' })
export type Need = (typeof needs)[number]

export const WriteClaim = Type.Object(
  {
    paths: patterns('patterns of the paths it writes; `*` within a segment, at the end the rest'),
    contexts: Type.Optional(patterns('whose paths; the own vessel alone when absent')),
    sources: Type.Optional(
      Type.Array(InnerSourceName, {
        maxItems: 64,
        description: 'names of sources inside the plugin; `*` for any; only the plugin itself when absent',
      }),
    ),
  },
  strict,
)
export type WriteClaim = Static<typeof WriteClaim>

export const ReadClaim = Type.Object(
  {
    paths: patterns('patterns of the paths it listens to'),
    contexts: Type.Optional(patterns('whose paths; the own vessel alone when absent')),
  },
  strict,
)
export type ReadClaim = Static<typeof ReadClaim>

/** Something a person can ask of the plugin itself: pause, resume, fail on purpose. */
export const ActionClaim = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 256 }),
    input: Type.Optional(Type.Unknown({ description: 'JSON Schema of what it takes; nothing when absent' })),
    deadline: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10,
        description: 'seconds until the answer must be there; 1.5 when absent',
      }),
    ),
  },
  strict,
)
export type ActionClaim = Static<typeof ActionClaim>

/** What a plugin is, and everything that it may do. Whatever is not in here is refused. */
export const PluginManifest = Type.Object(
  {
    name: PluginName,
    version: Type.String({ pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+(?:[-+][A-Za-z0-9.+-]{1,64})?$' }),
    description: Type.String({ minLength: 1, maxLength: 256 }),
    run: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
        minItems: 1,
        maxItems: 32,
        description:
          'the program and its words, started in the plugin’s folder without a shell; `node` is the server’s own Node; when absent, the main module of the package is run by the server’s own Node',
      }),
    ),
    provides: Type.Optional(Type.Array(ProviderKind, { maxItems: providerKinds.length })),
    writes: Type.Optional(WriteClaim),
    reads: Type.Optional(ReadClaim),
    notifications: Type.Optional(patterns('patterns of the alarms it raises, each below `notifications.`')),
    actions: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9-]{0,47}$' }), ActionClaim, {
        maxProperties: 32,
        ...strict,
      }),
    ),
    needs: Type.Optional(Type.Array(Need, { maxItems: needs.length })),
    memory: Type.Optional(
      Type.Integer({
        minimum: 32,
        maximum: 1024,
        description: 'megabytes at which it is ended; 192 when absent',
      }),
    ),
    settings: Type.Optional(
      Type.Unknown({
        description:
          'JSON Schema of its settings, an object; a text member with `"grants": "read"` names a file that it may then read, and one with `"grants": "ports"` places of serial ports',
      }),
    ),
  },
  { $id: 'PluginManifest', ...strict },
)

/** The manifest with its schemas typed as such. */
export type PluginManifest = Omit<Static<typeof PluginManifest>, 'settings' | 'actions'> & {
  readonly settings?: TSchema
  readonly actions?: Readonly<Record<string, Omit<ActionClaim, 'input'> & { readonly input?: TSchema }>>
}

/** The file beside `package.json` that holds the manifest. */
export const manifestFile = 'marinedata-plugin.json'

export const defaultMemoryMegabytes = 192
export const defaultActionSeconds = 1.5
