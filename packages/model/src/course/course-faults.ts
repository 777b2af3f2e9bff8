import { checkOf, faultText } from '#faults.ts'
import { turnBetween } from '#geometry/angles.ts'
import { bearingBetween, distanceBetween, placeOnTrack } from '#geometry/great-circle.ts'
import { rhumbCrossTrack, rhumbLineBetween } from '#geometry/rhumb-line.ts'
import { degrees, radians, type Radians } from '#geometry/units.ts'
import { CourseAnswer, type CourseQuestion } from './course-computation.ts'

const check = checkOf<CourseAnswer>(CourseAnswer)

/** The earth is no sphere: distances on it differ by 0.6 %, bearings by 0.2°. */
const distanceTolerance = 0.01
const bearingTolerance: Radians = degrees(2)
/** A speed that no boat has, in m/s. */
const impossibleSpeed = 100

/** Whether a direction lies between two others, or near one of them. */
const isBetween = (value: number, one: Radians | null, other: Radians | null): boolean => {
  const first = one ?? other
  if (first === null) return true
  const span = turnBetween(first, other ?? first)
  const off = turnBetween(first, radians(value))
  return off >= Math.min(0, span) - bearingTolerance && off <= Math.max(0, span) + bearingTolerance
}

type Fault = (question: CourseQuestion, answer: CourseAnswer) => string | undefined

const distanceFault: Fault = ({ position, waypoint }, { distance }) => {
  const shortest = distanceBetween(position, waypoint)
  const longest = Math.max(shortest, rhumbLineBetween(position, waypoint)?.distance ?? 0)
  if (distance < (1 - distanceTolerance) * shortest) return 'the distance is shorter than the great circle'
  return distance > (1 + distanceTolerance) * longest + 1
    ? 'the distance is longer than the rhumb line'
    : undefined
}

const bearingFault: Fault = ({ position, origin, waypoint }, { bearing, legBearing, trackBearing }) => {
  const rhumb = (from: typeof position) => rhumbLineBetween(from, waypoint)?.bearing ?? null
  if (!isBetween(bearing, bearingBetween(position, waypoint), rhumb(position)))
    return 'the bearing does not lead to the waypoint'
  if (!isBetween(legBearing, bearingBetween(origin, waypoint), rhumb(origin)))
    return 'the bearing of the leg does not lead from its origin to the waypoint'
  const track = placeOnTrack(origin, waypoint, position)?.bearing ?? null
  return isBetween(trackBearing, track, rhumb(origin))
    ? undefined
    : 'the bearing of the track is not the direction of the leg where the boat is'
}

const crossTrackFault: Fault = ({ position, origin, waypoint }, { crossTrack }) => {
  const circle = placeOnTrack(origin, waypoint, position)?.crossTrack
  if (circle === undefined) return 'the leg starts where it ends'
  const rhumb = rhumbCrossTrack(origin, waypoint, position) ?? circle
  const [least, most] = [Math.min(circle, rhumb), Math.max(circle, rhumb)]
  // On long legs the shape of the earth moves the track by some hundred metres.
  const tolerance =
    10 + 0.02 * Math.max(Math.abs(least), Math.abs(most)) + 0.000_5 * distanceBetween(origin, waypoint)
  return crossTrack < least - tolerance || crossTrack > most + tolerance
    ? 'the cross-track error is not the distance of the boat from the leg'
    : undefined
}

const speedFault: Fault = (
  { speedOverGround, courseOverGround },
  { bearing, distance, velocityMadeGood, timeToGo },
) => {
  if (velocityMadeGood !== undefined && speedOverGround !== undefined && courseOverGround !== undefined) {
    const expected = speedOverGround * Math.cos(courseOverGround - bearing)
    if (Math.abs(velocityMadeGood - expected) > 0.5 + 0.2 * speedOverGround)
      return 'the velocity made good is not that of the boat'
  }
  if (timeToGo === undefined) return undefined
  if (velocityMadeGood !== undefined && velocityMadeGood <= 0)
    return 'it has a time to go, and the boat does not come nearer'
  return timeToGo * impossibleSpeed < distance
    ? `the time to go is too short: the boat would exceed ${impossibleSpeed} m/s`
    : undefined
}

/**
 * Finds the first fault of a computed course, as the end of a sentence; undefined when it is valid. Each number must be
 * that of the great circle or of the rhumb line, or between the two.
 */
export const courseFault = (question: CourseQuestion, answer: unknown): string | undefined => {
  if (!check.accepts(answer)) return faultText(check.faults(answer).slice(0, 8))
  for (const faultOf of [distanceFault, bearingFault, crossTrackFault, speedFault]) {
    const fault = faultOf(question, answer)
    if (fault !== undefined) return fault
  }
  return undefined
}
