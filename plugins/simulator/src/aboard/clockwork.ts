import { setTimeout as sleep } from 'node:timers/promises'
import type { Seconds } from '../units.ts'

/** Ten times a second; more often when time runs so fast that much would happen in between. */
const tickMs = (pace: number): number => (pace > 10 ? 25 : 100)
/** A tick that comes late counts for so many at most: a machine that is busy or asleep slows the voyage, and skips nothing of it. */
const mostTicks = 2
const longestSleepMs = 2 ** 31 - 1

/** Makes simulated time of real time, at a pace that can be changed. */
export class Clockwork implements Disposable {
  readonly #onTick: (passed: Seconds) => void
  #pace: number
  #timer: NodeJS.Timeout
  #tickedAt = performance.now()

  /** @param onTick is told how much simulated time has passed */
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

  /** Lets so much simulated time pass; for ever, when it is infinite. Rejects with the signal's reason. */
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
