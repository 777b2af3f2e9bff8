import { ManualClock } from '@marinedata/core'

/** A clock on which every reading takes some time, to simulate slow work. */
export class BusyClock extends ManualClock {
  readonly #costMs: number
  #spentMs = 0

  constructor(costMs: number) {
    super()
    this.#costMs = costMs
  }

  override now(): number {
    this.#spentMs += this.#costMs
    return super.now() + this.#spentMs
  }
}
