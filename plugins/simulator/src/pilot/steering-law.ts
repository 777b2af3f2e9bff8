import { clamped, degrees, type Radians, type Seconds } from '../units.ts'

/** Rudder for an angle that is to be turned, for the speed of the turn, and for what remains in the long run. */
const proportional = 0.8
const rate: Seconds = 1.2
/** Per second. */
const integral = 0.02

const mostRudder = degrees(30)
const mostTrim = degrees(8)
/** No trim is learned during a turn, nor soon after: it would carry the bow past the target. */
const trimWithin = degrees(15)
const trimAfter: Seconds = 20
const deadZone = degrees(1)
/** Faster than this nobody aboard likes to be turned; radians per second. */
const fastestTurn = degrees(10)
const brake: Seconds = 8

/** The helmsman's judgement: where the rudder goes, for how far is still to turn and how fast it turns. */
export class SteeringLaw {
  #trim: Radians = 0
  #steadyFor: Seconds = 0

  /** Forgets what it has learned of the trim of the boat. */
  reset(): void {
    this.#trim = 0
    this.#steadyFor = 0
  }

  /**
   * @param toTurn what is still to turn, positive to starboard
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
