import { type AutopilotMode, type ModeKind, wrapFull, wrapHalf, type Radians } from '@marinedata/model'

/** What the kind of a mode means for its targets. */
export interface KindLaw {
  /** Undefined where a target cannot be set at all. */
  readonly range: ((mode: AutopilotMode) => readonly [least: Radians, most: Radians]) | undefined
  readonly wrap: (angle: Radians) => Radians
}

const full = (): readonly [Radians, Radians] => [0, 2 * Math.PI]
const half = (): readonly [Radians, Radians] => [-Math.PI, Math.PI]
const rudder = ({ limit = Math.PI / 6 }: AutopilotMode): readonly [Radians, Radians] => [-limit, limit]

/** A wind target is the heading relative to the wind: positive with the wind on the port side, so that adding turns to starboard. */
export const kindLaws: Readonly<Record<ModeKind, KindLaw>> = {
  heading: { range: full, wrap: wrapFull },
  course: { range: full, wrap: wrapFull },
  wind: { range: half, wrap: wrapHalf },
  route: { range: undefined, wrap: wrapFull },
  rudder: { range: rudder, wrap: (angle) => angle },
}
