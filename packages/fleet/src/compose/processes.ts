import { MarineDataError } from '@marinedata/model'
import { SystemClock } from 'marinedata/reading'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Gateway } from '#gateway/gateway.ts'
import { Tunnels } from '#gateway/tunnels.ts'
import type { FleetSetup, TunnelSetup } from '#settings.ts'
import { Writer } from '#writer/writer.ts'
import { composeGateway } from './gateway.ts'
import { FleetMetrics } from './metrics.ts'
import { followKeyFiles, readIdentity } from './key-files.ts'
import { openShore, ownNatsFolder, type Shore } from './nats.ts'
import { OwnNats } from './own-nats.ts'
import { Reader } from './reader.ts'
import { SilenceCalls } from './silence-calls.ts'

/** Commands of the operator. */
export { printExport } from './print-export.ts'

/** The parts of a fleet. */
export const roles = ['gateway', 'writer', 'reader'] as const
export type Role = (typeof roles)[number]

export interface ProcessOptions {
  readonly setup: FleetSetup
  /** Name of the process. */
  readonly name: string
  /** The parts that run in this process. */
  readonly roles: readonly Role[]
  readonly log: Logger
  readonly signal: AbortSignal
  /** Called when the process cannot go on. */
  readonly fail: (reason: string) => void
  /** Called with each address, when the part behind it answers. */
  readonly listening: (part: Role | 'metrics' | 'tunnel', address: string) => void
}

/** NATS may have to elect leaders after a power cut. */
const patienceMs = 60_000

const listen = async (server: TcpServer, port: number, host: string | undefined): Promise<number> => {
  server.listen({ port, ...(host !== undefined && { host }) })
  await once(server, 'listening')
  // It listens on a port, not on a path.
  return (server.address() as AddressInfo).port
}

const hostText = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Starts parts one after another, on what they share. */
class Process {
  readonly #options: ProcessOptions
  readonly #shore: Shore
  readonly #running: AsyncDisposableStack
  readonly #metrics: FleetMetrics

  constructor(options: ProcessOptions, shore: Shore, running: AsyncDisposableStack) {
    this.#options = options
    this.#shore = shore
    this.#running = running
    this.#metrics = running.use(new FleetMetrics())
  }

  /** Answers Prometheus, if the settings say where. */
  async startMetrics(): Promise<void> {
    const { setup, name, listening } = this.#options
    const place = setup.metrics[name]
    if (place === undefined) return
    const server = createPlainServer((request, response) => void this.#metrics.answer(request, response))
    this.#running.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    listening('metrics', `http://${hostText(place.host)}:${await listen(server, place.port, place.host)}`)
  }

  async start(role: Role): Promise<void> {
    if (role === 'gateway') return await this.#startGateway()
    return role === 'writer' ? await this.#startWriter() : await this.#startReader()
  }

  readonly #failed = (error: unknown): void =>
    this.#options.log.error({ event: 'fleet.failed', err: error }, 'operation failed')

  #folder(name: string): string {
    const folder = join(this.#options.setup.folder, name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  async #startGateway(): Promise<void> {
    const { gateway } = this.#options.setup
    if (gateway === undefined) throw new MarineDataError('invalid-settings', 'The settings have no "gateway"')
    const { host, port, name, liveMs, boats, tunnels } = gateway
    // A server of HTTPS has every member of one of HTTP that is used here.
    const server = createServer(readIdentity(gateway)) as unknown as Server
    this.#running.use(followKeyFiles(server, gateway, this.#failed))
    this.#running.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    const composed = this.#running.use(
      composeGateway({
        ...this.#shore,
        observer: this.#metrics.gatewayObserver(),
        server,
        clock: new SystemClock(),
        host: name,
        liveMs,
        mostBoats: boats,
        failed: this.#failed,
      }),
    )
    this.#metrics.watchGateway(composed)
    const bound = await listen(server, port, host)
    this.#options.listening('gateway', `https://${name}:${bound}`)
    if (tunnels !== undefined) await this.#startTunnels(composed, tunnels)
  }

  async #startTunnels(gateway: Gateway, { domain, host, port }: TunnelSetup): Promise<void> {
    const server = createTcpServer()
    this.#running.defer(() => void server.close())
    const open = gateway.openTunnel.bind(gateway)
    this.#running.use(new Tunnels({ server, domain, open }))
    this.#options.listening('tunnel', `https://*.${domain}:${await listen(server, port, host)}`)
  }

  async #startWriter(): Promise<void> {
    const {
      nats: { streams, replicas },
      writer: { keepDays },
    } = this.#options.setup
    const writer = this.#running.use(
      await Writer.start({
        connection: this.#shore.connection,
        streams,
        replicas,
        keepDays,
        folder: this.#folder('shards'),
        owner: `${hostname()}-${process.pid}`,
        failed: this.#failed,
      }),
    )
    this.#metrics.watchWriter(writer)
  }

  async #startReader(): Promise<void> {
    const {
      reader: { host, port, identity },
      gateway,
    } = this.#options.setup
    const { log } = this.#options
    const { silences } = this.#shore.registry
    const calls = this.#running.use(
      await SilenceCalls.open({ calls: this.#options.setup.calls, log, silences }),
    )
    const reader = this.#running.use(
      await Reader.start({
        ...this.#shore,
        log,
        shards: this.#folder('shards'),
        cache: this.#folder('cache'),
        liveMs: gateway?.liveMs ?? 10_000,
        tunnels: gateway?.tunnels,
        observer: this.#metrics.readerObserver(),
        calls,
        ...(identity !== undefined && { identity: readIdentity(identity) }),
      }),
    )
    if (identity !== undefined) this.#running.use(followKeyFiles(reader.server, identity, this.#failed))
    this.#metrics.watchReader(reader)
    const bound = await listen(reader.server, port, host)
    const scheme = identity === undefined ? 'http' : 'https'
    this.#options.listening('reader', `${scheme}://${hostText(host)}:${bound}`)
  }
}

/**
 * Starts parts of a fleet in this process, and a NATS server when the settings do not name one.
 * @throws MarineDataError `invalid-settings`, `internal`
 */
export const startProcess = async (options: ProcessOptions, running: AsyncDisposableStack): Promise<void> => {
  const { setup, roles: own, signal, fail } = options
  const { servers, program, port } = setup.nats
  if (servers === undefined) {
    if (own.length < roles.length)
      throw new MarineDataError(
        'invalid-settings',
        'The settings have no "nats.servers". Only "all" starts its own NATS server',
      )
    running.use(await OwnNats.start({ folder: ownNatsFolder(setup), program, port, ended: fail }))
  }
  const shore = running.use(
    await openShore(setup, `marinedata-fleet ${own.join(' ')}`, { patienceMs, signal }),
  )
  const parts = new Process(options, shore, running)
  for (const role of own) await parts.start(role)
  await parts.startMetrics()
}
