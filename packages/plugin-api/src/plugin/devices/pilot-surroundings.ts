import { courseGuidancePath, radians, wrapHalf, type Radians, type SentDelta } from '@marinedata/model'
import type { Boat } from '../boat.ts'
import { followCourse } from './follow-course.ts'

const windPath = 'environment.wind.angleApparent'

/** The paths that a plugin must declare in `reads` to follow the surroundings of a pilot. */
export const pilotSurroundingsPaths = [courseGuidancePath, windPath] as const

/** A wind instrument sends at least once a second. */
const maxAgeMs = 5_000

/** What a pilot depends on beside its own reports. */
export interface PilotSurroundings {
  /** Whether there is a course to follow. */
  readonly hasCourse: boolean
  /** The apparent wind from the bow, positive to starboard; undefined without a value of the last 5 s. */
  readonly windAngle: Radians | undefined
}

/** The latest wind angle in a delta; null when it is not known any more, and undefined when the delta has none. */
const windIn = ({ updates }: SentDelta): Radians | null | undefined => {
  const found = updates.flatMap(({ values = [] }) => values).findLast(({ path }) => path === windPath)
  if (found === undefined) return undefined
  const { value, stale = false } = found
  return typeof value === 'number' && !stale ? wrapHalf(radians(value)) : null
}

/**
 * Follows the course and the apparent wind of the boat. The manifest must declare `pilotSurroundingsPaths` in `reads`.
 * Dispose of the result to stop.
 * @throws MarineDataError when the server refuses
 */
export const followSurroundings = async (
  boat: Pick<Boat, 'subscribe'>,
): Promise<PilotSurroundings & AsyncDisposable> => {
  let hasCourse = false
  let wind: { readonly angle: Radians; readonly at: number } | undefined
  await using stack = new AsyncDisposableStack()
  stack.use(await followCourse(boat, ({ status }) => void (hasCourse = status === 'live')))
  // No cached values: an old wind would be taken for a present one.
  const subscription = { sendCachedValues: false, subscribe: [{ path: windPath }] }
  stack.use(
    await boat.subscribe(subscription, (delta) => {
      const angle = windIn(delta)
      if (angle !== undefined) wind = angle === null ? undefined : { angle, at: performance.now() }
    }),
  )
  const owned = stack.move()
  return {
    get hasCourse() {
      return hasCourse
    },
    get windAngle() {
      return wind !== undefined && performance.now() - wind.at <= maxAgeMs ? wind.angle : undefined
    },
    [Symbol.asyncDispose]: async () => await owned.disposeAsync(),
  }
}
