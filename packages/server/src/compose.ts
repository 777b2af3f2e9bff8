import * as model from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino, type Logger } from 'pino'
import { ClaimCodeFile } from './access/claim-code-file.ts'
import { type AccessParts, composeAccess, composeAuthors, saveListenAddress } from './compose/access.ts'
import { composeAnchor, composeAnchorCommands } from './compose/anchor.ts'
import { composeAnnouncer, type AnnounceOptions } from './compose/announce.ts'
import { composeHelm, composeRegistry } from './compose/autopilots.ts'
import { composeCharts } from './compose/charts.ts'
import { composeCommandLog } from './compose/fault-warnings.ts'
import { composeConsole, type ConsoleOptions } from './compose/console.ts'
import { composeCore, subscriptionActions, selfOf, type Core } from './compose/core.ts'
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
  /** The data folder. Created when it is missing. */
  readonly folder: string
  /** Open mode: every client on this machine has all rights, and no other client is served. Default: false. */
  readonly isOpen?: boolean
  /** Repairs made before the start, as messages for people. */
  readonly repairs?: readonly string[]
  /** Aborts the start: everything already started is stopped, and the start fails with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A running server. Dispose of it to stop everything. */
export interface RunningServer extends AsyncDisposable {
  /** `http://host:port`, without a trailing slash. */
  readonly url: string
  /** The own vessel's context. */
  readonly self: string
  readonly plugins: PluginHost
  /** The code with which the first owner registers; undefined when there is an owner, or in open mode. */
  readonly claimCode: string | undefined
  /** URLs for other devices aboard, best first. */
  readonly addresses: readonly string[]
  /** Pin of the server's public key, with which apps recognise the server; undefined without https. */
  readonly pin: string | undefined
}

const periods = {
  sweepMs: 250,
  anchorMs: 1_000,
  courseMs: 1_000,
  consoleMs: 1_000,
  heartbeatMs: 1_000,
  pilotMs: 100,
  /** Used without an autopilot: the same period as the sweep, so that it causes no extra wake-up. */
  noPilotMs: 250,
  accessMs: 250,
  saveUseMs: 60_000,
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
      ...subscriptionActions(hub),
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

/** All periodic tasks. */
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
  const pilotPeriod = (): number => (registry.devices.length > 0 ? periods.pilotMs : periods.noPilotMs)
  return [
    { name: 'tree.sweep', period: periods.sweepMs, run: () => core.tree.sweep() },
    { name: 'stream.beat', period: periods.heartbeatMs, run: () => stream.beat() },
    { name: 'alerts.watch', period: periods.sweepMs, run: () => core.alerts.watch() },
    { name: 'pilots.watch', period: pilotPeriod, run: () => registry.watch() },
    { name: 'helm.watch', period: pilotPeriod, run: () => helm.watch() },
    { name: 'anchor.watch', period: periods.anchorMs, run: () => anchor.watch() },
    { name: 'course.watch', period: periods.courseMs, run: () => course.navigator.watch() },
    { name: 'consoles.watch', period: periods.consoleMs, run: () => consoles.watch() },
    // Apply access changes of the command line, and close the streams of expired credentials.
    { name: 'access.refresh', period: periods.accessMs, run: () => access.credentials.refresh() },
    { name: 'stream.close_revoked', period: periods.accessMs, run: () => stream.closeRevoked() },
    { name: 'access.save_use', period: periods.saveUseMs, run: () => access.credentials.saveUse() },
  ]
}

/** All addresses of the machine: IPv6 and IPv4, or IPv4 only where IPv6 is not available. */
const allAddresses = ['::', '0.0.0.0']

/** Length of the accept queue. The system drops further connections, and clients retry only after a second. */
const backlog = 4_096

/** Starts listening. Returns the URL of the server on this machine. */
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
  const here = allAddresses.includes(host) ? '127.0.0.1' : host
  return `http://${here.includes(':') ? `[${here}]` : here}:${taken}`
}

/** @throws MarineDataError when open mode would be reachable from other machines */
const hostsOf = ({ host: wanted }: Settings, isOpen: boolean): readonly string[] => {
  // Listening on the name would create two servers, one for IPv4 and one for IPv6.
  const host = wanted === 'localhost' ? '127.0.0.1' : wanted
  if (!isOpen) return host === undefined ? allAddresses : [host]
  if (host === undefined) return ['127.0.0.1']
  if (isLoopback(host)) return [host]
  throw new model.MarineDataError(
    'invalid-settings',
    `--open serves this machine only: "${host}" is not a loopback address. Use 127.0.0.1, or start without --open`,
  )
}

interface AssemblyOptions extends PluginOptions, ConsoleOptions {
  readonly settings: Settings
  readonly isOpen: boolean
  readonly store: BoatStore
  readonly certificates: Certificates | undefined
}

/** Creates all parts of a server without listening or starting anything. */
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
  const anchorCommands = composeAnchorCommands({ core, anchor, plugins, commands })
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
  const steered = { registry, helm, anchor, anchorCommands, course, consoles }
  const charts = composeCharts(options.folder)
  return { ...access, ...steered, charts, core, stream, plugins, store, self, isOpen, connections, pages }
}

interface OpeningParts {
  readonly parts: ReturnType<typeof assemble>
  readonly certificates: Certificates | undefined
  readonly options: ServerOptions
  readonly routeParts: Pick<RouteParts, 'repairs' | 'onClaimEnded'>
}

/** Creates the HTTP server, ready to listen. Everything it starts is stopped with the stack. */
const openHttp = (
  { parts, certificates, options: { log, settings }, routeParts }: OpeningParts,
  started: AsyncDisposableStack,
): FastifyInstance => {
  const { gate, connections, rules, stream } = parts
  const loopDelay = started.use(new LoopDelay())
  let isReady = true
  const routes = routesOf({ ...parts, ...routeParts, loopDelay, isReady: () => isReady })
  const { productWord } = parts.core
  const isAllowedOrigin = (request: IncomingMessage): boolean => rules.isAllowedOrigin(request)
  const http = createHttpServer({
    routes,
    gate,
    log,
    productWord,
    connections,
    onDiskFault: (error) => parts.core.storage.failed(error),
    ...(settings.access?.origins && { isAllowedOrigin }),
  })
  // Create the front door first: it must receive new connections before the listeners added below.
  const door = certificates && composeDoor(http.server, certificates, { connections, log })
  connections.attach(http.server)
  stream.attach(http.server)
  started.defer(() => http.close())
  started.defer(() => stream.close())
  // Close connections in the TLS handshake first.
  started.use(door)
  started.defer(() => parts.core.alerts.close())
  started.use(runGuarded(timedTasks(parts), log))
  started.defer(() => {
    isReady = false
  })
  return http
}

/** Waits for work. Rejects when the signal aborts. */
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

/** Starts a complete server. */
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
  const claimCodeFile = started.use(new ClaimCodeFile(folder, claimCode))
  const routeParts = { repairs, onClaimEnded: () => claimCodeFile.remove() }
  const http = openHttp({ parts, certificates, options, routeParts }, started)
  const url = await listen(http, hosts, settings.port ?? settingDefaults.port)
  const port = Number(new URL(url).port)
  const pin = certificates?.current().pin
  await saveListenAddress(store, { port, host: settings.host, pin })
  started.use(composeAnnouncer({ ...options, isOpen, port }))
  await unlessAborted(plugins.start(), options.signal)
  const running = started.move()
  const info = { url, self, plugins, claimCode, addresses: parts.pages.addresses(port), pin }
  return { ...info, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** The OpenAPI document of a server with default settings, for the generated docs. */
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
