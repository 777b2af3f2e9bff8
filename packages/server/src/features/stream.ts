import {
  DeviceAuthor,
  PersonAuthor,
  Playback,
  type Author,
  type PlaybackOptions,
  type Principal,
} from '@marinedata/core'
import { interfaceVersion, MarineDataError } from '@marinedata/model'
import { subscriptionActions } from '../compose/core.ts'
import type { Base, Feature } from '../compose/feature.ts'
import type { Door, Gate } from '../gate.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { route, type Route } from '../http/route.ts'
import { PlaybackServer } from '../stream/playback/playback-server.ts'
import type { StreamDialect } from '../stream/stream-dialect.ts'
import type { StreamActions } from '../stream/verbs.ts'
import { StreamServer } from '../stream/stream-server.ts'

interface StreamParts {
  readonly gate: Gate
  readonly connections: ConnectionGuard
  /** Other languages of the stream, each at its own address. */
  readonly dialects: readonly StreamDialect[]
  /** The plugins, which own sources, and the controls that clients set. */
  readonly devices: () => {
    readonly plugins: { readonly host: { ownsSource(source: string): boolean } }
    readonly controls: { readonly set: StreamActions['put'] }
  }
}

export interface Stream extends Feature {
  readonly server: StreamServer
}

const periods = { heartbeatMs: 1_000, revocationMs: 250 }

/** Maps a principal to the author of its deltas, and caches it. */
const authorsBy = (isTaken: (source: string) => boolean): ((principal: Principal) => Author) => {
  const authorByPrincipal = new WeakMap<Principal, Author>()
  return (principal) => {
    const known = authorByPrincipal.get(principal)
    if (known !== undefined) return known
    const { source, paths } = principal
    const author = paths === undefined ? new PersonAuthor(source, isTaken) : new DeviceAuthor(source, paths)
    authorByPrincipal.set(principal, author)
    return author
  }
}

const create = (options: PlaybackOptions): Playback => new Playback(options)

/** Devices ask in this way whether their token is good before they open a stream. */
const upgradeRoute = (path: string, operationId: string, door: Door = 'own'): Route =>
  route({
    door,
    method: 'GET',
    path,
    scope: 'read',
    operationId,
    summary: 'Opens a WebSocket. A plain request is refused',
    responses: { 101: { description: 'The WebSocket is open' } },
    problems: ['upgrade-required'],
    handle: (_request, reply) => {
      reply.header('upgrade', 'websocket').header('connection', 'upgrade')
      throw new MarineDataError('upgrade-required', `Open a WebSocket at ${path}`)
    },
  })

/** The first message of every stream. */
const helloOf =
  ({ clock, tree, productWord }: Base['core'], self: string) =>
  ({ roles }: Principal): object => ({
    name: productWord,
    version: interfaceVersion,
    self,
    timestamp: clock.timestamp(),
    roles,
    epoch: tree.epoch,
    sequence: tree.sequence,
  })

const upgradeRoutes = (streams: readonly Pick<StreamDialect, 'path' | 'door'>[]): Route[] =>
  streams.map(({ path, door }) =>
    upgradeRoute(path, `open${path.split('/').map(capitalized).join('')}`, door),
  )

const capitalized = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** The stream to clients. */
export const streamFeature = (
  { core, self, log }: Base,
  { gate, connections, dialects, devices }: StreamParts,
): Stream => {
  const { clock, hub, intake, tree, productWord, history: providers } = core
  const authorOf = authorsBy((source) => devices().plugins.host.ownsSource(source))
  const hello = helloOf(core, self)
  const playback = new PlaybackServer({ productWord, gate, clock, log, self, providers, create, hello })
  const spoken = [{ path: `/${productWord}/v1/stream`, hello, hasHeartbeats: true }, ...dialects] as const
  const server = new StreamServer({
    productWord,
    gate,
    clock,
    log,
    sessions: hub,
    actions: {
      accept: (delta, principal) => intake.accept(delta, authorOf(principal)),
      ...subscriptionActions(hub),
      put: (...args) => devices().controls.set(...args),
    },
    dialects: [spoken[0], ...dialects],
    playback,
    sequence: () => tree.sequence,
    connections,
  })
  return {
    server,
    routes: upgradeRoutes([...spoken, playback]),
    tasks: [
      { name: 'stream.beat', period: periods.heartbeatMs, run: () => server.beat() },
      // Closes the streams of expired and revoked credentials.
      { name: 'stream.close_revoked', period: periods.revocationMs, run: () => server.closeRevoked() },
    ],
  }
}
