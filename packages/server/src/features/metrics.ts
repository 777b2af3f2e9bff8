import type { Access } from '@marinedata/core'
import type { Base, Feature } from './feature.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { metricsRoutes } from '../http/routes/metrics-routes.ts'
import { LoopDelay } from '../loop-delay.ts'
import type { PluginHost } from '../plugin-host/plugin-host.ts'
import type { StreamServer } from '../stream/stream-server.ts'

interface MetricsParts {
  readonly access: Access
  readonly connections: ConnectionGuard
  readonly plugins: PluginHost
  readonly stream: StreamServer
}

/** `/metrics`. */
export const metricsFeature = (
  { core }: Base,
  { access, connections, plugins, stream }: MetricsParts,
): Feature => {
  const loopDelay = new LoopDelay()
  return {
    routes: metricsRoutes({
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
    }),
    start: () => loopDelay,
  }
}
