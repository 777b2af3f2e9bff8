import { execute } from './pilot/commands.ts'
import type { PilotMode } from './pilot/modes.ts'
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
  leg: 1_000,
}

const tick: Seconds = 0.1

/** A simulation for tests of a pilot. */
export class SeaTrial {
  readonly simulation: SailingSimulation

  constructor(changes: Partial<SailingSettings> = {}) {
    this.simulation = new SailingSimulation({ ...calm, ...changes })
    this.sail(1)
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
