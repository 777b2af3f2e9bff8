/** Measures how long a condition has been true. */
export class Duration {
  #since: number | undefined

  /** Returns the seconds for which the condition has been true. */
  update(isTrue: boolean, now: number): number {
    if (!isTrue) this.#since = undefined
    else this.#since ??= now
    return this.#since === undefined ? 0 : (now - this.#since) / 1000
  }
}
