/** Limits the bytes read per second, so that a flooding sender cannot take the whole processor. */
export class Pace {
  readonly #bytesPerSecond: number
  readonly #now: () => number
  #secondBegan: number
  #bytes = 0

  /** @param now monotonic milliseconds */
  constructor(bytesPerSecond: number, now: () => number = () => performance.now()) {
    this.#bytesPerSecond = bytesPerSecond
    this.#now = now
    this.#secondBegan = now()
  }

  /** Counts bytes that were read. Returns how many milliseconds reading has to pause. */
  take(bytes: number): number {
    const now = this.#now()
    if (now - this.#secondBegan >= 1_000) {
      this.#secondBegan = now
      this.#bytes = 0
    }
    this.#bytes += bytes
    return this.#bytes < this.#bytesPerSecond ? 0 : this.#secondBegan + 1_000 - now
  }
}
