import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

const path = 'navigation.position'
const alert = 'notifications.navigation.nearShip'
const metresPerDegree = 111_120
/** Own ship in deltas. */
const self = 'vessels.self'

interface Position {
  readonly latitude: number
  readonly longitude: number
}

const isPosition = (value: unknown): value is Position =>
  typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value

const metresBetween = (one: Position, other: Position): number => {
  const east = (other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(east, other.latitude - one.latitude) * metresPerDegree
}

/** Warns when a ship with AIS is near: for a boat at anchor in a fairway. */
export const plugin = definePlugin({
  name: 'near-ships',
  version: '0.1.0',
  description: 'Warns when a ship with AIS is near',
  settings: Type.Object({ metres: Type.Number({ default: 500, exclusiveMinimum: 0 }) }),
  reads: { paths: [path], contexts: [self, 'vessels.*'] },
  notifications: [alert],
  start: async (boat, { metres }) => {
    const places = new Map<string, Position>()
    let wasNear = false
    await boat.subscribe(
      { context: 'vessels.*', subscribe: [{ path, period: 1000 }] },
      async ({ context, updates }) => {
        for (const { value, stale } of updates.flatMap(({ values = [] }) => values))
          if (isPosition(value) && stale !== true) places.set(context, value)
          else places.delete(context)
        const own = places.get(self)
        const ships = own === undefined ? [] : [...places].filter(([ship]) => ship !== self)
        const near = ships.filter(([, place]) => own !== undefined && metresBetween(own, place) < metres)
        if (near.length > 0 === wasNear) return
        wasNear = !wasNear
        const message = `A ship is nearer than ${metres} m: ${near.map(([ship]) => ship.split(':').at(-1)).join(', ')}`
        if (wasNear) await boat.raise(alert, { state: 'warn', method: ['visual'], message })
        else await boat.clear(alert)
      },
    )
  },
})

if (import.meta.main) await runPlugin(plugin)
