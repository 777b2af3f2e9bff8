import { definePlugin, runPlugin, type PointOfInterest } from '@marinedata/plugin-api'

const harbours: readonly PointOfInterest[] = [
  {
    id: 'hanko',
    name: 'Hanko',
    position: { latitude: 59.8206, longitude: 22.9689 },
    category: 'harbour',
    text: 'VHF 09, 3.5 m, fuel',
  },
  { id: 'utoe', name: 'Utö', position: { latitude: 59.7831, longitude: 21.3717 }, category: 'harbour' },
]

/** Provides harbours as resources: apps read them at `resources/pointsOfInterest`, and the stream shows changes. */
export const plugin = definePlugin({
  name: 'harbours',
  version: '0.1.0',
  description: 'Provides the harbours of our cruise',
  resources: ['pointsOfInterest'],
  start: async (boat) => {
    for (const harbour of harbours) await boat.putResource('pointsOfInterest', harbour)
    boat.status('ok', `${harbours.length} harbours`)
  },
})

if (import.meta.main) await runPlugin(plugin)
