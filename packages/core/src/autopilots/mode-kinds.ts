import {
  opposite,
  wrapFull,
  wrapHalf,
  degrees,
  radians,
  type AutopilotMode,
  type ModeKind,
  type NorthReference,
  type Radians,
} from '@marinedata/model'
import type { Surroundings } from './surroundings.ts'

/** The rules for targets of a kind of mode. */
export interface ModeKindRules {
  /** Undefined when the target cannot be set. */
  readonly range: ((mode: AutopilotMode) => Range) | undefined
  readonly wrap: (angle: Radians) => Radians
  /** Measures the steered value with the boat's own instruments; undefined when nothing comparable is measured. */
  readonly measured: ((boat: Surroundings, north: NorthReference) => Radians | undefined) | undefined
  /** Possible north references of a target when its mode does not declare one; the likeliest first. */
  readonly norths: readonly NorthReference[]
}

type Range = readonly [least: Radians, most: Radians]

const full = (): Range => [radians(0), radians(2 * Math.PI)]
const half = (): Range => [radians(-Math.PI), radians(Math.PI)]
const rudder = ({ limit = degrees(30) }: AutopilotMode): Range => [radians(-limit), radians(limit)]

const windHeading = (boat: Surroundings): Radians | undefined => {
  const angle = boat.windAngle()
  return angle === undefined ? undefined : opposite(angle)
}

const compassFirst: readonly NorthReference[] = ['magnetic', 'true']

/**
 * A wind target is the heading relative to the wind: positive with the wind on the port side, so that adding turns to
 * starboard.
 */
export const modeKindRules: Readonly<Record<ModeKind, ModeKindRules>> = {
  heading: {
    range: full,
    wrap: wrapFull,
    measured: (boat, north) => boat.heading(north),
    norths: compassFirst,
  },
  course: {
    range: full,
    wrap: wrapFull,
    measured: (boat, north) => boat.course(north),
    norths: ['true', 'magnetic'],
  },
  wind: { range: half, wrap: wrapHalf, measured: windHeading, norths: compassFirst },
  // Not measured: the cross-track alarm covers a route, and the heading back to the track may have any angle.
  route: { range: undefined, wrap: wrapFull, measured: undefined, norths: compassFirst },
  rudder: { range: rudder, wrap: (angle) => angle, measured: undefined, norths: compassFirst },
}
