import type { AccessFeature } from './access.ts'
import type { Base, Feature } from '../compose/feature.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { metricsRoutes } from '../http/routes/metrics-routes.ts'
import { LoopDelay } from '../loop-delay.ts'
import type { Plugins } from './plugins.ts'
import type { Stream } from './stream.ts'

interface MetricsParts {
  readonly access: AccessFeature
  readonly connections: ConnectionGuard
  readonly plugins: Plugins
  readonly stream: Stream
}

/** `/metrics`. */
export const metricsFeature = (
  { core }: Base,
  { access, connections, plugins: { host }, stream }: MetricsParts,
): Feature => {
  const loopDelay = new LoopDelay()
  return {
    routes: metricsRoutes({
      counters: core.counters,
      tree: core.tree,
      hub: core.hub,
      alerts: core.alerts.registry,
      loopDelay,
      streams: stream.server,
      connections,
      tickets: access.access.tickets,
      plugins: () => host.plugins,
      isolation: host.isolation,
    }),
    start: () => loopDelay,
  }
}
