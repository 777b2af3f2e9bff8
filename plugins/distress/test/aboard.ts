import type { Position } from '@marinedata/model'
import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import { fileURLToPath } from 'node:url'

export const here = fileURLToPath(new URL('..', import.meta.url))

export const mob = '972009901'
export const mobPath = `notifications.distress.${mob}`
export const near: Position = { latitude: 50.338333, longitude: -4.158333 }

export const contextOf = (mmsi: string): string =>
  `${mmsi.startsWith('97') ? 'sar' : 'vessels'}.urn:mrn:imo:mmsi:${mmsi}`

/** Values of a station, as a decoder publishes them. */
export const station = (mmsi: string, values: Readonly<Record<string, unknown>>) => ({
  context: contextOf(mmsi),
  updates: [
    {
      $source: 'ais',
      timestamp: new Date().toISOString(),
      values: Object.entries(values).map(([path, value]) => ({ path, value })),
    },
  ],
})

export const activeBeacon = () =>
  station(mob, { 'navigation.state': 'ais-sart', 'navigation.position': near })
export const testedBeacon = () => station(mob, { 'navigation.state': 'default', 'navigation.position': near })

export const ownPosition = {
  updates: [
    {
      $source: 'gps',
      values: [{ path: 'navigation.position', value: { latitude: 50.333333, longitude: -4.166667 } }],
    },
  ],
}

/** Waits for the alert at a path. */
export const alertAt = (plugin: StartedPlugin, path: string) =>
  until(
    () => plugin.notifications.get(path),
    (alert) => alert !== undefined,
  )
