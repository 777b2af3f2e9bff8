import type { ReadLimiter } from '#rpc/framed-reader.ts'
import { rpcLimits } from '#protocol/limits.ts'
import { TokenBucket } from './token-bucket.ts'

const shortestWaitMs = 5

export interface RateLimits {
  readonly messagesPerSecond: number
  readonly bytesPerSecond: number
  /** The burst: this many seconds of the rate may arrive at once. */
  readonly burstSeconds: number
}

/** Limits how fast the server reads from one plugin, and measures how long the plugin has exceeded the limit. */
export class RateLimiter implements ReadLimiter {
  readonly #now: () => number
  readonly #messages: TokenBucket
  readonly #bytes: TokenBucket
  #refilledAt: number
  #overLimitSince: number | undefined

  constructor(now: () => number, limits: RateLimits = rpcLimits) {
    const { messagesPerSecond, bytesPerSecond, burstSeconds } = limits
    this.#messages = new TokenBucket(messagesPerSecond, burstSeconds)
    this.#bytes = new TokenBucket(bytesPerSecond, burstSeconds)
    this.#now = now
    this.#refilledAt = now()
  }

  take(messages: number, bytes: number): number {
    this.#refill()
    const waitMs = Math.max(this.#messages.take(messages), this.#bytes.take(bytes))
    if (waitMs === 0) return 0
    this.#overLimitSince ??= this.#refilledAt
    return Math.max(waitMs, shortestWaitMs)
  }

  /** Milliseconds since the plugin exceeded the limit; 0 once both buckets are half full again. */
  get overLimitMs(): number {
    this.#refill()
    return this.#overLimitSince === undefined ? 0 : this.#refilledAt - this.#overLimitSince
  }

  #refill(): void {
    const now = this.#now()
    this.#messages.refill(now - this.#refilledAt)
    this.#bytes.refill(now - this.#refilledAt)
    this.#refilledAt = now
    if (this.#messages.isHalfFull && this.#bytes.isHalfFull) this.#overLimitSince = undefined
  }
}
