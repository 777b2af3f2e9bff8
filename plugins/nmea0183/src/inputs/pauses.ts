const leastMs = 10_000
const mostMs = 300_000

/** How long to leave a silent port alone: longer and longer, until something is heard of it. */
export class Pauses {
  #nextMs = leastMs

  next(): number {
    const pauseMs = this.#nextMs
    this.#nextMs = Math.min(pauseMs * 2, mostMs)
    return pauseMs
  }

  reset(): void {
    this.#nextMs = leastMs
  }
}
