import type { Seconds } from './water/units.ts'

/** The watch is called at least every second or so; a longer step is a clock that was set, or a machine that slept. */
const longestStep: Seconds = 5

/**
 * Time as the watch lives it. It never goes back, and no step of it is longer than five seconds: a clock that jumps ends
 * no patience, and a silence counts only while someone was there to listen.
 */
export class ShipsTime {
  #clock: Seconds | undefined
  #lived: Seconds

  constructor(lived: Seconds = 0) {
    this.#lived = lived
  }

  get now(): Seconds {
    return this.#lived
  }

  /** What the clock said last; undefined before it said anything. */
  get clock(): Seconds | undefined {
    return this.#clock
  }

  /** Follows the clock; gives how many seconds of it were not lived. */
  follow(clock: Seconds): Seconds {
    if (!Number.isFinite(clock)) return 0
    const step = clock - (this.#clock ?? clock)
    this.#clock = clock
    const lived = Math.max(0, Math.min(step, longestStep))
    this.#lived += lived
    return Math.max(0, step - lived)
  }
}
