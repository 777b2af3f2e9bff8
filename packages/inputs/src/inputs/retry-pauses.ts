const leastMs = 10_000
const mostMs = 300_000

/** The pause before a silent port is opened again. Grows until the port sends something. */
export class RetryPauses {
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
