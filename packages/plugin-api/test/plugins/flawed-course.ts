import { bearingBetween, distanceBetween, placeOnTrack } from '@marinedata/model'
import {
  definePlugin,
  MarineDataError,
  runPlugin,
  Type,
  type CourseAnswer,
  type CourseHandler,
  type CourseQuestion,
} from '#index.ts'

const flaws = [
  'none',
  'offers nothing',
  'never answers',
  'sends degrees',
  'sends magnetic bearings',
  'is positive to port',
  'fails at the date line',
  'sends zero for an unknown speed',
  'has a time while the boat goes away',
  'answers the question before',
  'stops after a cancelled question',
] as const
type Flaw = (typeof flaws)[number]

/** A question that makes sense always has these. */
const known = (value: number | null | undefined): number => {
  if (value === null || value === undefined) throw new MarineDataError('invalid-value', 'There is no leg')
  return value
}

const speedOf = (
  { speedOverGround, courseOverGround }: CourseQuestion,
  { bearing, distance }: { readonly bearing: number; readonly distance: number },
): Pick<CourseAnswer, 'velocityMadeGood' | 'timeToGo'> => {
  if (speedOverGround === undefined || courseOverGround === undefined) return {}
  const velocityMadeGood = speedOverGround * Math.cos(courseOverGround - bearing)
  return { velocityMadeGood, ...(velocityMadeGood > 0.01 && { timeToGo: distance / velocityMadeGood }) }
}

const compute = (question: CourseQuestion): CourseAnswer => {
  const { position, origin, waypoint } = question
  const place = placeOnTrack(origin, waypoint, position)
  const bearing = known(bearingBetween(position, waypoint))
  const distance = distanceBetween(position, waypoint)
  return {
    bearing,
    distance,
    legBearing: known(bearingBetween(origin, waypoint)),
    trackBearing: known(place?.bearing),
    crossTrack: known(place?.crossTrack),
    ...speedOf(question, { bearing, distance }),
  }
}

const inDegrees = (angle: number): number => (angle * 180) / Math.PI
const variation = 0.07

/** Each flaw spoils a right answer in one way. */
const spoil: Partial<Record<Flaw, (answer: CourseAnswer, question: CourseQuestion) => CourseAnswer>> = {
  'sends degrees': (answer) => ({ ...answer, bearing: inDegrees(answer.bearing) }),
  'sends magnetic bearings': (answer) => ({ ...answer, bearing: Math.abs(answer.bearing - variation) }),
  'is positive to port': (answer) => ({ ...answer, crossTrack: 0 - answer.crossTrack }),
  'fails at the date line': (answer, { position, waypoint }) => {
    const isAcross = Math.abs(waypoint.longitude - position.longitude) > 180
    return isAcross ? { ...answer, distance: answer.distance * 300 } : answer
  },
  'sends zero for an unknown speed': (answer) => ({ velocityMadeGood: 0, timeToGo: 0, ...answer }),
  'has a time while the boat goes away': (answer) => ({
    ...answer,
    ...(answer.velocityMadeGood !== undefined && {
      timeToGo: answer.distance / Math.max(0.01, Math.abs(answer.velocityMadeGood)),
    }),
  }),
}

/** Less than the deadline of a question. */
const cancellationMs = 200

const handlerOf = (flaw: Flaw): CourseHandler => {
  let before: CourseQuestion | undefined
  return async (question, { signal }) => {
    if (flaw === 'never answers') await Promise.withResolvers<never>().promise
    if (flaw === 'stops after a cancelled question') {
      signal.addEventListener('abort', () => setTimeout(() => process.exit(1), 0))
      // The cancellation follows the question at once. On a busy machine it arrives later than this turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, cancellationMs))
    }
    const asked = flaw === 'answers the question before' ? (before ?? question) : question
    before = question
    const answer = compute(asked)
    return spoil[flaw]?.(answer, asked) ?? answer
  }
}

/** Wrong on purpose, in one way at a time. Without a flaw, a minimal provider of the course. */
const plugin = definePlugin({
  name: 'flawed-course',
  version: '1.0.0',
  description: 'A provider of the course with at most one flaw',
  settings: Type.Object({ flaw: Type.Enum([...flaws], { default: 'none' }) }),
  provides: ['course'],
  start: async (boat, { flaw }) => {
    if (flaw !== 'offers nothing') await boat.provideCourse(handlerOf(flaw))
  },
})

if (import.meta.main) await runPlugin(plugin)
