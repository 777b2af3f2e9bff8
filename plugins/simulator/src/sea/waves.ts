import type { Radians, Seconds } from '../units.ts'
import type { Chance } from './chance.ts'

/** What makes a sea of the noise: the frequency at which it rolls by, and how regularly it does. */
const frequency = 0.9
const damping = 0.1
/** Radians per second for each unit of height: a slight sea makes the heading of a steered boat swing by 2°. */
const yawPerHeight = 0.03
/** How far the boat rolls and pitches in a sea that yaws it so much. */
const rollPerYaw = 2.5
const pitchPerYaw = 1

/** Noise that swings: a resonance, driven by chance. */
class Swell {
  readonly #chance: Chance
  #value = 0
  #change = 0

  constructor(chance: Chance) {
    this.#chance = chance
  }

  get value(): number {
    return this.#value
  }

  /** The value swings with a deviation of one. */
  step(dt: Seconds): number {
    // The strength of the noise at which a resonance of this damping swings with a deviation of one.
    const drive = Math.sqrt(4 * damping * frequency ** 3)
    this.#change +=
      (-2 * damping * frequency * this.#change - frequency ** 2 * this.#value) * dt +
      drive * Math.sqrt(dt) * this.#chance.normal()
    this.#value += this.#change * dt
    return this.#value
  }
}

/** What the waves do to the boat. */
export class Waves {
  readonly #height: number
  readonly #yaw: Swell
  readonly #roll: Swell
  readonly #pitch: Swell

  /** @param height 0 for flat water, 1 for a slight sea, 3 for a rough one */
  constructor(height: number, chance: Chance) {
    this.#height = height
    this.#yaw = new Swell(chance.branch('yaw'))
    this.#roll = new Swell(chance.branch('roll'))
    this.#pitch = new Swell(chance.branch('pitch'))
  }

  get roll(): Radians {
    return this.#height * yawPerHeight * rollPerYaw * this.#roll.value
  }

  get pitch(): Radians {
    return this.#height * yawPerHeight * pitchPerYaw * this.#pitch.value
  }

  /** The rate of turn that they drive the boat to, in radians per second. */
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
