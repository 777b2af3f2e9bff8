import { closingSpeed, courseGuidancePath, type LiveGuidance } from '@marinedata/model'
import { bearingFormat, closingFormat, crossTrackFormat, numberText, rangeFormat } from './number-formats.ts'
import { placeTexts, sidedText, type LiveValues } from './output-fields.ts'
import { sentenceText, type Seconds } from './output-sentence.ts'

const motionPaths = {
  speed: 'navigation.speedOverGround',
  course: 'navigation.courseOverGroundTrue',
} as const

/** Every path that the sentences about the course are made from. */
export const coursePaths: readonly string[] = [courseGuidancePath, ...Object.values(motionPaths)]
export const coursePeriod: Seconds = 1

/** The fields of the course at one moment. Bearings are relative to true north. */
interface Course {
  readonly destination: readonly string[]
  readonly range: string
  readonly bearing: string
  readonly track: string
  /** Distance from the track, and the side to steer to: left when the boat is to starboard. */
  readonly steer: readonly [string, string]
  /** Speed towards the destination; empty when it is unknown. */
  readonly closing: string
  readonly arrived: 'A' | 'V'
}

const talker = 'EC'
const mostNumber = 999

const numberIn = (values: LiveValues, path: string): number | undefined => {
  const value = values.get(path)
  return typeof value === 'number' ? value : undefined
}

/** All that a pilot steers by, or nothing. */
const courseOf = (guidance: LiveGuidance, values: LiveValues): Course | undefined => {
  // The boat may be exactly at the waypoint.
  const bearing = guidance.bearing ?? guidance.trackBearing
  const motion = {
    speed: numberIn(values, motionPaths.speed),
    course: numberIn(values, motionPaths.course),
  }
  const course: Course = {
    destination: placeTexts(guidance.waypoint.position),
    range: numberText(guidance.distance, rangeFormat),
    bearing: numberText(bearing, bearingFormat),
    track: numberText(guidance.legBearing, bearingFormat),
    steer: sidedText(guidance.crossTrack, crossTrackFormat, ['L', 'R']),
    closing: numberText(closingSpeed(bearing, motion) ?? Number.NaN, closingFormat),
    arrived: guidance.isArrived ? 'A' : 'V',
  }
  const { destination, range, track, steer } = course
  return [...destination, range, course.bearing, track, ...steer].includes('') ? undefined : course
}

/** The sentences, all from the same course. */
const validSentences = (course: Course, id: string): (string | undefined)[] => {
  const { destination, range, bearing, track, steer, closing, arrived } = course
  const toDestination = [range, bearing, closing, arrived]
  // The pilot steers to the destination; whether its perpendicular is passed is unknown.
  const bearings = [track, 'T', id, bearing, 'T', bearing, 'T']
  return [
    sentenceText(talker, 'RMB', ['A', ...steer, '', id, ...destination, ...toDestination, 'A']),
    sentenceText(talker, 'APB', ['A', 'A', ...steer, 'N', arrived, 'V', ...bearings, 'A']),
    sentenceText(talker, 'XTE', ['A', 'A', ...steer, 'N', 'A']),
    sentenceText(talker, 'BOD', [track, 'T', '', 'M', id, '']),
  ]
}

/**
 * APB of a course, for a pilot that takes it alone; undefined when a figure of it is unknown.
 * @param toSteer the heading to steer, true: some pilots correct it for the distance from the track, others do not
 */
export const apbOf = (guidance: LiveGuidance, toSteer: number): string | undefined => {
  const { crossTrack, legBearing, bearing, waypoint, isArrived } = guidance
  const steer = sidedText(crossTrack, crossTrackFormat, ['L', 'R'])
  const [leg, present, order] = [legBearing, bearing, toSteer].map((angle) =>
    numberText(angle, bearingFormat),
  )
  const id = `WP${String(waypoint.number % (mostNumber + 1)).padStart(3, '0')}`
  const bearings = [leg, 'T', id, present, 'T', order, 'T'] as const
  const fields = [
    'A',
    'A',
    ...steer,
    'N',
    isArrived ? 'A' : 'V',
    'V',
    ...bearings.map((text) => text ?? ''),
    'A',
  ]
  return [...steer, leg, order].includes('') ? undefined : sentenceText(talker, 'APB', fields)
}

const noFields = ['V', 'V', '', '', 'N', 'V', 'V', '', '', '', '', '', '', '', 'N']
/** The end of a course. */
export const invalidApb: string | undefined = sentenceText(talker, 'APB', noFields)

/** The end of the course: invalid, and nothing that a pilot could steer by. */
const invalidSentences: readonly (string | undefined)[] = [
  sentenceText(talker, 'RMB', ['V', '', '', '', '', '', '', '', '', '', '', '', 'V', 'N']),
  invalidApb,
  sentenceText(talker, 'XTE', ['V', 'V', '', '', 'N', 'N']),
]

const isText = (text: string | undefined): text is string => text !== undefined

/**
 * Writes RMB, APB, XTE and BOD: together, from one moment, or not at all. When the course or the position is lost, one
 * set of invalid sentences is sent, then none: a pilot must not steer by the last ones.
 */
export class CourseOutput {
  #isValid = false
  #destination: string | undefined
  #number = 0

  /**
   * The sentences to send now, without line ends. Call it once per period.
   * @param guidance undefined while there is no live course
   * @param values for the speed towards the destination
   */
  write(guidance: LiveGuidance | undefined, values: LiveValues): readonly string[] {
    const course = guidance && courseOf(guidance, values)
    if (course === undefined) return this.#end()
    this.#isValid = true
    return validSentences(course, this.#idOf(course.destination.join(','))).filter(isText)
  }

  #end(): readonly string[] {
    const wasValid = this.#isValid
    this.#isValid = false
    return wasValid ? invalidSentences.filter(isText) : []
  }

  /** A name for the destination. Pilots notice by a new name that the next leg begins. */
  #idOf(destination: string): string {
    if (destination !== this.#destination) {
      this.#destination = destination
      this.#number = (this.#number % mostNumber) + 1
    }
    return `WP${String(this.#number).padStart(3, '0')}`
  }
}
