import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { fileURLToPath } from 'node:url'

export const here = fileURLToPath(new URL('..', import.meta.url))
export const approachPath = 'navigation.closestApproach'

export const vessel = (mmsi: number): string => `vessels.urn:mrn:imo:mmsi:${mmsi}`
export const alarmPath = (mmsi: number): string => `notifications.navigation.closestApproach.${mmsi}`

/** A position this many metres north of the own vessel. */
export const north = (metres: number) => ({ latitude: 60 + metres / 111_195, longitude: 20 })

export interface Motion {
  readonly position: unknown
  readonly course: unknown
  readonly speed: unknown
}

export const motionDelta = (context: string, { position, course, speed }: Motion) => ({
  context,
  updates: [
    {
      $source: 'test',
      values: [
        { path: 'navigation.position', value: position },
        { path: 'navigation.courseOverGroundTrue', value: course },
        { path: 'navigation.speedOverGround', value: speed },
      ],
    },
  ],
})

/** The own vessel sails north at 5 m/s. */
export const ownMotion = motionDelta('vessels.self', { position: north(0), course: 0, speed: 5 })

export const approachOf = (plugin: StartedPlugin, mmsi: number): unknown =>
  plugin.latest(approachPath, vessel(mmsi))
