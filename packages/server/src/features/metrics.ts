import { HistoryService, vesselNumbers } from '@marinedata/core'
import type { AccessFeature } from './access.ts'
import type { Base, Feature } from '../compose/feature.ts'
import type { ConnectionGuard } from '../http/defence/connection-guard.ts'
import { metricsRoutes } from '../http/routes/metrics/metrics-routes.ts'
import { vesselMetricsRoute } from '../http/routes/metrics/vessel-metrics.ts'
import { LoopDelay } from '../loop-delay.ts'
import type { Plugins } from './plugins.ts'
import type { Stream } from './stream.ts'

interface MetricsParts {
  readonly access: AccessFeature
  readonly connections: ConnectionGuard
  readonly plugins: Plugins
  readonly stream: Stream
}

/** Shorter than Prometheus waits for a scrape. */
const historyTimeoutMs = 3_000

/** `/metrics`. */
export const metricsFeature = (
  { core, self }: Base,
  { access, connections, plugins: { host }, stream }: MetricsParts,
): Feature => {
  const loopDelay = new LoopDelay()
  const history = new HistoryService({ clock: core.clock, providers: core.history, self })
  // The recording is not the server: without an answer, its metrics are absent.
  const historyStorage = () =>
    history.storage({ who: 'metrics', signal: AbortSignal.timeout(historyTimeoutMs) }).catch(() => undefined)
  return {
    routes: [
      ...metricsRoutes({
        historyStorage,
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
      vesselMetricsRoute(() => vesselNumbers(core.tree)),
    ],
    start: () => loopDelay,
  }
}
