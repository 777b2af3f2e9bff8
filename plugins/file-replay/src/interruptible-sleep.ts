/** The longest delay of a timer. */
const maxTimerMs = 2_147_483_647

/** A sleep that can be woken. It has one sleeper, which checks itself why it was woken. */
export class InterruptibleSleep {
  #wake: (() => void) | undefined

  /** @param ms sleeps until woken when absent */
  async sleep(ms?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = ms === undefined ? undefined : setTimeout(resolve, Math.min(ms, maxTimerMs))
    await promise
    clearTimeout(timer)
    this.#wake = undefined
  }

  wake(): void {
    this.#wake?.()
  }
}
