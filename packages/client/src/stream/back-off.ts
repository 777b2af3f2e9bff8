/** Delays between attempts to connect, in milliseconds. */
export interface BackOffLimits {
  /** Delay before the first retry. */
  readonly firstMs: number
  /** Maximum delay. */
  readonly longestMs: number
}

export const defaultBackOff: BackOffLimits = { firstMs: 250, longestMs: 10_000 }

/** Exponential back-off with jitter, so that clients do not reconnect all at once. */
export class BackOff {
  readonly #limits: BackOffLimits
  readonly #chance: () => number
  #ceilingMs: number

  /** @param chance returns a random number from 0 to 1, 1 excluded */
  constructor(limits: BackOffLimits = defaultBackOff, chance: () => number = Math.random) {
    this.#limits = limits
    this.#chance = chance
    this.#ceilingMs = Math.min(limits.firstMs, limits.longestMs)
  }

  /** The next delay in milliseconds: between half of the present ceiling and the ceiling. */
  next(): number {
    const ceilingMs = this.#ceilingMs
    this.#ceilingMs = Math.min(ceilingMs * 2, this.#limits.longestMs)
    return ceilingMs / 2 + (this.#chance() * ceilingMs) / 2
  }

  /** Call it when a connection works. */
  reset(): void {
    this.#ceilingMs = Math.min(this.#limits.firstMs, this.#limits.longestMs)
  }
}
