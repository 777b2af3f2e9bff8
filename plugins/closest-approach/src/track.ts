import { knots, radians, type MetresPerSecond, type Radians } from '@marinedata/model'
import type { Position } from '@marinedata/plugin-api'
import { craftOf, later, type Craft } from './craft.ts'
import type { Seconds } from './units.ts'

/** Paths of position and motion. */
export const motionPaths = [
  'navigation.position',
  'navigation.courseOverGroundTrue',
  'navigation.speedOverGround',
] as const
export type MotionPath = (typeof motionPaths)[number]

/** A stationary craft sends no course and needs none. */
const stillSpeed: MetresPerSecond = knots(0.2)

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const anyCourse = radians(0)
const angleOf = (value: unknown): Radians | undefined => {
  const angle = numberOf(value)
  return angle === undefined ? undefined : radians(angle)
}

const positionOf = (value: unknown): Position | undefined => {
  const { latitude, longitude } = Object(value) as Partial<Record<keyof Position, unknown>>
  const [north, east] = [numberOf(latitude), numberOf(longitude)]
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east }
}

/** The last known motion of one craft. Stale and null values are unknown. */
export class Track {
  readonly #limit: Seconds
  #position: Position | undefined
  #course: Radians | undefined
  #speed: MetresPerSecond | undefined
  /** When the position was received. */
  #receivedAt: Seconds = -Infinity

  /** @param limit maximum age of a position, extrapolated by course and speed */
  constructor(limit: Seconds) {
    this.#limit = limit
  }

  get speed(): MetresPerSecond | undefined {
    return this.#speed
  }

  /** @param value undefined when it is stale */
  handle(path: MotionPath, value: unknown, now: Seconds): void {
    if (path === 'navigation.courseOverGroundTrue') this.#course = angleOf(value)
    else if (path === 'navigation.speedOverGround') this.#speed = numberOf(value)
    else {
      this.#position = positionOf(value)
      if (this.#position !== undefined) this.#receivedAt = now
    }
  }

  /** True when nothing was received for longer than the limit. */
  isLost(now: Seconds): boolean {
    return now - this.#receivedAt > this.#limit
  }

  /** The extrapolated position and motion; undefined when any part is unknown. */
  craftAt(now: Seconds): Craft | undefined {
    if (this.#position === undefined || this.#speed === undefined || this.isLost(now)) return undefined
    const course = this.#course ?? (this.#speed <= stillSpeed ? anyCourse : undefined)
    if (course === undefined) return undefined
    return later(craftOf({ position: this.#position, course, speed: this.#speed }), now - this.#receivedAt)
  }
}
