import type { Seconds } from './water/units.ts'

/** The watch runs about every second; a longer step means that the clock was set or the machine slept. */
const longestStep: Seconds = 5

/**
 * Watch time: never goes back, and no step is longer than five seconds. So a clock jump ends no wait, and silence
 * counts only while the watch was running.
 */
export class WatchClock {
  #clock: Seconds | undefined
  #lived: Seconds

  constructor(lived: Seconds = 0) {
    this.#lived = lived
  }

  get now(): Seconds {
    return this.#lived
  }

  /** The last wall-clock time; undefined before the first. */
  get clock(): Seconds | undefined {
    return this.#clock
  }

  /** Follows the clock. Returns how many seconds were skipped. */
  follow(clock: Seconds): Seconds {
    if (!Number.isFinite(clock)) return 0
    const step = clock - (this.#clock ?? clock)
    this.#clock = clock
    const lived = Math.max(0, Math.min(step, longestStep))
    this.#lived += lived
    return Math.max(0, step - lived)
  }
}
