import { alertRoutes } from '../http/routes/alert-routes.ts'
import type { Base, Feature } from '../compose/feature.ts'

const watchMs = 250

/** The REST interface of alerts. The alerts themselves are part of the core: every notification passes through them. */
export const alertFeature = ({ core: { alerts }, api }: Base): Feature => ({
  routes: alertRoutes({ base: `${api}/notifications`, alerts: alerts.service }),
  tasks: [{ name: 'alerts.watch', period: watchMs, run: () => alerts.watch() }],
  start: () => ({ [Symbol.asyncDispose]: () => alerts.close() }),
})
