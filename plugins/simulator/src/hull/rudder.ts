import { clamped, degrees, type Radians, type Seconds } from '../units.ts'

const limit: Radians = degrees(35)
/** Radians per second. */
const speed = degrees(6)

/** The rudder and its drive; positive turns the bow to starboard. */
export class Rudder {
  #angle: Radians = 0

  get angle(): Radians {
    return this.#angle
  }

  centre(): void {
    this.#angle = 0
  }

  step(dt: Seconds, wanted: Radians): void {
    this.#angle += clamped(clamped(wanted, limit) - this.#angle, speed * dt)
  }
}
