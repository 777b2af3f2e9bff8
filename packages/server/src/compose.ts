import { FreeAuthor, type Helmsman, type PilotRegistry } from '@marinedata/core'
import * as model from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino, type Logger } from 'pino'
import { composeHelm, composeRegistry } from './compose-autopilots.ts'
import { composeCore, listeningTo, selfOf, type Core } from './compose-core.ts'
import { composePlugins, type PluginOptions } from './compose-plugins.ts'
import { loopbackGate } from './gate.ts'
import { autopilotRoutes } from './http/autopilot-routes.ts'
import { discoveryRoutes } from './http/discovery-routes.ts'
import { docsRoutes } from './http/docs-routes.ts'
import { helmRoutes } from './http/helm-routes.ts'
import { createHttpServer } from './http/http-server.ts'
import { metricsRoutes } from './http/metrics-routes.ts'
import { openApiDocument } from './http/openapi.ts'
import { pluginRoutes } from './http/plugin-routes.ts'
import type { Route } from './http/route.ts'
import { treeRoutes } from './http/tree-routes.ts'
import type { PluginHost } from './plugin-host/plugin-host.ts'
import { settingDefaults, type Settings } from './settings/settings.ts'
import { BoatStore } from './storage/boat-store.ts'
import { StreamServer } from './stream/stream-server.ts'
import { every } from './system-clock.ts'
import { serverVersion } from './settings/server-version.ts'

export interface ServerOptions extends PluginOptions {
  readonly settings: Settings
  /** The data folder; made when it is not there. */
  readonly folder: string
}

/** A running server. Disposing of it ends everything that it started. */
export interface RunningServer extends AsyncDisposable {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string
  /** The own vessel's context. */
  readonly self: string
  readonly plugins: PluginHost
}

const rhythm = { sweepMs: 250, heartbeatMs: 1_000, pilotMs: 100 }

const composeStream = (
  { clock, hub, intake, tree, productWord }: Core,
  self: string,
  log: Logger,
): StreamServer =>
  new StreamServer({
    productWord,
    gate: loopbackGate,
    clock,
    log,
    sessions: hub,
    actions: {
      accept: (delta, origin) => intake.accept(delta, new FreeAuthor(origin)),
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
  })

/** Shapes that no route mentions but that a client meets on the stream, or will meet on later routes. */
const streamShapes: readonly model.TSchema[] = [
  model.Delta,
  model.SentDelta,
  model.SubscribeMessage,
  model.UnsubscribeMessage,
  model.Hello,
  model.Heartbeat,
  model.Leaf,
  model.Notification,
]

interface RouteParts {
  readonly core: Core
  readonly stream: StreamServer
  readonly plugins: PluginHost
  readonly registry: PilotRegistry
  readonly helm: Helmsman
  readonly store: BoatStore
  readonly self: string
  readonly loopDelay: () => { p99: number; max: number }
  readonly isReady: () => boolean
}

const pilotRoutesOf = ({ core, registry, helm, store }: RouteParts): Route[] => {
  const base = `/${core.productWord}/v2/api/vessels/self/autopilots`
  return [
    ...autopilotRoutes({
      base,
      autopilots: registry,
      command: (id, request, asker) => helm.command(id, request, asker),
    }),
    ...helmRoutes({ base, helm, audit: (id, page) => store.audit.of(registry.find(id).id, page) }),
  ]
}

const routesOf = (parts: RouteParts): Route[] => {
  const { core, stream, plugins, self, loopDelay, isReady } = parts
  const { productWord, reader, counters, tree, hub } = core
  let document: unknown
  const routes: Route[] = [
    ...discoveryRoutes({ productWord, serverVersion, self, isReady }),
    ...treeRoutes({
      productWord,
      answer: (address) => reader.answer(address),
      bootId: randomBytes(6).toString('base64url'),
    }),
    ...pilotRoutesOf(parts),
    ...pluginRoutes(productWord, plugins),
    ...metricsRoutes({
      counters,
      tree,
      hub,
      loopDelay,
      closedStreams: () => stream.closedStuck,
      plugins: () => plugins.plugins,
    }),
    ...docsRoutes(productWord, () => {
      document ??= openApiDocument(routes, {
        productWord,
        version: model.interfaceVersion.slice(1),
        shapes: streamShapes,
      })
      return document
    }),
  ]
  return routes
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
const keepTime = ({
  core,
  stream,
  registry,
  helm,
}: Pick<RouteParts, 'core' | 'stream' | 'registry' | 'helm'>) => {
  const rhythms = new DisposableStack()
  rhythms.use(every(rhythm.sweepMs, () => core.tree.sweep()))
  rhythms.use(every(rhythm.heartbeatMs, () => stream.beat()))
  rhythms.use(every(rhythm.pilotMs, () => registry.watch()))
  rhythms.use(every(rhythm.pilotMs, () => helm.watch()))
  return rhythms
}

/** Starts a whole server. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { settings, folder, log } = options
  await using started = new AsyncDisposableStack()
  const store = started.use(new BoatStore(folder))
  const self = selfOf(settings, store)
  const core = composeCore(settings, self, log)
  const stream = composeStream(core, self, log)
  const registry = composeRegistry(core, store)
  const plugins = started.use(composePlugins(options, { core, self, store, registry }))
  const helm = composeHelm({ core, registry, plugins, store })
  const histogram = monitorEventLoopDelay({ resolution: loopResolutionMs })
  const loopDelay = (): { p99: number; max: number } => readDelay(histogram)
  let isReady = true
  const parts = { core, stream, plugins, registry, helm, store, self, loopDelay }
  const routes = routesOf({ ...parts, isReady: () => isReady })
  const http = createHttpServer({ routes, gate: loopbackGate, log, productWord: core.productWord })
  stream.attach(http.server)
  started.defer(() => http.close())
  started.defer(() => stream.close())
  started.use(keepTime(parts))
  histogram.enable()
  started.defer(() => void histogram.disable())
  started.defer(() => {
    isReady = false
  })
  const host = settings.host ?? settingDefaults.host
  await http.listen({ host, port: settings.port ?? settingDefaults.port })
  await plugins.start()
  // A listening TCP server has an address.
  const { port } = http.server.address() as AddressInfo
  const running = started.move()
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return { url, self, plugins, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** The document of the default server, for those who keep a copy of it. */
export const describeServer = (): unknown => {
  const log = pino({ level: 'silent' })
  const self = 'vessels.self'
  const core = composeCore({}, self, log)
  const stream = composeStream(core, self, log)
  using store = new BoatStore(undefined)
  const registry = composeRegistry(core, store)
  const plugins = composePlugins({ folder: '', log }, { core, self, store, registry })
  const helm = composeHelm({ core, registry, plugins, store })
  const routes = routesOf({
    core,
    stream,
    plugins,
    registry,
    helm,
    store,
    self,
    loopDelay: () => ({ p99: 0, max: 0 }),
    isReady: () => true,
  })
  const shapes = streamShapes
  return openApiDocument(routes, {
    productWord: core.productWord,
    version: model.interfaceVersion.slice(1),
    shapes,
  })
}
