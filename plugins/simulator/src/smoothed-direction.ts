import { turnBetween, wrapFull, type Radians, type Seconds } from './units.ts'

/** A direction that follows another one with a lag, the short way round. */
export class SmoothedDirection {
  readonly #lag: Seconds
  #value: Radians | undefined

  constructor(lag: Seconds) {
    this.#lag = lag
  }

  /** In [0, 2π); undefined when there has been nothing to follow. */
  get value(): Radians | undefined {
    return this.#value
  }

  /** Follows; without anything to follow it forgets where it was. */
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
