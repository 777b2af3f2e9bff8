import { settingDefaults, Settings } from '@marinedata/plugin-outgoing-alerts/calls'
import { checkOf, MarineDataError, Type, type Static } from '@marinedata/model'
import { checkedAs } from 'marinedata/process'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { streamCounts, type StreamCount } from './subjects.ts'

const strict = { additionalProperties: false } as const
const file = (description: string) => Type.String({ minLength: 1, maxLength: 1_024, description })
const host = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 253, description }))
const port = (description: string) => Type.Integer({ minimum: 0, maximum: 65_535, description })

const Nats = Type.Object(
  {
    servers: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9.\\-\\[\\]:]{1,253}:[0-9]{1,5}$' }), {
        minItems: 1,
        maxItems: 16,
        description: 'NATS servers, such as "nats-1:4222"; without them "all" starts one of its own',
      }),
    ),
    streams: Type.Optional(
      Type.Integer({
        description: `number of streams: ${streamCounts.join(', ')}; it cannot be changed later`,
      }),
    ),
    replicas: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5, description: 'servers that store each batch: 1, 3 or 5' }),
    ),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    passwordFile: Type.Optional(file('file with the password of the user')),
    authority: Type.Optional(file('certificate of the authority that the NATS servers have, PEM')),
    certificate: Type.Optional(file('certificate for the NATS servers, PEM')),
    key: Type.Optional(file('file with its key, PEM')),
    program: Type.Optional(file('the program nats-server, if "all" starts it; found by PATH when absent')),
    port: Type.Optional(port('port on this machine of the NATS server that "all" starts; 4222 when absent')),
  },
  strict,
)

const TunnelSettings = Type.Object(
  {
    domain: Type.String({
      pattern: '^[A-Za-z0-9.-]{1,190}$',
      description: 'the console of a boat is at <boat>.<domain>: all these names must lead to the gateway',
    }),
    host: host('address to listen on; every address of the machine when absent'),
    port: Type.Optional(port('port for people; 8444 when absent')),
  },
  { ...strict, description: 'the consoles of boats; nobody ashore can open them when absent' },
)

const GatewaySettings = Type.Object(
  {
    host: host('address to listen on; every address of the machine when absent'),
    port: Type.Optional(port('port for boats; 443 when absent, 0 selects any free port')),
    name: Type.String({
      pattern: '^[A-Za-z0-9.-]{1,253}$',
      description: 'name of the fleet in its certificate: boats dial it and sign it',
    }),
    certificate: file('file with the certificate and its chain, PEM'),
    key: file('file with its key, PEM'),
    liveSeconds: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 3_600,
        description: 'seconds between the latest values of a boat; 10 when absent',
      }),
    ),
    boats: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'most boats at once; 10,000 when absent' }),
    ),
    tunnels: Type.Optional(TunnelSettings),
  },
  strict,
)

const WriterSettings = Type.Object(
  {
    keepDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: 'days of which the records of boats stay ashore; all when absent',
      }),
    ),
  },
  strict,
)

const ReaderSettings = Type.Object(
  {
    host: host('address to listen on; this machine only when absent'),
    port: Type.Optional(port('port for people; 8443 when absent, 0 selects any free port')),
    certificate: Type.Optional(file('file with the certificate and its chain, PEM')),
    key: Type.Optional(file('file with its key, PEM')),
  },
  strict,
)

const MetricsSettings = Type.Object(
  {
    host: host('address to listen on; this machine only when absent'),
    port: port('port for Prometheus, without sign-in; 0 selects any free port'),
  },
  strict,
)

/** Calls about the boats of a tenant. Same settings as the boat's plugin. */
const CallSettings = Type.Partial(Type.Omit(Settings, ['after']), strict)

/** The settings of the fleet's processes; one file serves all of them. */
const FleetSettings = Type.Object(
  {
    folder: file('folder of everything that is stored; writer and reader use the same one'),
    nats: Type.Optional(Nats),
    gateway: Type.Optional(GatewaySettings),
    writer: Type.Optional(WriterSettings),
    reader: Type.Optional(ReaderSettings),
    metrics: Type.Optional(
      Type.Object(
        {
          all: Type.Optional(MetricsSettings),
          gateway: Type.Optional(MetricsSettings),
          writer: Type.Optional(MetricsSettings),
          reader: Type.Optional(MetricsSettings),
        },
        { ...strict, description: 'where each process answers /metrics; nowhere when absent' },
      ),
    ),
    calls: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z0-9-]{1,32}$' }), CallSettings, {
        ...strict,
        description: 'by tenant: who is called when a boat is not heard',
      }),
    ),
    logLevel: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error', 'silent'])),
  },
  { $id: 'FleetSettings', ...strict },
)
type FleetSettings = Static<typeof FleetSettings>
const check = checkOf<FleetSettings>(FleetSettings)

export interface KeyFiles {
  readonly certificate: string
  readonly key: string
}

export interface NatsSetup {
  /** Undefined when the process starts its own server. */
  readonly servers: readonly string[] | undefined
  readonly streams: StreamCount
  readonly replicas: number
  readonly user: string | undefined
  readonly passwordFile: string | undefined
  readonly authority: string | undefined
  readonly identity: KeyFiles | undefined
  readonly program: string
  readonly port: number
}

export interface TunnelSetup {
  readonly domain: string
  readonly host: string | undefined
  readonly port: number
}

export interface GatewaySetup extends KeyFiles {
  readonly host: string | undefined
  readonly port: number
  readonly name: string
  readonly liveMs: number
  readonly boats: number
  /** Undefined when consoles of boats cannot be opened remotely. */
  readonly tunnels: TunnelSetup | undefined
}

export interface ReaderSetup {
  readonly host: string
  readonly port: number
  readonly identity: KeyFiles | undefined
}

export interface MetricsSetup {
  readonly host: string
  readonly port: number
}

/** Checked settings with their defaults. All paths are absolute. */
export interface FleetSetup {
  readonly folder: string
  readonly nats: NatsSetup
  readonly gateway: GatewaySetup | undefined
  readonly writer: Static<typeof WriterSettings>
  readonly reader: ReaderSetup
  /** Key: name of the process. */
  readonly metrics: Readonly<Record<string, MetricsSetup>>
  /** Key: tenant. */
  readonly calls: Readonly<Record<string, Settings>>
  readonly logLevel: string
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])
const small = { streams: 1, replicas: 1 } as const
const replicated = { streams: 16, replicas: 3 } as const

const invalid = (place: string, path: string, message: string): MarineDataError =>
  new MarineDataError('invalid-settings', `${place} is not valid:\n  ${path}: ${message}`)

/** Turns the settings into a setup. */
class SetupReader {
  readonly #settings: FleetSettings
  readonly #place: string

  constructor(settings: FleetSettings, place: string) {
    this.#settings = settings
    this.#place = place
  }

  read(): FleetSetup {
    const { folder, writer = {}, metrics = {}, calls = {}, logLevel = 'info' } = this.#settings
    return {
      folder: this.#path(folder),
      nats: this.#nats(),
      writer,
      reader: this.#reader(),
      metrics: Object.fromEntries(
        Object.entries(metrics).map(([name, own]) => [name, { host: '127.0.0.1', ...own }]),
      ),
      gateway: this.#gateway(),
      calls: Object.fromEntries(
        Object.entries(calls).map(([tenant, own]) => [tenant, { ...settingDefaults, ...own }]),
      ),
      logLevel,
    }
  }

  #gateway(): GatewaySetup | undefined {
    const { gateway } = this.#settings
    if (gateway === undefined) return undefined
    return {
      host: gateway.host,
      port: gateway.port ?? 443,
      name: gateway.name.toLowerCase(),
      liveMs: Math.round((gateway.liveSeconds ?? 10) * 1_000),
      boats: gateway.boats ?? 10_000,
      certificate: this.#path(gateway.certificate),
      key: this.#path(gateway.key),
      tunnels: gateway.tunnels && {
        domain: gateway.tunnels.domain.toLowerCase(),
        host: gateway.tunnels.host,
        port: gateway.tunnels.port ?? 8444,
      },
    }
  }

  #path(path: string): string {
    return resolve(dirname(this.#place), path)
  }

  #optional(path: string | undefined): string | undefined {
    return path === undefined ? undefined : this.#path(path)
  }

  #identity(path: string, { certificate, key }: Partial<KeyFiles>): KeyFiles | undefined {
    if (certificate === undefined && key === undefined) return undefined
    if (certificate === undefined || key === undefined)
      throw invalid(this.#place, path, 'a certificate needs its key, and a key its certificate')
    return { certificate: this.#path(certificate), key: this.#path(key) }
  }

  #nats(): NatsSetup {
    const {
      servers,
      streams,
      replicas,
      user,
      passwordFile,
      authority,
      program,
      port: number,
      ...files
    } = this.#settings.nats ?? {}
    if ((user === undefined) !== (passwordFile === undefined))
      throw invalid(this.#place, '/nats', 'a user needs a passwordFile, and a passwordFile its user')
    const defaults = servers === undefined || servers.length < 3 ? small : replicated
    return {
      servers,
      streams: this.#streams(streams ?? defaults.streams),
      replicas: this.#replicas(replicas ?? defaults.replicas),
      user,
      passwordFile: this.#optional(passwordFile),
      authority: this.#optional(authority),
      identity: this.#identity('/nats', files),
      program: program ?? 'nats-server',
      port: number ?? 4222,
    }
  }

  #replicas(wanted: number): number {
    // A majority of an even number equals the majority of the next odd number.
    if (wanted % 2 === 1) return wanted
    throw invalid(this.#place, '/nats/replicas', 'must be 1, 3 or 5')
  }

  #streams(wanted: number): StreamCount {
    const streams = streamCounts.find((count) => count === wanted)
    if (streams !== undefined) return streams
    throw invalid(this.#place, '/nats/streams', `must be one of ${streamCounts.join(', ')}`)
  }

  #reader(): ReaderSetup {
    const { host: address = '127.0.0.1', port: number = 8443, ...files } = this.#settings.reader ?? {}
    const identity = this.#identity('/reader', files)
    if (identity === undefined && !loopback.has(address))
      throw invalid(
        this.#place,
        '/reader/certificate',
        'is missing: tokens must not cross a network without TLS. Give a certificate and key, or listen on 127.0.0.1 behind a proxy',
      )
    return { host: address, port: number, identity }
  }
}

const parsed = (place: string): unknown => {
  const text = readFileSync(place, 'utf8')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MarineDataError('invalid-settings', `${place} is not JSON: ${(cause as Error).message}`, {
      cause,
    })
  }
}

/**
 * Reads the settings. Paths in the file are relative to its folder.
 * @throws MarineDataError `invalid-settings` with every fault
 */
export const readSettings = (path: string): FleetSetup => {
  const place = resolve(path)
  return new SetupReader(checkedAs(check, parsed(place), place), place).read()
}
