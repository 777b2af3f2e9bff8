/** Token bucket: refills at a constant rate and holds at most one burst. */
export class TokenBucket {
  readonly #perMs: number
  readonly #capacity: number
  #tokens: number

  constructor(perSecond: number, burstSeconds: number) {
    this.#perMs = perSecond / 1000
    this.#capacity = perSecond * burstSeconds
    this.#tokens = this.#capacity
  }

  refill(elapsedMs: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + elapsedMs * this.#perMs)
  }

  /** Takes tokens, going into debt if needed. Returns the milliseconds until the debt is refilled. */
  take(amount: number): number {
    this.#tokens -= amount
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs
  }

  /** Takes tokens only if enough are left. Returns whether it did. */
  tryTake(amount: number): boolean {
    if (this.#tokens < amount) return false
    this.#tokens -= amount
    return true
  }

  get isHalfFull(): boolean {
    return this.#tokens > this.#capacity / 2
  }
}
