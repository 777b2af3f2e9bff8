import * as model from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino, type Logger } from 'pino'
import { ClaimNote } from './access/claim-note.ts'
import { type AccessParts, composeAccess, composeAuthors, keepDoor } from './compose/access.ts'
import { composeAnchor, composeWindlass } from './compose/anchor.ts'
import { composeAnnouncer, type AnnounceOptions } from './compose/announce.ts'
import { composeHelm, composeRegistry } from './compose/autopilots.ts'
import { composeCharts } from './compose/charts.ts'
import { composeConsole, type ConsoleOptions } from './compose/console.ts'
import { composeCore, listeningTo, selfOf, type Core } from './compose/core.ts'
import { composeCourse } from './compose/course.ts'
import { composePlugins, type PluginOptions } from './compose/plugins.ts'
import { composeStorage } from './compose/storage.ts'
import { composeCertificates, composeDoor } from './compose/tls.ts'
import { documentOf, routesOf, type RouteParts } from './compose/routes.ts'
import { isLoopback, type Gate } from './gate.ts'
import { ConnectionGuard, limitsWithin } from './http/defence/connection-guard.ts'
import { createHttpServer } from './http/http-server.ts'
import type { FastifyInstance } from 'fastify'
import type { PluginHost } from './plugin-host/plugin-host.ts'
import { openFileLimit } from './http/defence/open-files.ts'
import { addressesAboard } from './access/own-addresses.ts'
import { settingDefaults, type Settings } from './settings/settings.ts'
import { BoatStore } from './storage/boat-store.ts'
import { StreamServer } from './stream/stream-server.ts'
import { every } from './system-clock.ts'
import type { Certificates } from './tls/credentials.ts'

export interface ServerOptions extends PluginOptions, ConsoleOptions, AnnounceOptions {
  readonly settings: Settings
  /** The data folder; made when it is not there. */
  readonly folder: string
  /** Everyone on this machine may do everything, and nobody else anything. Closed when absent. */
  readonly isOpen?: boolean
  /** What was damaged and put right before, as people read it. */
  readonly repairs?: readonly string[]
}

/** A running server. Disposing of it ends everything that it started. */
export interface RunningServer extends AsyncDisposable {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string
  /** The own vessel's context. */
  readonly self: string
  readonly plugins: PluginHost
  /** With which the first owner is made; undefined when there is one, or when the boat is open. */
  readonly claimCode: string | undefined
  /** Where other devices aboard find it, best first. */
  readonly addresses: readonly string[]
  /** By this an app knows the server, whoever certified it; undefined without https. */
  readonly pin: string | undefined
}

const rhythm = {
  sweepMs: 250,
  anchorMs: 1_000,
  courseMs: 1_000,
  consoleMs: 1_000,
  heartbeatMs: 1_000,
  pilotMs: 100,
  accessMs: 250,
  keepUseMs: 60_000,
}

interface StreamParts {
  readonly self: string
  readonly log: Logger
  readonly gate: Gate
  readonly connections: ConnectionGuard
}

const composeStream = (
  { clock, hub, intake, tree, productWord }: Core,
  { self, log, gate, connections }: StreamParts,
): StreamServer => {
  const authorOf = composeAuthors()
  return new StreamServer({
    productWord,
    gate,
    clock,
    log,
    sessions: hub,
    actions: {
      accept: (delta, principal) => intake.accept(delta, authorOf(principal)),
      ...listeningTo(hub),
    },
    hello: ({ roles }) => ({
      name: productWord,
      version: model.interfaceVersion,
      self,
      timestamp: clock.timestamp(),
      roles,
      sequence: tree.sequence,
    }),
    sequence: () => tree.sequence,
    connections,
  })
}

const nanoseconds = 1e9
const loopResolutionMs = 10

/** How late the loop was: the histogram holds whole intervals, and an interval on time is no delay. */
const lateness = (interval: number): number => Math.max(0, interval / nanoseconds - loopResolutionMs / 1000)

const readDelay = (histogram: ReturnType<typeof monitorEventLoopDelay>): { p99: number; max: number } => {
  const delay = { p99: lateness(histogram.percentile(99)), max: lateness(histogram.max) }
  histogram.reset()
  return delay
}

/** Everything that happens by the clock; dispose of it to end that. */
const keepTime = (
  { core, stream, registry, helm, access, anchor, course, consoles }: ReturnType<typeof assemble>,
  log: Logger,
): DisposableStack => {
  const rhythms = new DisposableStack()
  // A card that fails must not end a server that steers; whoever is known stays known.
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, 'what is known of access could not be read or kept')
    }
  }
  rhythms.use(every(rhythm.sweepMs, () => core.tree.sweep()))
  rhythms.use(every(rhythm.heartbeatMs, () => stream.beat()))
  rhythms.defer(() => core.alerts.close())
  rhythms.use(every(rhythm.sweepMs, () => core.alerts.watch()))
  rhythms.use(every(rhythm.pilotMs, () => registry.watch()))
  rhythms.use(every(rhythm.pilotMs, () => helm.watch()))
  rhythms.use(every(rhythm.anchorMs, () => anchor.watch()))
  rhythms.use(every(rhythm.courseMs, () => course.navigator.watch()))
  rhythms.use(every(rhythm.consoleMs, () => consoles.watch()))
  // The command line may have changed who is let in, and whoever's time has run out goes.
  rhythms.use(
    every(rhythm.accessMs, () => {
      attempt(() => access.credentials.refresh())
      stream.dismiss()
    }),
  )
  rhythms.use(every(rhythm.keepUseMs, () => attempt(() => access.credentials.keepUse())))
  return rhythms
}

/** The machine's every address, in both versions of the protocol where it knows both. */
const everywhere = ['::', '0.0.0.0']

/** How many may wait at the door; the system drops who comes then, and a second passes until it tries again. */
const backlog = 4_096

/** Listens; gives the address at which this machine itself finds the server. */
const listen = async (http: FastifyInstance, hosts: readonly string[], port: number): Promise<string> => {
  const [host = '127.0.0.1', ...others] = hosts
  try {
    await http.listen({ host, port, backlog })
  } catch (error) {
    const isForeign = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (!isForeign || others.length === 0) throw error
    return await listen(http, others, port)
  }
  // A listening TCP server has an address.
  const { port: taken } = http.server.address() as AddressInfo
  const here = everywhere.includes(host) ? '127.0.0.1' : host
  return `http://${here.includes(':') ? `[${here}]` : here}:${taken}`
}

/** @throws MarineDataError when an open boat would be open to others than this machine */
const hostsOf = ({ host: wanted }: Settings, isOpen: boolean): readonly string[] => {
  // By its name there would be two servers, one for each version of the protocol.
  const host = wanted === 'localhost' ? '127.0.0.1' : wanted
  if (!isOpen) return host === undefined ? everywhere : [host]
  if (host === undefined) return ['127.0.0.1']
  if (isLoopback(host)) return [host]
  throw new model.MarineDataError(
    'invalid-settings',
    `An open boat is for this machine only: "${host}" is not a loopback address`,
  )
}

interface AssemblyOptions extends PluginOptions, ConsoleOptions {
  readonly settings: Settings
  readonly isOpen: boolean
  readonly store: BoatStore
  readonly certificates: Certificates | undefined
}

/** Everything of a server that neither listens nor starts anything. */
const assemble = (
  options: AssemblyOptions,
): Omit<RouteParts, 'loopDelay' | 'isReady' | 'onClaimed' | 'repairs'> & AccessParts => {
  const { settings, log, store, isOpen, certificates } = options
  const self = selfOf(settings, store)
  const core = composeCore(settings, self, { log, store })
  const access = composeAccess(core, store, { settings, isOpen })
  const connections = new ConnectionGuard({ isOpen, limits: limitsWithin(openFileLimit()) })
  const stream = composeStream(core, { self, log, gate: access.gate, connections })
  const registry = composeRegistry(core, store)
  const anchor = composeAnchor(core, store)
  const consoles = composeConsole(options, { core, anchor, store })
  const plugins = composePlugins(options, { core, self, store, registry, anchor })
  const helm = composeHelm({ core, registry, plugins, store })
  const windlass = composeWindlass({ core, anchor, plugins, store })
  const course = composeCourse({ core, store, log })
  const pages: RouteParts['pages'] = {
    authority: () => certificates?.current().caPem,
    addresses: (port) =>
      addressesAboard({
        port,
        isEncrypted: certificates !== undefined,
        host: isOpen ? 'localhost' : settings.host,
      }),
  }
  const steered = { registry, helm, anchor, windlass, course, consoles }
  const charts = composeCharts(options.folder)
  return { ...access, ...steered, charts, core, stream, plugins, store, self, isOpen, connections, pages }
}

interface OpeningParts {
  readonly parts: ReturnType<typeof assemble>
  readonly certificates: Certificates | undefined
  readonly options: ServerOptions
  readonly routeParts: Pick<RouteParts, 'repairs' | 'onClaimed'>
}

/** Everything that a server answers, ready to listen; what it started ends with the stack. */
const openHttp = (
  { parts, certificates, options: { log, settings }, routeParts }: OpeningParts,
  started: AsyncDisposableStack,
): FastifyInstance => {
  const { gate, connections, rules, stream } = parts
  const histogram = monitorEventLoopDelay({ resolution: loopResolutionMs })
  let isReady = true
  const loopDelay = (): { p99: number; max: number } => readDelay(histogram)
  const routes = routesOf({ ...parts, ...routeParts, loopDelay, isReady: () => isReady })
  const { productWord } = parts.core
  const isGuest = (request: IncomingMessage): boolean => rules.isGuest(request)
  const http = createHttpServer({
    routes,
    gate,
    log,
    productWord,
    connections,
    ...(settings.access?.origins && { isGuest }),
  })
  // The door first: whoever listens for connections later is told of them in front of it.
  const door = certificates && composeDoor(http.server, certificates, { connections, log })
  connections.attach(http.server)
  stream.attach(http.server)
  started.defer(() => http.close())
  started.defer(() => stream.close())
  // Those who are not through yet go first.
  started.use(door)
  started.use(keepTime(parts, log))
  histogram.enable()
  started.defer(() => void histogram.disable())
  started.defer(() => {
    isReady = false
  })
  return http
}

/** Starts a whole server. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { settings, folder, log, isOpen = false } = options
  const hosts = hostsOf(settings, isOpen)
  await using started = new AsyncDisposableStack()
  const store = started.use(new BoatStore(folder))
  const certificates = isOpen ? undefined : started.use(composeCertificates(folder, settings))
  const parts = assemble({ ...options, store, isOpen, certificates })
  const { plugins, self } = parts
  const damage = [...(options.repairs ?? []), ...(certificates?.repairs ?? [])]
  const { repairs } = started.use(composeStorage({ ...parts, log }, damage))
  started.use(plugins)
  started.use(parts.anchor)
  started.use(parts.consoles)
  const claimCode = isOpen ? undefined : parts.access.claim.code
  const claimNote = started.use(new ClaimNote(folder, claimCode))
  const routeParts = { repairs, onClaimed: () => claimNote.remove() }
  const http = openHttp({ parts, certificates, options, routeParts }, started)
  const url = await listen(http, hosts, settings.port ?? settingDefaults.port)
  const port = Number(new URL(url).port)
  const pin = certificates?.current().pin
  keepDoor(store, { port, host: settings.host, pin })
  started.use(composeAnnouncer({ ...options, isOpen, port }))
  await plugins.start()
  const running = started.move()
  const told = { url, self, plugins, claimCode, addresses: parts.pages.addresses(port), pin }
  return { ...told, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** The document of the default server, for those who keep a copy of it. */
export const describeServer = (): unknown => {
  const log = pino({ level: 'silent' })
  using store = new BoatStore(undefined)
  const parts = assemble({ settings: {}, folder: '', log, store, isOpen: false, certificates: undefined })
  return documentOf(
    routesOf({
      ...parts,
      loopDelay: () => ({ p99: 0, max: 0 }),
      isReady: () => true,
      repairs: [],
      onClaimed: () => undefined,
    }),
    parts.core.productWord,
  )
}
