/** Time as a dependency. */
export interface Clock {
  /** The wall clock, Unix milliseconds. */
  now(): number
  /** Calls once, after a time. The result cancels it. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Timers that end together. */
export class Timers implements Disposable {
  readonly #clock: Clock
  readonly #cancelByName = new Map<string, () => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Replaces the timer of this name. */
  set(name: string, ms: number, work: () => void): void {
    this.clear(name)
    const cancel = this.#clock.after(ms, () => {
      this.#cancelByName.delete(name)
      work()
    })
    this.#cancelByName.set(name, cancel)
  }

  has(name: string): boolean {
    return this.#cancelByName.has(name)
  }

  clear(name: string): void {
    this.#cancelByName.get(name)?.()
    this.#cancelByName.delete(name)
  }

  [Symbol.dispose](): void {
    for (const name of this.#cancelByName.keys()) this.clear(name)
  }
}
