import { setTimeout as sleep } from 'node:timers/promises'
import type { Seconds } from '../units.ts'

/** Ten times a second, or more often when the simulation runs fast. */
const tickMs = (pace: number): number => (pace > 10 ? 25 : 100)
/** A late tick counts as at most this many: a busy or sleeping machine slows the simulation down and skips nothing. */
const mostTicks = 2
const longestSleepMs = 2 ** 31 - 1

/** Converts real time to simulated time at a variable pace. */
export class Clockwork implements Disposable {
  readonly #onTick: (passed: Seconds) => void
  #pace: number
  #timer: NodeJS.Timeout
  #tickedAt = performance.now()

  /** @param onTick receives the elapsed simulated time */
  constructor(pace: number, onTick: (passed: Seconds) => void) {
    this.#onTick = onTick
    this.#pace = pace
    this.#timer = setInterval(() => this.#tick(), tickMs(pace))
  }

  get pace(): number {
    return this.#pace
  }

  set pace(pace: number) {
    this.#pace = pace
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#tick(), tickMs(pace))
  }

  /** Waits for this much simulated time; forever when it is infinite. Rejects with the signal's reason. */
  async wait(seconds: Seconds, signal: AbortSignal): Promise<void> {
    try {
      await sleep(Math.min((seconds / this.#pace) * 1_000, longestSleepMs), undefined, { signal })
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
    signal.throwIfAborted()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    const passedMs = Math.min(now - this.#tickedAt, mostTicks * tickMs(this.#pace))
    this.#tickedAt = now
    this.#onTick((passedMs / 1_000) * this.#pace)
  }
}
