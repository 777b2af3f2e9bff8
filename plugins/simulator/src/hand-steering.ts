import { SteeringLaw } from './pilot/steering-law.ts'
import type { Truth } from './simulated-boat.ts'
import { degrees, turnBetween, wrapFull, type Radians, type Seconds } from './units.ts'

/** Closer to the wind than this the crew bears away. */
const closest = degrees(40)

/** The crew at the wheel while no pilot steers: holds the heading at which it took over. */
export class HandSteering {
  readonly #law = new SteeringLaw()
  #heading: Radians | undefined

  /** A pilot takes over. */
  release(): void {
    this.#heading = undefined
  }

  /** The requested rudder angle. */
  steer(dt: Seconds, { heading, rateOfTurn, trueWind }: Truth): Radians {
    if (this.#heading === undefined) {
      this.#law.reset()
      this.#heading = heading
    }
    const wind = turnBetween(this.#heading, trueWind.direction)
    if (Math.abs(wind) < closest)
      this.#heading = wrapFull(trueWind.direction + (wind < 0 ? closest : -closest))
    return this.#law.rudder(dt, turnBetween(heading, this.#heading), rateOfTurn)
  }
}
