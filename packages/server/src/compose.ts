import {
  Counters,
  defaultBounds,
  DeltaTree,
  FreeAuthor,
  Intake,
  SourceRanking,
  SubscriptionHub,
  subscriptionsOf,
  TreeReader,
  type TreeBounds,
} from '@marinedata/core'
import * as model from '@marinedata/model'
import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino, type Logger } from 'pino'
import { loopbackGate } from './gate.ts'
import { discoveryRoutes } from './http/discovery-routes.ts'
import { docsRoutes } from './http/docs-routes.ts'
import { createHttpServer } from './http/http-server.ts'
import { metricsRoutes } from './http/metrics-routes.ts'
import { openApiDocument } from './http/openapi.ts'
import type { Route } from './http/route.ts'
import { treeRoutes } from './http/tree-routes.ts'
import { settingDefaults, type Settings } from './settings/settings.ts'
import { BoatStore } from './storage/boat-store.ts'
import { StreamServer } from './stream/stream-server.ts'
import { every, SystemClock } from './system-clock.ts'
import { serverVersion } from './settings/server-version.ts'

export interface ServerOptions {
  readonly settings: Settings
  /** The data folder; made when it is not there. */
  readonly folder: string
  readonly log: Logger
}

/** A running server. Disposing of it ends everything that it started. */
export interface RunningServer extends AsyncDisposable {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string
  /** The own vessel's context. */
  readonly self: string
}

const rhythm = { sweepMs: 250, heartbeatMs: 1_000 }

const boundsOf = ({ bounds }: Settings): TreeBounds => {
  const { contextTimeout, ...counts } = bounds ?? {}
  const given = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined))
  return {
    ...defaultBounds,
    ...given,
    ...(contextTimeout !== undefined && { contextTimeoutMs: contextTimeout * 1000 }),
  }
}

/** The own vessel: by its MMSI when that is known, else by a UUID made at the first start and kept. */
const selfOf = ({ mmsi, productWord }: Settings, store: BoatStore): string => {
  const word = productWord ?? settingDefaults.productWord
  const place = mmsi === undefined ? undefined : model.placeOfMmsi(mmsi, word)
  const identifier = place?.identifier ?? model.uuidUrn(store.fact('vessel-uuid', randomUUID), word)
  return `vessels.${identifier}`
}

/** The core, wired: the data road from the door to the outlets. */
const composeCore = (settings: Settings, self: string, log: Logger) => {
  const clock = new SystemClock()
  const counters = new Counters()
  const productWord = settings.productWord ?? settingDefaults.productWord
  const metadata = new model.PathMetadataTable(settings.metadata)
  const tree = new DeltaTree({
    clock,
    counters,
    bounds: boundsOf(settings),
    self,
    productWord,
    metadataOf: (segments) => metadata.of(segments),
    rankOf: new SourceRanking(settings.sources ?? []).rankOf,
    onSourceSwitch: (row, from) =>
      log.info(
        { path: row.path.text, context: row.context.text, from, to: row.preferred.source },
        'source switched',
      ),
  })
  const hub = new SubscriptionHub({ source: tree, clock, counters })
  tree.observe(hub)
  const intake = new Intake({ writer: tree, clock, counters })
  const reader = new TreeReader({ tree, clock, productWord, version: model.interfaceVersion })
  if (settings.name !== undefined)
    intake.accept(
      { updates: [{ values: [{ path: 'name', value: settings.name }] }] },
      new FreeAuthor('settings'),
    )
  return { clock, counters, productWord, tree, hub, intake, reader }
}

type Core = ReturnType<typeof composeCore>

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
      subscribe: (session, message) =>
        hub.subscribe(session, subscriptionsOf(message), {
          sendsCachedValues: message.sendCachedValues ?? true,
          sendsMetadata: message.sendMeta === 'all',
        }),
      unsubscribe: (session, context, paths) => hub.unsubscribe(session, context, paths),
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
  readonly self: string
  readonly loopDelay: () => { p99: number; max: number }
  readonly isReady: () => boolean
}

const routesOf = ({ core, stream, self, loopDelay, isReady }: RouteParts): Route[] => {
  const { productWord, reader, counters, tree, hub } = core
  let document: unknown
  const routes: Route[] = [
    ...discoveryRoutes({ productWord, serverVersion, self, isReady }),
    ...treeRoutes({
      productWord,
      answer: (address) => reader.answer(address),
      bootId: randomBytes(6).toString('base64url'),
    }),
    ...metricsRoutes({ counters, tree, hub, loopDelay, closedStreams: () => stream.closedStuck }),
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

const readDelay = (histogram: ReturnType<typeof monitorEventLoopDelay>): { p99: number; max: number } => {
  const delay = { p99: histogram.percentile(99) / nanoseconds, max: histogram.max / nanoseconds }
  histogram.reset()
  return delay
}

/** Starts a whole server. */
export const startServer = async ({ settings, folder, log }: ServerOptions): Promise<RunningServer> => {
  await using started = new AsyncDisposableStack()
  const store = started.use(new BoatStore(folder))
  const self = selfOf(settings, store)
  const core = composeCore(settings, self, log)
  const stream = composeStream(core, self, log)
  const histogram = monitorEventLoopDelay({ resolution: 10 })
  let isReady = true
  const routes = routesOf({
    core,
    stream,
    self,
    loopDelay: () => readDelay(histogram),
    isReady: () => isReady,
  })
  const http = createHttpServer({ routes, gate: loopbackGate, log, productWord: core.productWord })
  stream.attach(http.server)
  started.defer(() => http.close())
  started.defer(() => stream.close())
  started.use(every(rhythm.sweepMs, () => core.tree.sweep()))
  started.use(every(rhythm.heartbeatMs, () => stream.beat()))
  histogram.enable()
  started.defer(() => void histogram.disable())
  started.defer(() => {
    isReady = false
  })
  const host = settings.host ?? settingDefaults.host
  await http.listen({ host, port: settings.port ?? settingDefaults.port })
  // A listening TCP server has an address.
  const { port } = http.server.address() as AddressInfo
  const running = started.move()
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return { url, self, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** The document of the default server, for those who keep a copy of it. */
export const describeServer = (): unknown => {
  const log = pino({ level: 'silent' })
  const self = 'vessels.self'
  const core = composeCore({}, self, log)
  const stream = composeStream(core, self, log)
  const routes = routesOf({ core, stream, self, loopDelay: () => ({ p99: 0, max: 0 }), isReady: () => true })
  const shapes = streamShapes
  return openApiDocument(routes, {
    productWord: core.productWord,
    version: model.interfaceVersion.slice(1),
    shapes,
  })
}
