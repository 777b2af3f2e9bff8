import { clamped, degrees, type Radians, type Seconds } from '../units.ts'

/** Gains of the PID controller: remaining angle, rate of turn, and integral. */
const proportional = 0.8
const rate: Seconds = 1.2
/** Per second. */
const integral = 0.02

const mostRudder = degrees(30)
const mostTrim = degrees(8)
/** The integral pauses during a turn and shortly after, so that it does not cause overshoot. */
const trimWithin = degrees(15)
const trimAfter: Seconds = 20
const deadZone = degrees(1)
/** Maximum comfortable rate of turn; radians per second. */
const fastestTurn = degrees(10)
const brake: Seconds = 8

/** The steering controller: the rudder angle for a remaining turn and a rate of turn. */
export class SteeringLaw {
  #trim: Radians = 0
  #steadyFor: Seconds = 0

  /** Resets the integral. */
  reset(): void {
    this.#trim = 0
    this.#steadyFor = 0
  }

  /**
   * @param toTurn remaining turn, positive to starboard
   * @param rateOfTurn radians per second, positive to starboard
   */
  rudder(dt: Seconds, toTurn: Radians, rateOfTurn: number): Radians {
    const felt = Math.abs(toTurn) < deadZone ? 0 : toTurn
    this.#learn(dt, felt)
    const tooFast = rateOfTurn - clamped(rateOfTurn, fastestTurn)
    const wanted = clamped(proportional * felt - rate * rateOfTurn + this.#trim, mostRudder)
    return clamped(wanted - brake * tooFast, mostRudder)
  }

  #learn(dt: Seconds, toTurn: Radians): void {
    this.#steadyFor = Math.abs(toTurn) <= trimWithin ? this.#steadyFor + dt : 0
    if (this.#steadyFor < trimAfter) return
    this.#trim = clamped(this.#trim + integral * toTurn * dt, mostTrim)
  }
}
