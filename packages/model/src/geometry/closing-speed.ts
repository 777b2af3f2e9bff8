import { turnBetween } from './angles.ts'
import { radians } from './units.ts'

/** The motion of the boat over ground; members that are not known are undefined. */
export interface Motion {
  /** Metres a second. */
  readonly speed: number | undefined
  /** Radians, true. */
  readonly course: number | undefined
}

/** The speed towards a point, in metres a second; negative away from it, and undefined when the motion is unknown. */
export const closingSpeed = (bearing: number, { speed, course }: Motion): number | undefined =>
  speed === undefined || course === undefined
    ? undefined
    : speed * Math.cos(turnBetween(radians(course), radians(bearing)))
