import {
  BusKind,
  busLimits,
  BusTopic,
  pluginNamePattern,
  pluginNeeds,
  providedResourceLimits,
  ResourceKindName,
  Type,
  type PluginNeed,
  type Static,
  type TSchema,
} from '@marinedata/model'
import { maxProvidedKinds, Provided } from './device-kinds.ts'

const strict = { additionalProperties: false } as const
const patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 128, description })

/** A plugin's name. Used in URLs, in metrics and as the prefix of its sources. */
export const PluginName = Type.String({ $id: 'PluginName', pattern: pluginNamePattern })
export type PluginName = Static<typeof PluginName>

/** The name of a source within a plugin. The server adds the plugin's name as a prefix. */
export const InnerSourceName = Type.String({ pattern: '^(?:\\*|[A-Za-z0-9][A-Za-z0-9._:@-]{0,63})$' })

/**
 * What a plugin needs of the machine besides its own folder and the protocol. The sandbox enforces it for every plugin.
 * Without a sandbox, Node's permission model enforces all but `network` for plugins that run in the server's Node. With
 * `database` it holds no files back any more: `node:sqlite` opens any file.
 */
export const Need = Type.Enum([...pluginNeeds], { $id: 'Need' })
export type Need = PluginNeed

export const WriteClaim = Type.Object(
  {
    paths: patterns(
      'patterns of the paths it publishes; `*` matches within a segment, at the end all that follows',
    ),
    contexts: Type.Optional(patterns('patterns of the contexts; default the own vessel')),
    sources: Type.Optional(
      Type.Array(InnerSourceName, {
        maxItems: 64,
        description: 'names of sources within the plugin; `*` for any; default the plugin itself',
      }),
    ),
  },
  strict,
)
export type WriteClaim = Static<typeof WriteClaim>

export const ReadClaim = Type.Object(
  {
    paths: patterns('patterns of the paths it subscribes to'),
    contexts: Type.Optional(patterns('patterns of the contexts; default the own vessel')),
    log: Type.Optional(
      Type.Boolean({ description: 'true: it reads the boat’s log, with everything that is recorded' }),
    ),
  },
  strict,
)
export type ReadClaim = Static<typeof ReadClaim>

/** What a plugin offers to other plugins. */
export const OfferClaim = Type.Object(
  {
    buses: Type.Array(BusKind, {
      minItems: 1,
      maxItems: busLimits.buses,
      description: 'kinds of buses that it connects to the boat, such as `nmea2000`',
    }),
  },
  strict,
)
export type OfferClaim = Static<typeof OfferClaim>

const topics = (description: string) => Type.Array(BusTopic, { maxItems: busLimits.topics, description })

/** The use of buses of one kind. */
export const BusClaim = Type.Object(
  {
    kind: BusKind,
    hears: Type.Optional(topics('topics of the messages that it receives; default none')),
    sends: Type.Optional(topics('topics of the messages that it sends; default none')),
  },
  strict,
)
export type BusClaim = Static<typeof BusClaim>

/** An action of the plugin itself that people can call, such as pause or resume. */
export const ActionClaim = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 256 }),
    input: Type.Optional(Type.Unknown({ description: 'JSON Schema of its input; default no input' })),
    deadline: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10,
        description: 'seconds within which it must answer; default 1.5',
      }),
    ),
    role: Type.Optional(
      Type.Enum(['crew', 'helm', 'owner'], {
        description: 'the lowest role that may run it; default `owner`',
      }),
    ),
  },
  strict,
)
export type ActionClaim = Static<typeof ActionClaim>

/** What a plugin is and everything it may do. Anything else is refused. */
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
          'the program and its arguments, started in the plugin’s folder without a shell; `node` is the server’s own Node; default the main module of the package, run by the server’s own Node',
      }),
    ),
    provides: Type.Optional(Type.Array(Provided, { maxItems: maxProvidedKinds })),
    offers: Type.Optional(OfferClaim),
    buses: Type.Optional(Type.Array(BusClaim, { maxItems: 4, description: 'kinds of buses that it uses' })),
    resources: Type.Optional(
      Type.Array(ResourceKindName, {
        maxItems: providedResourceLimits.kinds,
        description: 'kinds of resources that it provides, such as `tideStations`',
      }),
    ),
    writes: Type.Optional(WriteClaim),
    reads: Type.Optional(ReadClaim),
    notifications: Type.Optional(patterns('patterns of the alerts it raises, each below `notifications.`')),
    answersAlerts: Type.Optional(
      Type.Literal(true, {
        description: 'it acknowledges and silences alerts for people at devices, such as a panel on a bus',
      }),
    ),
    actions: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9-]{0,47}$' }), ActionClaim, {
        maxProperties: 32,
        ...strict,
      }),
    ),
    pages: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:/[A-Za-z0-9][A-Za-z0-9_-]{0,63}){0,7}$',
        description:
          'the folder with its pages, below its own, such as `public`; the server serves them at `/plugins/<name>/`, in a sandbox of the browser',
      }),
    ),
    requests: Type.Optional(
      Type.Literal(true, { description: 'it answers requests below `/plugins/<name>/api/`' }),
    ),
    needs: Type.Optional(Type.Array(Need, { maxItems: pluginNeeds.length })),
    memory: Type.Optional(
      Type.Integer({
        minimum: 32,
        maximum: 1024,
        description: 'megabytes at which the server kills it; default 192',
      }),
    ),
    settings: Type.Optional(
      Type.Unknown({
        description:
          'JSON Schema of its settings, an object; a string member with `"grants": "read"` names a file that the plugin may then read, one with `"grants": "ports"` names the paths of serial ports; one with `"secret": true` is never shown again after it was saved; a number with a `unit` is in SI, and forms show the unit of their reader; one with `shownIf` is shown in forms when earlier settings have these values',
      }),
    ),
  },
  { $id: 'PluginManifest', ...strict },
)

/** The manifest with its schemas typed as schemas. */
export type PluginManifest = Omit<Static<typeof PluginManifest>, 'settings' | 'actions'> & {
  readonly settings?: TSchema
  readonly actions?: Readonly<Record<string, Omit<ActionClaim, 'input'> & { readonly input?: TSchema }>>
}

/** The manifest file, next to `package.json`. */
export const manifestFile = 'marinedata-plugin.json'

export const defaultMemoryMegabytes = 192
export const defaultActionSeconds = 1.5
