import type { Random } from '../sea/random.ts'
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

/** An electronic compass with gyros: slightly late and noisy. */
export class Compass {
  readonly #heading = new SmoothedDirection(lag)
  readonly #noise: number
  readonly #variation: Radians
  readonly #random: Random

  constructor(noise: number, variation: Radians, random: Random) {
    this.#noise = noise
    this.#variation = variation
    this.#random = random
  }

  reset(): void {
    this.#heading.reset()
  }

  sense(dt: Seconds, { heading, rateOfTurn, roll, pitch }: Truth): CompassReading {
    const late = this.#heading.step(dt, wrapFull(heading - this.#variation)) ?? 0
    return {
      heading: wrapFull(late + this.#noise * headingNoise * this.#random.normal()),
      rateOfTurn: rateOfTurn + this.#noise * rateNoise * this.#random.normal(),
      roll,
      pitch,
    }
  }
}
