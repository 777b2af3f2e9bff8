import type { Fields } from '#codec/decode.ts'
import { nauticalMiles, radians, turnBetween } from '@marinedata/model'
import { outputMessage, type OutputFields, type OutputMessage } from './output-message.ts'
import { directionAt, numberAt, placeAt, type Moment, type Place } from './output-values.ts'

const base = 'navigation.courseGreatCircle'
const paths = {
  position: 'navigation.position',
  origin: `${base}.previousPoint.position`,
  destination: `${base}.nextPoint.position`,
  distance: `${base}.nextPoint.distance`,
  bearing: `${base}.nextPoint.bearingTrue`,
  track: `${base}.bearingTrackTrue`,
  crossTrack: `${base}.crossTrackError`,
  speed: 'navigation.speedOverGround',
  course: 'navigation.courseOverGroundTrue',
} as const

const ids = { crossTrack: 'crossTrackError', data: 'navigationData', leg: 'navigationRouteWpInformation' }

/** The messages about the course. Each is made from the whole course: without a position the rest is old. */
export const courseTable = Object.values(ids).map((id) => ({ id, paths: Object.values(paths) }))

/** Within this distance the destination counts as reached, as in the course of the server. */
const arrivalCircle = nauticalMiles(0.1)
const mostNumber = 999
/** The start of a leg has no name of its own. */
const originNumber = 0

/** The course at one moment. Bearings are relative to true north. */
interface Course {
  readonly origin: Place | undefined
  readonly destination: Place
  readonly distance: number
  readonly bearing: number
  readonly track: number
  /** Positive: the boat is to starboard of the track. */
  readonly crossTrack: number
  /** Towards the destination. */
  readonly closing: number | undefined
}

const closingSpeed = (all: Moment['all'], bearing: number): number | undefined => {
  const [speed, course] = [numberAt(all, paths.speed), numberAt(all, paths.course)]
  if (speed === undefined || course === undefined) return undefined
  return speed * Math.cos(turnBetween(radians(course), radians(bearing)))
}

/**
 * All that a pilot steers by, from one source, or nothing. The position and the motion may be those of the bus: a course
 * that is computed from them is not what the bus has sent.
 */
const courseAt = ({ values, all }: Moment): Course | undefined => {
  const source = values.withSourceOf(paths.crossTrack)
  const destination = placeAt(source, paths.destination)
  const distance = numberAt(source, paths.distance)
  const bearing = directionAt(source, paths.bearing)
  const track = directionAt(source, paths.track)
  const crossTrack = numberAt(source, paths.crossTrack)
  if (destination === undefined || distance === undefined || bearing === undefined) return undefined
  if (track === undefined || crossTrack === undefined) return undefined
  if (placeAt(all, paths.position) === undefined) return undefined
  const origin = placeAt(source, paths.origin)
  const closing = closingSpeed(all, bearing)
  return { origin, destination, distance, bearing, track, crossTrack, closing }
}

const autonomous = 0
const [no, yes] = [0, 1]
const [trueNorth, greatCircle] = [0, 0]

const dataFields = (course: Course, destinationNumber: number): Fields => ({
  distanceToWaypoint: course.distance,
  courseBearingReference: trueNorth,
  arrivalCircleEntered: course.distance <= arrivalCircle ? yes : no,
  calculationType: greatCircle,
  bearingOriginToDestinationWaypoint: course.track,
  bearingPositionToDestinationWaypoint: course.bearing,
  originWaypointNumber: originNumber,
  destinationWaypointNumber: destinationNumber,
  destinationLatitude: course.destination.latitude,
  destinationLongitude: course.destination.longitude,
  waypointClosingVelocity: course.closing,
})

const waypoint = (wpId: number, wpName: string, { latitude, longitude }: Place): Fields => ({
  wpId,
  wpName,
  wpLatitude: latitude,
  wpLongitude: longitude,
})

const legFields = ({ origin, destination }: Course, destinationNumber: number): OutputFields | undefined => {
  if (origin === undefined) return undefined
  const name = `WP${String(destinationNumber).padStart(3, '0')}`
  const rows = [waypoint(originNumber, 'START', origin), waypoint(destinationNumber, name, destination)]
  return { fields: { startRps: 0, routeName: '' }, rows }
}

const isMessage = (message: OutputMessage | undefined): message is OutputMessage => message !== undefined

/**
 * Writes 129283, 129284 and 129285: together, from one moment, or not at all. When the course or the position is lost,
 * one message says that navigation has ended and one has no values, then none is sent: a pilot must not steer by the
 * last ones.
 */
export class CourseMessages {
  #isValid = false
  #destination: string | undefined
  #number = 0

  /** The messages to send now. Call it once per period. */
  write(moment: Moment): readonly OutputMessage[] {
    const messages = this.#validMessages(moment)
    // Half a course is none: a distance beyond what its field takes, for example.
    if (messages === undefined) return this.#end(moment)
    this.#isValid = true
    return messages
  }

  #validMessages(moment: Moment): readonly OutputMessage[] | undefined {
    const course = courseAt(moment)
    if (course === undefined) return undefined
    const { sid } = moment
    const number = this.#numberOf(course.destination)
    const crossTrack = outputMessage(
      ids.crossTrack,
      { fields: { sid, xteMode: autonomous, navigationTerminated: no, xte: course.crossTrack } },
      ['xte'],
    )
    const data = outputMessage(ids.data, { fields: { sid, ...dataFields(course, number) } }, [
      'distanceToWaypoint',
    ])
    if (crossTrack === undefined || data === undefined) return undefined
    const leg = legFields(course, number)
    return [crossTrack, data, leg && outputMessage(ids.leg, leg, [])].filter(isMessage)
  }

  #end({ sid }: Moment): readonly OutputMessage[] {
    const wasValid = this.#isValid
    this.#isValid = false
    if (!wasValid) return []
    return [
      outputMessage(ids.crossTrack, { fields: { sid, navigationTerminated: yes } }, []),
      outputMessage(ids.data, { fields: { sid } }, []),
    ].filter(isMessage)
  }

  /** A number for the destination. Pilots notice by a new number that the next leg begins. */
  #numberOf({ latitude, longitude }: Place): number {
    const destination = `${latitude},${longitude}`
    if (destination !== this.#destination) {
      this.#destination = destination
      this.#number = (this.#number % mostNumber) + 1
    }
    return this.#number
  }
}
