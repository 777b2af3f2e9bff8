/** Does something again and again, a time after it was done the last time. */
export class Repeated {
  readonly #everyMs: number
  readonly #work: (isCurrent: () => boolean) => Promise<boolean>
  #timer: ReturnType<typeof setTimeout> | undefined
  #round = 0

  /**
   * @param work does it, and returns whether to do it again. Results are discarded once `isCurrent` returns false. It must not
   * throw.
   */
  constructor(everyMs: number, work: (isCurrent: () => boolean) => Promise<boolean>) {
    this.#everyMs = everyMs
    this.#work = work
  }

  /** Starts now, or after a time, and then repeats. Discards running work. */
  start(afterMs = 0): void {
    this.stop()
    const round = this.#round
    this.#timer = setTimeout(() => void this.#run(round), afterMs)
  }

  stop(): void {
    this.#round++
    clearTimeout(this.#timer)
  }

  async #run(round: number): Promise<void> {
    const isWanted = await this.#work(() => round === this.#round)
    if (isWanted && round === this.#round)
      this.#timer = setTimeout(() => void this.#run(round), this.#everyMs)
  }
}
