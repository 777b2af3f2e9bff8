import {
  Counters,
  DeltaTree,
  HistoryProviders,
  HistoryService,
  Intake,
  Playback,
  ServerAuthor,
  SourceRanking,
  SubscriptionHub,
  TreeReader,
  authorise,
  defaultBounds,
  type Caller,
  type HistoryProvider,
} from '@marinedata/core'
import {
  defaultProductWord,
  interfaceVersion,
  MarineDataError,
  PathMetadataTable,
  type Hello,
  type Scope,
} from '@marinedata/model'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { subscriptionActions } from './core.ts'
import type { Gate } from '../gate.ts'
import { runGuarded } from '../guarded-tasks.ts'
import { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { createHttpServer } from '../http/http-server.ts'
import type { Route } from '../http/route.ts'
import { historyRoutes } from '../http/routes/history/history-routes.ts'
import { treeRoutes } from '../http/routes/tree-routes.ts'
import { PlaybackServer } from '../stream/playback/playback-server.ts'
import { StreamServer } from '../stream/stream-server.ts'
import { SystemClock } from '../system-clock.ts'

export { openCoast } from '../charts/coast.ts'
export type { Gate, Visitor } from '../gate.ts'
export { pageHeaders } from '../http/page-headers.ts'
export { route, type Route } from '../http/route.ts'
export { SystemClock } from '../system-clock.ts'

export interface ReadingOptions {
  /** The context of the reader itself. */
  readonly self: string
  readonly gate: Gate
  readonly log: Logger
  readonly history: HistoryProvider
  /** Further routes. */
  readonly routes?: readonly Route[]
  readonly mostContexts: number
}

/** The interface of a boat's server for reading, over contexts that come from elsewhere. */
export interface Reading extends AsyncDisposable {
  readonly tree: DeltaTree
  /** Writes values of a context. They come from another server, which has checked them. */
  readonly intake: Pick<Intake, 'accept'>
  readonly author: ServerAuthor
  /** Does not listen: requests and upgrades are passed to its server. */
  readonly http: FastifyInstance
  readonly stream: StreamServer
}

const week = 7 * 86_400_000

const treeOf = (self: string, mostContexts: number) => {
  const clock = new SystemClock()
  const counters = new Counters()
  const metadata = new PathMetadataTable(undefined)
  const tree = new DeltaTree({
    clock,
    counters,
    bounds: { ...defaultBounds, contexts: mostContexts, contextTimeoutMs: week },
    self,
    productWord: defaultProductWord,
    metadataOf: metadata.of,
    propertiesOf: metadata.propertiesOf,
    rankOf: new SourceRanking([]).rankOf,
  })
  const hub = new SubscriptionHub({ source: tree, clock, counters })
  tree.observe(hub)
  const intake = new Intake({ writer: tree, clock, counters, metadataOf: metadata.of })
  return { clock, tree, hub, intake }
}

type TreeParts = ReturnType<typeof treeOf>

const providersOf = (clock: SystemClock, history: HistoryProvider): HistoryProviders => {
  const providers = new HistoryProviders({ clock, store: { load: () => undefined, save: async () => {} } })
  providers.add('shore', history)
  return providers
}

const notHere = (): MarineDataError =>
  new MarineDataError('forbidden', 'Nothing can be written here: this is a copy of what boats send')

const streamOf = (
  { clock, tree, hub }: TreeParts,
  { self, gate, log }: ReadingOptions,
  parts: { readonly providers: HistoryProviders; readonly connections: ConnectionGuard },
): StreamServer => {
  const hello = (): Hello => ({
    name: defaultProductWord,
    version: interfaceVersion,
    self,
    timestamp: clock.timestamp(),
    roles: ['viewer'],
    epoch: tree.epoch,
    sequence: tree.sequence,
  })
  const common = { productWord: defaultProductWord, gate, clock, log }
  return new StreamServer({
    ...common,
    ...parts,
    sessions: hub,
    dialects: [{ path: `/${defaultProductWord}/v1/stream`, hello, hasHeartbeats: true }],
    actions: {
      accept: () => {
        throw notHere()
      },
      put: () => Promise.reject(notHere()),
      ...subscriptionActions(hub),
    },
    playback: new PlaybackServer({
      ...common,
      ...parts,
      hello,
      self,
      create: (options) => new Playback(options),
    }),
    sequence: () => tree.sequence,
  })
}

/** Routes that would change the history are not offered. */
const routesOf = (
  { clock, tree }: TreeParts,
  { self, routes = [] }: ReadingOptions,
  providers: HistoryProviders,
): Route[] => {
  const productWord = defaultProductWord
  const reader = new TreeReader({ tree, clock, productWord, version: interfaceVersion })
  const history = historyRoutes({
    base: `/${productWord}/v2/api/history`,
    service: new HistoryService({ clock, providers, self }),
    providers,
    note: () => {},
  })
  return [
    ...treeRoutes({
      productWord,
      answer: (address) => reader.answer(address),
      bootId: randomBytes(6).toString('base64url'),
    }),
    ...history.filter(({ method }) => method === 'GET'),
    ...routes,
  ]
}

/** The REST interface and the stream over contexts from elsewhere, built from the same parts as a boat's. */
export const composeReading = (options: ReadingOptions): Reading => {
  const { self, gate, log, history, mostContexts } = options
  const parts = treeOf(self, mostContexts)
  const { clock, tree, intake } = parts
  const providers = providersOf(clock, history)
  const connections = new ConnectionGuard({ isOpen: false })
  const stream = streamOf(parts, options, { providers, connections })
  const http = createHttpServer({
    routes: routesOf(parts, options, providers),
    gate,
    log,
    productWord: defaultProductWord,
    connections,
    onDiskFault: () => {},
  })
  stream.attach(http.server)
  const tasks = runGuarded(
    [
      { name: 'tree.sweep', period: 250, run: () => tree.sweep() },
      { name: 'stream.beat', period: 1_000, run: () => stream.beat() },
      { name: 'stream.close_revoked', period: 250, run: () => stream.closeRevoked() },
    ],
    log,
  )
  const dispose = async (): Promise<void> => {
    tasks[Symbol.dispose]()
    await stream.close()
    await http.close()
  }
  return { tree, intake, author: new ServerAuthor(), http, stream, [Symbol.asyncDispose]: dispose }
}

/** @throws MarineDataError when the caller does not have the scope */
export const authoriseCaller = (caller: Caller, scope: Scope): void => authorise(caller, scope)
