import type { ReadingPace } from '#line/framed-reader.ts'
import { lineLimits } from '#protocol/limits.ts'

const shortestWaitMs = 5

/** A bucket that fills at a rate and holds a burst. */
class Allowance {
  readonly #perMs: number
  readonly #most: number
  #left: number

  constructor(perSecond: number, burstSeconds: number) {
    this.#perMs = perSecond / 1000
    this.#most = perSecond * burstSeconds
    this.#left = this.#most
  }

  refill(elapsedMs: number): void {
    this.#left = Math.min(this.#most, this.#left + elapsedMs * this.#perMs)
  }

  /** Gives the milliseconds until what was taken is made good. */
  take(amount: number): number {
    this.#left -= amount
    return this.#left >= 0 ? 0 : -this.#left / this.#perMs
  }

  get isComfortable(): boolean {
    return this.#left > this.#most / 2
  }
}

/** How fast one plugin may talk: whoever is faster waits at the pipe, and whoever keeps at it is found out. */
export class LinePace implements ReadingPace {
  readonly #now: () => number
  readonly #messages = new Allowance(lineLimits.messagesPerSecond, lineLimits.burstSeconds)
  readonly #bytes = new Allowance(lineLimits.bytesPerSecond, lineLimits.burstSeconds)
  #takenAt: number
  #shortSince: number | undefined

  constructor(now: () => number) {
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
