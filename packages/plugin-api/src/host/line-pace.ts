import type { ReadingPace } from '#line/framed-reader.ts'
import { lineLimits } from '#protocol/limits.ts'
import { Allowance } from './allowance.ts'

const shortestWaitMs = 5

export interface PaceLimits {
  readonly messagesPerSecond: number
  readonly bytesPerSecond: number
  /** Seconds' worth that may come at once. */
  readonly burstSeconds: number
}

/** How fast one plugin may talk: whoever is faster waits at the pipe, and whoever keeps at it is found out. */
export class LinePace implements ReadingPace {
  readonly #now: () => number
  readonly #messages: Allowance
  readonly #bytes: Allowance
  #takenAt: number
  #shortSince: number | undefined

  constructor(now: () => number, limits: PaceLimits = lineLimits) {
    const { messagesPerSecond, bytesPerSecond, burstSeconds } = limits
    this.#messages = new Allowance(messagesPerSecond, burstSeconds)
    this.#bytes = new Allowance(bytesPerSecond, burstSeconds)
    this.#now = now
    this.#takenAt = now()
  }

  take(messages: number, bytes: number): number {
    this.#refill()
    const waitMs = Math.max(this.#messages.take(messages), this.#bytes.take(bytes))
    if (waitMs === 0) return 0
    this.#shortSince ??= this.#takenAt
    return Math.max(waitMs, shortestWaitMs)
  }

  /** For how long the plugin has been wanting more than it may have. */
  get pressedMs(): number {
    this.#refill()
    return this.#shortSince === undefined ? 0 : this.#takenAt - this.#shortSince
  }

  #refill(): void {
    const now = this.#now()
    this.#messages.refill(now - this.#takenAt)
    this.#bytes.refill(now - this.#takenAt)
    this.#takenAt = now
    if (this.#messages.isComfortable && this.#bytes.isComfortable) this.#shortSince = undefined
  }
}
