import type { Fields } from '#codec/decode.ts'
import { closingSpeed, courseGuidancePath, type LiveGuidance } from '@marinedata/model'
import { outputMessage, type OutputFields, type OutputMessage } from './output-message.ts'
import { numberAt, roundedDirection, type Moment, type Place } from './output-values.ts'

const motionPaths = {
  speed: 'navigation.speedOverGround',
  course: 'navigation.courseOverGroundTrue',
} as const
const paths = [courseGuidancePath, ...Object.values(motionPaths)]

const ids = { crossTrack: 'crossTrackError', data: 'navigationData', leg: 'navigationRouteWpInformation' }

/** The messages about the course. Each is made from the whole course. */
export const courseTable = Object.values(ids).map((id) => ({ id, paths }))

const mostNumber = 999
/** The start of a leg has no name. */
const originNumber = 0

const autonomous = 0
const [no, yes] = [0, 1]
const [trueNorth, greatCircle] = [0, 0]

const dataFields = (guidance: LiveGuidance, destinationNumber: number, { all }: Moment): Fields => {
  // The boat may be exactly at the waypoint.
  const bearing = guidance.bearing ?? guidance.trackBearing
  const motion = { speed: numberAt(all, motionPaths.speed), course: numberAt(all, motionPaths.course) }
  return {
    distanceToWaypoint: guidance.distance,
    courseBearingReference: trueNorth,
    arrivalCircleEntered: guidance.isArrived ? yes : no,
    calculationType: greatCircle,
    bearingOriginToDestinationWaypoint: roundedDirection(guidance.legBearing),
    bearingPositionToDestinationWaypoint: roundedDirection(bearing),
    originWaypointNumber: originNumber,
    destinationWaypointNumber: destinationNumber,
    destinationLatitude: guidance.waypoint.position.latitude,
    destinationLongitude: guidance.waypoint.position.longitude,
    waypointClosingVelocity: closingSpeed(bearing, motion),
  }
}

const waypoint = (wpId: number, wpName: string, { latitude, longitude }: Place): Fields => ({
  wpId,
  wpName,
  wpLatitude: latitude,
  wpLongitude: longitude,
})

const legFields = (
  { origin, waypoint: { position } }: LiveGuidance,
  destinationNumber: number,
): OutputFields => {
  const name = `WP${String(destinationNumber).padStart(3, '0')}`
  const rows = [waypoint(originNumber, 'START', origin), waypoint(destinationNumber, name, position)]
  return { fields: { startRps: 0, routeName: '' }, rows }
}

const isMessage = (message: OutputMessage | undefined): message is OutputMessage => message !== undefined

/**
 * Writes 129283, 129284 and 129285: together, from one moment, or not at all. When the course or the position is lost, one
 * message says that navigation has ended and one has no values, then sending stops: a pilot must not steer by old messages.
 */
export class CourseMessages {
  #isValid = false
  #destination: string | undefined
  #number = 0

  /** The messages to send now. Call it once per period. */
  write(moment: Moment): readonly OutputMessage[] {
    const messages = this.#validMessages(moment)
    // Half a course is not sent: a distance beyond the range of its field, for example.
    if (messages === undefined) return this.#end(moment)
    this.#isValid = true
    return messages
  }

  #validMessages(moment: Moment): readonly OutputMessage[] | undefined {
    const { sid, guidance } = moment
    if (guidance === undefined) return undefined
    const number = this.#numberOf(guidance.waypoint.position)
    const crossTrack = outputMessage(
      ids.crossTrack,
      { fields: { sid, xteMode: autonomous, navigationTerminated: no, xte: guidance.crossTrack } },
      ['xte'],
    )
    const data = outputMessage(ids.data, { fields: { sid, ...dataFields(guidance, number, moment) } }, [
      'distanceToWaypoint',
      'bearingOriginToDestinationWaypoint',
      'bearingPositionToDestinationWaypoint',
      'destinationLatitude',
      'destinationLongitude',
    ])
    if (crossTrack === undefined || data === undefined) return undefined
    return [crossTrack, data, outputMessage(ids.leg, legFields(guidance, number), [])].filter(isMessage)
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
