import { turnBetween, wrapFull, type Radians, type Seconds } from './units.ts'

/** Low-pass filter of a direction, the short way round. */
export class SmoothedDirection {
  readonly #lag: Seconds
  #value: Radians | undefined

  constructor(lag: Seconds) {
    this.#lag = lag
  }

  /** In [0, 2π); undefined before the first input. */
  get value(): Radians | undefined {
    return this.#value
  }

  /** Updates the filter; an undefined input resets it. */
  step(dt: Seconds, direction: Radians | undefined): Radians | undefined {
    if (direction === undefined || this.#value === undefined) this.#value = direction
    else this.#value += turnBetween(this.#value, direction) * (1 - Math.exp(-dt / this.#lag))
    if (this.#value !== undefined) this.#value = wrapFull(this.#value)
    return this.#value
  }

  reset(): void {
    this.#value = undefined
  }
}
