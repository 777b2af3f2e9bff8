import type { Seconds } from '../units.ts'
import type { Random } from './random.ts'

/** An Ornstein–Uhlenbeck process: a value that wanders around zero. */
export class Wandering {
  readonly #random: Random
  readonly #memory: Seconds
  readonly #deviation: number
  #value = 0

  /** @param memory time constant */
  constructor(random: Random, memory: Seconds, deviation: number) {
    this.#random = random
    this.#memory = memory
    this.#deviation = deviation
  }

  get value(): number {
    return this.#value
  }

  reset(): void {
    this.#value = 0
  }

  step(dt: Seconds): number {
    if (this.#deviation === 0) return 0
    const decay = Math.exp(-dt / this.#memory)
    this.#value = decay * this.#value + this.#deviation * Math.sqrt(1 - decay * decay) * this.#random.normal()
    return this.#value
  }
}
