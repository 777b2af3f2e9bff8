import {
  definePlugin,
  runPlugin,
  type PointOfInterest,
  type WeatherForecastEntry,
} from '@marinedata/plugin-api'

const cove: PointOfInterest = {
  id: 'cove',
  name: 'Gunnarsviken',
  position: { latitude: 59.404, longitude: 22.592 },
  category: 'anchorage',
  text: 'Mud, 4 m\nOpen to the west',
}

/** Provides an anchorage, two notes, and the weather. */
const plugin = definePlugin({
  name: 'pilot-book',
  version: '1.0.0',
  description: 'Provides places and the weather',
  resources: ['pointsOfInterest', 'notes'],
  provides: ['weather'],
  actions: { forget: { description: 'Removes the anchorage' } },
  start: async (boat) => {
    await boat.putResource('pointsOfInterest', cove)
    const position = { latitude: 59.398, longitude: 22.592 }
    await boat.putResource('notes', { id: 'net', name: 'Fishing nets', text: 'In June', position })
    await boat.putResource('notes', { id: 'club', name: 'Club rules', text: 'About no place' })
    await boat.provideWeather({
      forecast: ({ position: asked, from, to, step }) => {
        const entries: WeatherForecastEntry[] = []
        for (let at = Date.parse(from); at <= Date.parse(to); at += step * 1_000)
          entries.push({
            at: new Date(at).toISOString(),
            values: { windSpeed: 8.2, windDirection: 3.93, waveHeight: 1.25, pressure: 100_600 },
          })
        // The point of a model is seldom the point that was asked for.
        const near = { latitude: asked.latitude + 0.1, longitude: asked.longitude }
        return {
          forecast: { position: near, model: 'HARMONIE', issuedAt: new Date().toISOString(), entries },
        }
      },
      warnings: () => ({
        warnings: [
          {
            id: 'gale-1',
            title: 'Gale warning',
            severity: 'severe',
            from: new Date().toISOString(),
            area: 'Northern Baltic',
            text: 'South-west 18 m/s',
          },
        ],
      }),
      observations: ({ position: asked }) => ({
        observations: [
          {
            at: new Date().toISOString(),
            position: asked,
            station: 'Hanko',
            values: { windSpeed: 7, windDirection: 3.8, windGust: 9.1 },
          },
        ],
      }),
    })
    return { actions: { forget: () => boat.removeResource('pointsOfInterest', cove.id) } }
  },
})

if (import.meta.main) await runPlugin(plugin)
