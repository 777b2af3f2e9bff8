import type { Seconds } from '../units.ts'
import type { Chance } from './chance.ts'

/** A value that wanders about zero and is drawn back to it: an Ornstein–Uhlenbeck process. */
export class Wandering {
  readonly #chance: Chance
  readonly #memory: Seconds
  readonly #deviation: number
  #value = 0

  /** @param memory the time after which it has forgotten where it was */
  constructor(chance: Chance, memory: Seconds, deviation: number) {
    this.#chance = chance
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
    const kept = Math.exp(-dt / this.#memory)
    this.#value = kept * this.#value + this.#deviation * Math.sqrt(1 - kept * kept) * this.#chance.normal()
    return this.#value
  }
}
