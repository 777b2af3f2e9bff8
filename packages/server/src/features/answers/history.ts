import { HistoryService } from '@marinedata/core'
import type { Base, Feature } from '#compose/feature.ts'
import { historyRoutes } from '#http/routes/history/history-routes.ts'

/** Recorded values, answered by the plugins that provide history. */
export const historyFeature = ({ core, store, self, api }: Base): Feature => {
  const { clock, history: providers } = core
  return {
    routes: historyRoutes({
      base: `${api}/history`,
      service: new HistoryService({ clock, providers, self }),
      providers,
      note: (event) => store.audit.recordEvent({ kind: 'server', ...event }, clock.timestamp()),
    }),
  }
}
