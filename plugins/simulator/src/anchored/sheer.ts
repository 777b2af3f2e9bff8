import type { Random } from '../sea/random.ts'
import { Wandering } from '../sea/wandering.ts'
import type { MetresPerSecond, Radians, Seconds } from '../units.ts'

const usualPeriod: Seconds = 90
const [shortest, longest]: readonly [Seconds, Seconds] = [50, 180]
const most: Radians = 0.6

/** How far the bow falls off to each side in this wind. */
const amplitude = (wind: MetresPerSecond): Radians => Math.min(most, 0.1 + 0.022 * wind)

/** The sheering of a boat at anchor: every minute or two the bow falls off to the other side. */
export class Sheer {
  readonly #tempo: Wandering
  #phase: Radians

  constructor(random: Random) {
    this.#tempo = new Wandering(random.branch('tempo'), 300, 0.3)
    this.#tempo.step(Infinity)
    this.#phase = random.between(0, 2 * Math.PI)
  }

  /** Returns the angle of the bow to starboard of the wind. */
  step(dt: Seconds, wind: MetresPerSecond): Radians {
    const wished = usualPeriod * Math.exp(this.#tempo.step(dt))
    const period = Math.max(shortest, Math.min(longest, wished))
    this.#phase = (this.#phase + (2 * Math.PI * dt) / period) % (2 * Math.PI)
    return amplitude(wind) * Math.sin(this.#phase)
  }
}
