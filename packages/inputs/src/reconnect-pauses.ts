const firstMs = 250
const soonMs = 500
/** This long after it worked an input is tried again quickly: most interruptions are short. */
const soonForMs = 60_000
const mostMs = 30_000

/** The pause before a lost connection is opened again. Short for a minute, then longer and longer until it works. */
export class ReconnectPauses {
  readonly #now: () => number
  #failingSince: number | undefined
  #lastMs = 0

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether the input worked less than a minute ago. */
  get areShort(): boolean {
    return this.#failingSince === undefined || this.#now() - this.#failingSince < soonForMs
  }

  next(): number {
    this.#failingSince ??= this.#now()
    if (this.areShort) this.#lastMs = this.#lastMs === 0 ? firstMs : soonMs
    else this.#lastMs = Math.min(this.#lastMs * 2, mostMs)
    return this.#lastMs
  }

  reset(): void {
    this.#failingSince = undefined
    this.#lastMs = 0
  }
}
