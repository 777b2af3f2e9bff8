const perSecond = {
  /** A gateway has nothing to say that is more than this. */
  message: 500,
  /** Each tunnel has a window, and carries many small frames or a file. This maximum would be 2.6 Gbit/s. */
  tunnel: 20_000,
} as const

export type CountedKind = keyof typeof perSecond

/** Finds a gateway that sends so much that it would keep the boat busy. */
export class FloodGuard {
  #second = 0
  readonly #counts: Record<CountedKind, number> = { message: 0, tunnel: 0 }

  /**
   * Counts a message or frame of the gateway. True when there are too many of its kind.
   * @param nowMs of a clock that never goes back
   */
  isFlood(kind: CountedKind, nowMs: number): boolean {
    const second = Math.floor(nowMs / 1_000)
    if (second !== this.#second) Object.assign(this.#counts, { message: 0, tunnel: 0 })
    this.#second = second
    return ++this.#counts[kind] > perSecond[kind]
  }
}
