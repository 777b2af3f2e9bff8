/** Someone at the control head of a pilot, who presses its keys one after the other, again and again. */
export class Crew {
  readonly #keys: readonly (() => void)[]
  readonly #periodMs: number
  #pressedAt = Number.NEGATIVE_INFINITY
  #count = 0

  constructor(keys: readonly (() => void)[], periodMs: number) {
    this.#keys = keys
    this.#periodMs = periodMs
  }

  /** Presses the next key when it is due. @param now monotonic milliseconds */
  step(now: number): void {
    if (now - this.#pressedAt < this.#periodMs) return
    this.#pressedAt = now
    this.#keys[this.#count++ % this.#keys.length]?.()
  }
}
