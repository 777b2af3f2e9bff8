import type { Radians, Seconds } from '../units.ts'
import type { Random } from './random.ts'

/** Frequency and damping of the waves. */
const frequency = 0.9
const damping = 0.1
/** Radians per second per unit of height: a slight sea makes the heading of a steered boat deviate by 2°. */
const yawPerHeight = 0.03
/** Roll and pitch relative to the yaw. */
const rollPerYaw = 2.5
const pitchPerYaw = 1

/** A resonance that is driven by noise. */
class Swell {
  readonly #random: Random
  #value = 0
  #change = 0

  constructor(random: Random) {
    this.#random = random
  }

  get value(): number {
    return this.#value
  }

  /** The value has a deviation of one. */
  step(dt: Seconds): number {
    // The noise strength for which a resonance of this damping has a deviation of one.
    const drive = Math.sqrt(4 * damping * frequency ** 3)
    this.#change +=
      (-2 * damping * frequency * this.#change - frequency ** 2 * this.#value) * dt +
      drive * Math.sqrt(dt) * this.#random.normal()
    this.#value += this.#change * dt
    return this.#value
  }
}

/** The effect of the waves on the boat. */
export class Waves {
  readonly #height: number
  readonly #yaw: Swell
  readonly #roll: Swell
  readonly #pitch: Swell

  /** @param height 0 for flat water, 1 for a slight sea, 3 for a rough sea */
  constructor(height: number, random: Random) {
    this.#height = height
    this.#yaw = new Swell(random.branch('yaw'))
    this.#roll = new Swell(random.branch('roll'))
    this.#pitch = new Swell(random.branch('pitch'))
  }

  get roll(): Radians {
    return this.#height * yawPerHeight * rollPerYaw * this.#roll.value
  }

  get pitch(): Radians {
    return this.#height * yawPerHeight * pitchPerYaw * this.#pitch.value
  }

  /** The rate of turn caused by the waves, in radians per second. */
  get yaw(): number {
    return this.#height * yawPerHeight * this.#yaw.value
  }

  step(dt: Seconds): void {
    if (this.#height === 0) return
    this.#yaw.step(dt)
    this.#roll.step(dt)
    this.#pitch.step(dt)
  }
}
