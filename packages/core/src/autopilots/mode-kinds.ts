import {
  opposite,
  wrapFull,
  wrapHalf,
  type AutopilotMode,
  type ModeKind,
  type NorthReference,
  type Radians,
} from '@marinedata/model'
import type { Surroundings } from './surroundings.ts'

/** What the kind of a mode means for its targets. */
export interface KindLaw {
  /** Undefined where a target cannot be set at all. */
  readonly range: ((mode: AutopilotMode) => readonly [least: Radians, most: Radians]) | undefined
  readonly wrap: (angle: Radians) => Radians
  /** What the boat's own instruments show of what the mode steers by; undefined where they show nothing comparable. */
  readonly measured: ((boat: Surroundings, north: NorthReference) => Radians | undefined) | undefined
  /** The norths that a target may refer to when its mode does not declare one; the likelier first. */
  readonly norths: readonly NorthReference[]
}

const full = (): readonly [Radians, Radians] => [0, 2 * Math.PI]
const half = (): readonly [Radians, Radians] => [-Math.PI, Math.PI]
const rudder = ({ limit = Math.PI / 6 }: AutopilotMode): readonly [Radians, Radians] => [-limit, limit]

const windHeading = (boat: Surroundings): Radians | undefined => {
  const angle = boat.windAngle()
  return angle === undefined ? undefined : opposite(angle)
}

const compassFirst: readonly NorthReference[] = ['magnetic', 'true']

/** A wind target is the heading relative to the wind: positive with the wind on the port side, so that adding turns to starboard. */
export const kindLaws: Readonly<Record<ModeKind, KindLaw>> = {
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
  // Off a route is off its track, which has an alarm of its own: the way back to it may be at any angle.
  route: { range: undefined, wrap: wrapFull, measured: undefined, norths: compassFirst },
  rudder: { range: rudder, wrap: (angle) => angle, measured: undefined, norths: compassFirst },
}
