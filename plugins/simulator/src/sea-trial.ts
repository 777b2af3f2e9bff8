import { bearingBetween, distanceBetween, type LiveGuidance } from '@marinedata/model'
import type { Position } from '@marinedata/plugin-api'
import { moved } from './earth.ts'
import { execute } from './pilot/commands.ts'
import type { PilotMode } from './pilot/modes.ts'
import { vectorOf } from './vector.ts'
import { degrees, knots, type Seconds } from './units.ts'
import { SailingSimulation, type SailingSettings } from './sailing-simulation.ts'

/** Flat water, a steady wind of 12 knots from the north, no noise: only the pilot acts. */
const calm: SailingSettings = {
  seed: 1,
  position: { latitude: 54.75, longitude: 2.9 },
  heading: degrees(90),
  trueWind: { direction: 0, speed: knots(12) },
  current: { set: 0, drift: 0 },
  variation: degrees(5),
  waves: 0,
  gusts: 0,
  noise: 0,
}

const tick: Seconds = 0.1

/** The guidance of a leg, for a boat at its start. */
const guidanceOn = (origin: Position, position: Position): LiveGuidance => {
  const bearing = bearingBetween(origin, position) ?? 0
  return {
    status: 'live',
    route: null,
    origin,
    waypoint: { name: 'Mark', number: 1, position },
    nextWaypoint: null,
    legBearing: bearing,
    trackBearing: bearing,
    bearing,
    courseToSteer: bearing,
    distance: distanceBetween(origin, position),
    crossTrack: 0,
    isArrived: false,
  }
}

/** A simulation for tests of a pilot. */
export class SeaTrial {
  readonly simulation: SailingSimulation

  constructor(changes: Partial<SailingSettings> = {}) {
    this.simulation = new SailingSimulation({ ...calm, ...changes })
    this.sail(1)
  }

  /** Gives the main pilot a course: a leg from where the boat is. @param bearing degrees @param length metres */
  giveCourse(bearing: number, length = 5_000): this {
    const origin = this.simulation.truth.position
    const position = moved(origin, vectorOf(degrees(bearing), length))
    this.simulation.main.follow(guidanceOn(origin, position))
    return this
  }

  /** Engages the main pilot. */
  engage(mode: PilotMode): this {
    execute(this.simulation.main, { name: 'set-mode', input: { mode } })
    execute(this.simulation.main, { name: 'engage', input: {} })
    return this
  }

  /** Advances time; `look` is called ten times a second. */
  sail(seconds: Seconds, look: (time: Seconds) => void = () => undefined): this {
    for (let count = 1; count <= Math.round(seconds / tick); count++) {
      this.simulation.step(tick)
      look(count * tick)
    }
    return this
  }
}
