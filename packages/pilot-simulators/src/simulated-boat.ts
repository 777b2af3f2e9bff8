import { wrapFull, wrapHalf } from './angles.ts'

/** Degrees a second. */
const fastestTurn = 10
/** Seconds in which most of a small turn is made. */
const responseSeconds = 3

/**
 * A boat that turns at a limited rate, in a wind that does not depend on its speed: enough to see a pilot steer. The simulators
 * are about the wire, not about the sea. Angles are in degrees.
 */
export class SimulatedBoat {
  #heading = 0
  #wind = 45

  /** As the compass shows it. Without deviation, variation and drift, it is also the course. */
  get heading(): number {
    return this.#heading
  }

  /** From the bow, positive to starboard. */
  get windAngle(): number {
    return wrapHalf(this.#wind - this.#heading)
  }

  place(heading: number, windAngle: number): void {
    this.#heading = wrapFull(heading)
    this.#wind = wrapFull(heading + windAngle)
  }

  /** Turns for a time. Returns the turn that was made. @param wanted what is left to turn, positive to starboard */
  turn(wanted: number, seconds: number, fastest = fastestTurn): number {
    const most = fastest * seconds
    const turned = Math.max(-most, Math.min(most, wanted * Math.min(seconds / responseSeconds, 1)))
    this.#heading = wrapFull(this.#heading + turned)
    return turned
  }
}
