import { backOffMs, type Layer } from '@marinedata/uplink-protocol'

/** How long the boat waits before it connects again: longer after each failure, until something has succeeded. */
export class BackOff {
  readonly #random: () => number
  #failures = 0
  /** The highest acknowledged number of each layer of a log. */
  #highest = { log: '', events: 0, minutes: 0, full: 0 }

  /** @param random returns a number from 0 to below 1 */
  constructor(random: () => number) {
    this.#random = random
  }

  /** Counts a failure. Returns milliseconds. */
  failed(): number {
    return backOffMs(++this.#failures, this.#random())
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** A layer was acknowledged up to a number. A repeated acknowledgement is not a success: the fleet can send it again. */
  advanced(log: string, layer: Layer, to: number): void {
    if (this.#highest.log !== log) this.#highest = { log, events: 0, minutes: 0, full: 0 }
    if (to <= this.#highest[layer]) return
    this.#highest[layer] = to
    this.succeeded()
  }
}
