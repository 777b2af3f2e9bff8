/** What a timer can hold. */
const longestMs = 2_147_483_647

/** A sleep that anyone can end. There is one sleeper; whoever wakes it says nothing of why, so it looks for itself. */
export class Nap {
  #wake: (() => void) | undefined

  /** @param ms until woken when absent */
  async sleep(ms?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = ms === undefined ? undefined : setTimeout(resolve, Math.min(ms, longestMs))
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }

  wake(): void {
    this.#wake?.()
  }
}
