import * as model from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino, type Logger } from 'pino'
import { ClaimNote } from './access/claim-note.ts'
import { type AccessParts, composeAccess, composeAuthors, keepDoor } from './compose/access.ts'
import { composeAnchor, composeWindlass } from './compose/anchor.ts'
import { composeAnnouncer, type AnnounceOptions } from './compose/announce.ts'
import { composeHelm, composeRegistry } from './compose/autopilots.ts'
import { composeCharts } from './compose/charts.ts'
import { composeCommandLog } from './compose/saving-faults.ts'
import { composeConsole, type ConsoleOptions } from './compose/console.ts'
import { composeCore, listeningTo, selfOf, type Core } from './compose/core.ts'
import { composeCourse } from './compose/course.ts'
import { composePlugins, type PluginOptions } from './compose/plugins.ts'
import { composeStorage } from './compose/storage.ts'
import { composeCertificates, composeDoor } from './compose/tls.ts'
import { documentOf, routesOf, type RouteParts } from './compose/routes.ts'
import { lockFolder } from './folder-lock.ts'
import { isLoopback, type Gate } from './gate.ts'
import { runGuarded, type TimedTask } from './guarded-tasks.ts'
import { ConnectionGuard, limitsWithin } from './http/defence/connection-guard.ts'
import { createHttpServer } from './http/http-server.ts'
import type { FastifyInstance } from 'fastify'
import type { PluginHost } from './plugin-host/plugin-host.ts'
import { openFileLimit } from './http/defence/open-files.ts'
import { addressesAboard } from './access/own-addresses.ts'
import { settingDefaults, type Settings } from './settings/settings.ts'
import { BoatStore } from './storage/boat-store.ts'
import { StreamServer } from './stream/stream-server.ts'
import { LoopDelay } from './loop-delay.ts'
import type { Certificates } from './tls/credentials.ts'

export interface ServerOptions extends PluginOptions, ConsoleOptions, AnnounceOptions {
  readonly settings: Settings
  /** The data folder; made when it is not there. */
  readonly folder: string
  /** Everyone on this machine may do everything, and nobody else anything. Closed when absent. */
  readonly isOpen?: boolean
  /** What was damaged and put right before, as people read it. */
  readonly repairs?: readonly string[]
  /** Ends the start: what was started until then ends, and the start fails with the signal's reason. */
  readonly signal?: AbortSignal
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
  /** Without a pilot there is nothing to watch but whether one came: together with the sweep, at no wake-up of its own. */
  noPilotMs: 250,
  accessMs: 250,
  keepUseMs: 60_000,
}

interface StreamParts {
  readonly self: string
  readonly log: Logger
  readonly gate: Gate
  readonly connections: ConnectionGuard
  /** Whether a source belongs to a plugin or to a device. */
  readonly isTaken: (source: string) => boolean
}

const composeStream = (
  { clock, hub, intake, tree, productWord }: Core,
  { self, log, gate, connections, isTaken }: StreamParts,
): StreamServer => {
  const authorOf = composeAuthors(isTaken)
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

/** Everything that happens by the clock. */
const timedTasks = ({
  core,
  stream,
  registry,
  helm,
  access,
  anchor,
  course,
  consoles,
}: ReturnType<typeof assemble>): TimedTask[] => {
  const pilotPeriod = (): number => (registry.devices.length > 0 ? rhythm.pilotMs : rhythm.noPilotMs)
  return [
    { name: 'tree.sweep', period: rhythm.sweepMs, run: () => core.tree.sweep() },
    { name: 'stream.beat', period: rhythm.heartbeatMs, run: () => stream.beat() },
    { name: 'alerts.watch', period: rhythm.sweepMs, run: () => core.alerts.watch() },
    { name: 'pilots.watch', period: pilotPeriod, run: () => registry.watch() },
    { name: 'helm.watch', period: pilotPeriod, run: () => helm.watch() },
    { name: 'anchor.watch', period: rhythm.anchorMs, run: () => anchor.watch() },
    { name: 'course.watch', period: rhythm.courseMs, run: () => course.navigator.watch() },
    { name: 'consoles.watch', period: rhythm.consoleMs, run: () => consoles.watch() },
    // The command line may have changed who is let in, and whoever's time has run out goes.
    { name: 'access.refresh', period: rhythm.accessMs, run: () => access.credentials.refresh() },
    { name: 'stream.dismiss', period: rhythm.accessMs, run: () => stream.dismiss() },
    { name: 'access.keepUse', period: rhythm.keepUseMs, run: () => access.credentials.keepUse() },
  ]
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
): Omit<RouteParts, 'loopDelay' | 'isReady' | 'onClaimEnded' | 'repairs'> & AccessParts => {
  const { settings, log, store, isOpen, certificates } = options
  const self = selfOf(settings, store)
  const core = composeCore(settings, self, { log, store, folder: options.folder })
  const access = composeAccess(core, store, { settings, isOpen })
  const connections = new ConnectionGuard({ isOpen, limits: limitsWithin(openFileLimit()) })
  const isTaken = (source: string): boolean => plugins.ownsSource(source)
  const stream = composeStream(core, { self, log, gate: access.gate, connections, isTaken })
  const registry = composeRegistry(core, store)
  const anchor = composeAnchor(core, store, log)
  const consoles = composeConsole(options, { core, anchor, store, stream })
  const plugins = composePlugins(options, { core, self, store, registry, anchor })
  const commands = composeCommandLog({ core, store, log })
  const helm = composeHelm({ core, registry, plugins, commands })
  const windlass = composeWindlass({ core, anchor, plugins, commands })
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
  readonly routeParts: Pick<RouteParts, 'repairs' | 'onClaimEnded'>
}

/** Everything that a server answers, ready to listen; what it started ends with the stack. */
const openHttp = (
  { parts, certificates, options: { log, settings }, routeParts }: OpeningParts,
  started: AsyncDisposableStack,
): FastifyInstance => {
  const { gate, connections, rules, stream } = parts
  const loopDelay = started.use(new LoopDelay())
  let isReady = true
  const routes = routesOf({ ...parts, ...routeParts, loopDelay, isReady: () => isReady })
  const { productWord } = parts.core
  const isGuest = (request: IncomingMessage): boolean => rules.isGuest(request)
  const http = createHttpServer({
    routes,
    gate,
    log,
    productWord,
    connections,
    onDiskFault: (error) => parts.core.storage.failed(error),
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
  started.defer(() => parts.core.alerts.close())
  started.use(runGuarded(timedTasks(parts), log))
  started.defer(() => {
    isReady = false
  })
  return http
}

/** Waits for work, but no longer than until the signal. */
const unlessAborted = async (work: Promise<void>, signal: AbortSignal | undefined): Promise<void> => {
  if (signal === undefined) return work
  const aborted = Promise.withResolvers<void>()
  const abort = (): void => aborted.reject(signal.reason as Error)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Starts a whole server. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { settings, folder, log, isOpen = false } = options
  const hosts = hostsOf(settings, isOpen)
  await using started = new AsyncDisposableStack()
  started.use(lockFolder(folder))
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
  const routeParts = { repairs, onClaimEnded: () => claimNote.remove() }
  const http = openHttp({ parts, certificates, options, routeParts }, started)
  const url = await listen(http, hosts, settings.port ?? settingDefaults.port)
  const port = Number(new URL(url).port)
  const pin = certificates?.current().pin
  await keepDoor(store, { port, host: settings.host, pin })
  started.use(composeAnnouncer({ ...options, isOpen, port }))
  await unlessAborted(plugins.start(), options.signal)
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
      loopDelay: { read: () => Promise.resolve({ p99: 0, max: 0 }) },
      isReady: () => true,
      repairs: [],
      onClaimEnded: () => undefined,
    }),
    parts.core.productWord,
  )
}
