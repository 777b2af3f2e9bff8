import { bearingBetween, distanceBetween, placeOnTrack } from '@marinedata/model'
import {
  courseGuidancePath,
  definePlugin,
  followCourse,
  MarineDataError,
  runPlugin,
  Type,
  type CourseGuidance,
} from '@marinedata/plugin-api'

const flaws = ['none', 'late', 'wrong', 'crashes'] as const

/** Computes the course with distances that are 0.4 % longer than on a sphere. An action makes it fail. */
const plugin = definePlugin({
  name: 'plotter',
  version: '1.0.0',
  description: 'Computes the course, and shows the guidance as an autopilot gets it',
  provides: ['course'],
  reads: { paths: [courseGuidancePath] },
  actions: {
    fail: { description: 'Fails from now on', input: Type.Object({ flaw: Type.Enum([...flaws]) }) },
    guidance: { description: 'The guidance that an autopilot follows now' },
  },
  start: async (boat) => {
    let flaw: (typeof flaws)[number] = 'none'
    let guidance: CourseGuidance | undefined
    await followCourse(boat, (next) => {
      guidance = next
    })
    await boat.provideCourse(async ({ position, origin, waypoint, speedOverGround }) => {
      if (flaw === 'late') await Promise.withResolvers<never>().promise
      if (flaw === 'crashes') process.exit(1)
      const place = placeOnTrack(origin, waypoint, position)
      const bearing = bearingBetween(position, waypoint)
      const legBearing = bearingBetween(origin, waypoint)
      if (place === null || bearing === null || legBearing === null)
        throw new MarineDataError('invalid-value', 'The leg has no direction')
      return {
        bearing: flaw === 'wrong' ? (bearing + Math.PI) % (2 * Math.PI) : bearing,
        distance: distanceBetween(position, waypoint) * 1.004,
        legBearing,
        trackBearing: place.bearing,
        crossTrack: place.crossTrack,
        ...(speedOverGround !== undefined && { velocityMadeGood: speedOverGround }),
      }
    })
    return {
      actions: {
        fail: (input) => {
          flaw = input.flaw
        },
        guidance: () => guidance,
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
