/** How long to wait between attempts to connect, in milliseconds. */
export interface BackOffLimits {
  /** Before the first new attempt. */
  readonly firstMs: number
  /** However often it failed. */
  readonly longestMs: number
}

export const defaultBackOff: BackOffLimits = { firstMs: 250, longestMs: 10_000 }

/** Waits that double up to a limit; each is cut by chance, so that clients do not come back all at once. */
export class BackOff {
  readonly #limits: BackOffLimits
  readonly #chance: () => number
  #ceilingMs: number

  /** @param chance a number from 0 to 1, the latter excluded */
  constructor(limits: BackOffLimits = defaultBackOff, chance: () => number = Math.random) {
    this.#limits = limits
    this.#chance = chance
    this.#ceilingMs = Math.min(limits.firstMs, limits.longestMs)
  }

  /** The next wait in milliseconds: between half of the present ceiling and the whole of it. */
  next(): number {
    const ceilingMs = this.#ceilingMs
    this.#ceilingMs = Math.min(ceilingMs * 2, this.#limits.longestMs)
    return ceilingMs / 2 + (this.#chance() * ceilingMs) / 2
  }

  /** To be called once a connection has proved itself. */
  reset(): void {
    this.#ceilingMs = Math.min(this.#limits.firstMs, this.#limits.longestMs)
  }
}
