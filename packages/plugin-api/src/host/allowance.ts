/** A bucket that fills at a rate and holds a burst. */
export class Allowance {
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

  /** Takes it when there is enough left; gives whether it did. */
  tryTake(amount: number): boolean {
    if (this.#left < amount) return false
    this.#left -= amount
    return true
  }

  get isComfortable(): boolean {
    return this.#left > this.#most / 2
  }
}
