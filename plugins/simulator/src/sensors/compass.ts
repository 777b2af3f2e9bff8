import type { Chance } from '../sea/chance.ts'
import type { Truth } from '../simulated-boat.ts'
import { SmoothedDirection } from '../smoothed-direction.ts'
import { degrees, wrapFull, type Radians, type Seconds } from '../units.ts'

const lag: Seconds = 0.3
const headingNoise = degrees(0.5)
const rateNoise = degrees(0.1)

export interface CompassReading {
  /** Magnetic. */
  readonly heading: Radians
  /** Radians per second, positive to starboard. */
  readonly rateOfTurn: number
  readonly roll: Radians
  readonly pitch: Radians
}

/** An electronic compass with gyros: a little late, a little noisy. */
export class Compass {
  readonly #heading = new SmoothedDirection(lag)
  readonly #noise: number
  readonly #variation: Radians
  readonly #chance: Chance

  constructor(noise: number, variation: Radians, chance: Chance) {
    this.#noise = noise
    this.#variation = variation
    this.#chance = chance
  }

  reset(): void {
    this.#heading.reset()
  }

  sense(dt: Seconds, { heading, rateOfTurn, roll, pitch }: Truth): CompassReading {
    const late = this.#heading.step(dt, wrapFull(heading - this.#variation)) ?? 0
    return {
      heading: wrapFull(late + this.#noise * headingNoise * this.#chance.normal()),
      rateOfTurn: rateOfTurn + this.#noise * rateNoise * this.#chance.normal(),
      roll,
      pitch,
    }
  }
}
