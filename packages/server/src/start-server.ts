import { MarineDataError } from '@marinedata/model'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino, type Logger } from 'pino'
import { compose, routesOf, type Composition } from './compose.ts'
import { keepListenAddress } from './features/access.ts'
import { composeAnnouncers, type AnnounceOptions } from './compose/announce.ts'
import type { ConsoleOptions } from './features/console.ts'
import { documentOf } from './features/pages.ts'
import type { PluginOptions } from './features/plugins.ts'
import { composeNames } from './compose/names.ts'
import { openDataFolder } from './compose/open-data-folder.ts'
import { composeCertificates, composeDoor } from './compose/tls.ts'
import { isLoopback } from './gate.ts'
import { runGuarded } from './guarded-tasks.ts'
import { createHttpServer } from './http/http-server.ts'
import type { Route } from './http/route.ts'
import type { PluginHost } from './plugin-host/plugin-host.ts'
import { settingDefaults, type Settings } from './settings/settings.ts'
import { ignoredText } from './settings/settings-file.ts'
import { BoatStore } from './storage/boat-store.ts'
import type { Certificates } from './tls/credentials.ts'

export interface ServerOptions extends PluginOptions, ConsoleOptions, AnnounceOptions {
  readonly settings: Settings
  readonly log: Logger
  /** The data folder. Created when it is missing. */
  readonly folder: string
  /** Open mode: every client on this machine has all rights, and no other client is served. Default: false. */
  readonly isOpen?: boolean
  /** Repairs made before the start, as messages for people. */
  readonly repairs?: readonly string[]
  /** Members of settings.json that this version does not know, as JSON pointers. */
  readonly ignoredSettings?: readonly string[]
  /** Aborts the start: everything already started is stopped, and the start fails with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A running server. Dispose of it to stop everything. */
export interface RunningServer extends AsyncDisposable {
  /** `http://host:port`, without a trailing slash. */
  readonly url: string
  /** The address of installed web apps on this machine; undefined without apps. */
  readonly appsUrl: string | undefined
  /** Own ship's context. */
  readonly self: string
  readonly plugins: PluginHost
  /** The code with which the first owner registers; undefined when there is an owner, or in open mode. */
  readonly claimCode: string | undefined
  /** URLs for other devices on the boat, best first. */
  readonly addresses: readonly string[]
  /** Pin of the server's public key, with which apps recognise the server; undefined without https. */
  readonly pin: string | undefined
}

/** All addresses of the machine: IPv6 and IPv4, or IPv4 only where IPv6 is not available. */
const allAddresses = ['::', '0.0.0.0']

/** Length of the accept queue. The system drops further connections, and clients retry only after a second. */
const backlog = 4_096

interface ListeningAt {
  /** The URL of the server on this machine. */
  readonly url: string
  readonly port: number
}

/** Starts listening. */
const listen = async (
  http: FastifyInstance,
  hosts: readonly string[],
  port: number,
): Promise<ListeningAt> => {
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
  return { url: `http://${here.includes(':') ? `[${here}]` : here}:${taken}`, port: taken }
}

/** @throws MarineDataError when open mode would be reachable from other machines */
const hostsOf = ({ host: wanted }: Settings, isOpen: boolean): readonly string[] => {
  // Listening on the name would create two servers, one for IPv4 and one for IPv6.
  const host = wanted === 'localhost' ? '127.0.0.1' : wanted
  if (!isOpen) return host === undefined ? allAddresses : [host]
  if (host === undefined) return ['127.0.0.1']
  if (isLoopback(host)) return [host]
  throw new MarineDataError(
    'invalid-settings',
    `--open serves this machine only: "${host}" is not a loopback address. Use 127.0.0.1, or start without --open`,
  )
}

interface HttpParts {
  readonly composition: Composition
  readonly certificates: Certificates | undefined
  readonly settings: Settings
  readonly log: Logger
  /** Routes on the port of installed web apps; all routes when absent. */
  readonly appRoutes?: readonly Route[]
}

/** Creates the HTTP server, ready to listen. Everything it starts is stopped with the stack. */
const openHttp = (
  { composition, certificates, settings, log, appRoutes }: HttpParts,
  started: AsyncDisposableStack,
): FastifyInstance => {
  const { access, base, connections, features, stream } = composition
  const isAllowedOrigin = (request: IncomingMessage): boolean => access.rules.isAllowedOrigin(request)
  const http = createHttpServer({
    routes: appRoutes ?? routesOf(features),
    gate: access.gate,
    log,
    productWord: base.core.productWord,
    connections,
    onDiskFault: (error) => base.core.storage.failed(error),
    ...(settings.access?.origins && { isAllowedOrigin }),
  })
  // Create the front door first: it must receive new connections before the listeners added below.
  const door = certificates && composeDoor(http.server, certificates, { connections, log, names: base.names })
  connections.attach(http.server)
  stream.attach(http.server, appRoutes && 'family')
  started.defer(() => http.close())
  if (appRoutes === undefined) started.defer(() => stream.close())
  // Close connections in the TLS handshake first.
  started.use(door)
  return http
}

/** Opens the port of installed web apps; undefined without apps, or when it cannot be opened. */
const openAppPort = async (
  parts: HttpParts,
  { hosts, port }: { readonly hosts: readonly string[]; readonly port: number },
  started: AsyncDisposableStack,
): Promise<string | undefined> => {
  const { composition, settings, log } = parts
  const { appPort, base } = composition
  if (appPort?.hasApps() !== true) return undefined
  const http = openHttp({ ...parts, appRoutes: appPort.routes }, started)
  try {
    return (await listen(http, hosts, settings.apps?.port ?? port + 1)).url
  } catch (error) {
    // The boat sails without its apps.
    log.warn({ event: 'apps.port_failed', err: error }, 'the port of the web apps cannot be opened')
    base.core.health.report('apps', `The port of the web apps cannot be opened: ${(error as Error).message}`)
    return undefined
  }
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

/** Reports settings without effect in the log and in `/health`. */
const reportIgnored = (
  { core, log }: Composition['base'],
  { ignoredSettings: ignored = [] }: ServerOptions,
): void => {
  if (ignored.length === 0) return
  log.warn({ event: 'settings.ignored', ignored }, 'unknown settings ignored')
  core.health.report('settings', ignored.map(ignoredText).join('. '))
}

const tasksOf = (features: Composition['features']) => features.flatMap(({ tasks }) => tasks ?? [])

/** Starts a complete server. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { settings, folder, log, isOpen = false } = options
  const hosts = hostsOf(settings, isOpen)
  await using started = new AsyncDisposableStack()
  const { store, keys, repairs: renamed } = started.use(openDataFolder(folder))
  const names = composeNames(settings, store)
  const certificates = isOpen ? undefined : started.use(composeCertificates(keys, { settings, names, store }))
  const repairs = [...(options.repairs ?? []), ...renamed, ...(certificates?.repairs ?? [])]
  let isReady = true
  const composition = compose({
    ...options,
    store,
    names,
    isOpen,
    certificates,
    repairs,
    isReady: () => isReady,
  })
  const { access, base, features, pages, plugins } = composition
  reportIgnored(base, options)
  for (const { start } of features) started.use(start?.())
  const http = openHttp({ composition, certificates, settings, log }, started)
  started.use(runGuarded(tasksOf(features), log))
  started.defer(() => {
    isReady = false
  })
  const { url, port } = await listen(http, hosts, settings.port ?? settingDefaults.port)
  const appsUrl = await openAppPort({ composition, certificates, settings, log }, { hosts, port }, started)
  const pin = certificates?.current().pin
  started.use(composeAnnouncers({ ...options, ...base, port, pluginHost: plugins }))
  started.use(await keepListenAddress(base, { port, host: settings.host, pin }))
  await unlessAborted(plugins.start(), options.signal)
  const running = started.move()
  const { claimCode } = access
  const info = { url, appsUrl, self: base.self, plugins, claimCode, addresses: pages.addresses(port), pin }
  return { ...info, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** The OpenAPI document of a server with default settings, for the generated docs. */
export const describeServer = (): unknown => {
  using store = new BoatStore(undefined)
  const { features, base } = compose({
    settings: {},
    folder: '',
    log: pino({ level: 'silent' }),
    store,
    names: composeNames({}, store),
    isOpen: false,
    certificates: undefined,
    repairs: [],
    isReady: () => true,
  })
  return documentOf(routesOf(features), base.core.productWord)
}
