import { ManualClock } from '@marinedata/core'

/** A clock by which every look costs some time, as if the work between two looks did. */
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
