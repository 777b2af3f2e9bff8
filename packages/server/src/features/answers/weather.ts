import { freshFix } from '#compose/alerts.ts'
import type { Base, Feature } from '#compose/feature.ts'
import { weatherRoutes } from '#http/routes/weather-routes.ts'

/** Observations, forecasts and warnings, answered by the plugins that provide weather. */
export const weatherFeature = ({ core, store, api }: Base): Feature => {
  const { clock, weather: providers } = core
  return {
    routes: weatherRoutes({
      base: `${api}/weather`,
      providers,
      position: () => freshFix(core),
      now: () => Date.parse(clock.timestamp()),
      note: (event) => store.audit.recordEvent({ kind: 'server', details: {}, ...event }, clock.timestamp()),
    }),
  }
}
