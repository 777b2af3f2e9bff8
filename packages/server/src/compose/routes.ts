import type {
  Access,
  AnchorRegistry,
  AutopilotCommands,
  PilotRegistry,
  AnchorCommands,
} from '@marinedata/core'
import * as model from '@marinedata/model'
import { randomBytes } from 'node:crypto'
import { accessRoutesOf } from './access.ts'
import { chartRoutesOf, type Charts } from './charts.ts'
import { consoleRoutesOf, type Consoles } from './console.ts'
import { composeAnchorMemory } from './anchor.ts'
import type { Core } from './core.ts'
import { courseRoutesOf, type ComposedCourse } from './course.ts'
import type { HealthCondition } from '../health/health-conditions.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { anchorRoutes } from '../http/routes/anchor-routes.ts'
import { alertRoutes } from '../http/routes/alert-routes.ts'
import { autopilotRoutes } from '../http/routes/autopilot-routes.ts'
import { discoveryRoutes } from '../http/routes/discovery-routes.ts'
import { docsRoutes } from '../http/docs-routes.ts'
import { helmRoutes } from '../http/routes/helm-routes.ts'
import { metricsRoutes, type Vitals } from '../http/routes/metrics-routes.ts'
import { openApiDocument } from '../http/openapi.ts'
import { pageRoutes, type PageRoutesOptions } from '../http/page-routes.ts'
import { pluginRoutes } from '../http/routes/plugin-routes.ts'
import type { Route } from '../http/route.ts'
import { treeRoutes } from '../http/routes/tree-routes.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import { serverVersion } from '../settings/server-version.ts'
import type { BoatStore } from '../storage/boat-store.ts'
import type { StreamServer } from '../stream/stream-server.ts'

/** Schemas of the stream, which no route refers to. */
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

export interface RouteParts {
  readonly core: Core
  readonly stream: StreamServer
  readonly plugins: PluginHost
  readonly registry: PilotRegistry
  readonly helm: AutopilotCommands
  readonly anchor: AnchorRegistry
  readonly anchorCommands: AnchorCommands
  readonly course: ComposedCourse
  readonly consoles: Consoles
  readonly charts: Charts
  readonly store: BoatStore
  readonly access: Access
  readonly isOpen: boolean
  /** Called when the claim code of the first owner is no longer valid. */
  readonly onClaimEnded: () => void
  readonly self: string
  readonly connections: ConnectionGuard
  /** The server's addresses and certificate authority, for the pages. */
  readonly pages: Pick<PageRoutesOptions, 'authority' | 'addresses'>
  readonly loopDelay: Vitals['loopDelay']
  readonly isReady: () => boolean
  readonly repairs: readonly string[]
}

const pilotRoutesOf = ({ core, registry, helm, store }: RouteParts): Route[] => {
  const base = `/${core.productWord}/v2/api/vessels/self/autopilots`
  return [
    ...autopilotRoutes({
      base,
      autopilots: registry,
      command: (id, request, asker) => helm.command(id, request, asker),
      chooseDefault: (id, asker) => helm.chooseDefault(id, asker),
    }),
    ...helmRoutes({ base, helm, audit: (id, page) => store.audit.of(registry.find(id).id, page) }),
  ]
}

const anchorRoutesOf = ({ core, anchor, plugins, anchorCommands }: RouteParts): Route[] => {
  const memory = composeAnchorMemory({ core, anchor, plugins })
  return anchorRoutes({
    base: `/${core.productWord}/v2/api/vessels/self/navigation/anchor`,
    state: () => anchor.state,
    track: () => memory.track(),
    stays: () => memory.stays(),
    command: (command, asker) => anchorCommands.command(command, asker),
  })
}

const metricsRoutesOf = ({ core, stream, connections, access, plugins, loopDelay }: RouteParts): Route[] =>
  metricsRoutes({
    counters: core.counters,
    tree: core.tree,
    hub: core.hub,
    alerts: core.alerts.registry,
    loopDelay,
    streams: stream,
    connections,
    tickets: access.tickets,
    plugins: () => plugins.plugins,
    isolation: plugins.isolation,
  })

/** All routes of the server. */
export const routesOf = (parts: RouteParts): Route[] => {
  const { core, plugins, store } = parts
  const { productWord, reader } = core
  const conditions = (): HealthCondition[] => core.health.list()
  let document: unknown
  const routes: Route[] = [
    ...discoveryRoutes({ ...parts, productWord, serverVersion, conditions, isolation: plugins.isolation }),
    ...treeRoutes({
      productWord,
      answer: (address) => reader.answer(address),
      bootId: randomBytes(6).toString('base64url'),
    }),
    ...pilotRoutesOf(parts),
    ...alertRoutes({ base: `/${productWord}/v2/api/notifications`, alerts: core.alerts.service }),
    ...anchorRoutesOf(parts),
    ...chartRoutesOf(parts.charts, productWord),
    ...courseRoutesOf(parts),
    ...consoleRoutesOf(parts),
    ...pluginRoutes({
      productWord,
      plugins,
      note: (event) => store.audit.recordEvent({ kind: 'plugin', ...event }, core.clock.timestamp()),
    }),
    ...accessRoutesOf({ ...parts, productWord }),
    ...metricsRoutesOf(parts),
    ...pageRoutes({ productWord, ...parts.pages }),
    ...docsRoutes(productWord, () => {
      document ??= documentOf(routes, productWord)
      return document
    }),
  ]
  return routes
}

/** The OpenAPI document of the routes. */
export const documentOf = (routes: readonly Route[], productWord: model.ProductWord): unknown =>
  openApiDocument(routes, { productWord, version: model.interfaceVersion.slice(1), shapes: streamShapes })
