/** A delta that is JSON already. */
export interface EncodedDelta {
  readonly text: string
  readonly bytes: number
}

export interface BatchLimits {
  readonly deltas: number
  readonly bytes: number
}

/** Deltas that wait for their turn, oldest first, and never more than so many: then the oldest are let go. */
export class WaitingDeltas {
  readonly #most: number
  #deltas: EncodedDelta[] = []
  #first = 0

  constructor(most: number) {
    this.#most = most
  }

  get count(): number {
    return this.#deltas.length - this.#first
  }

  /** Gives how many had to be let go for it. */
  add(delta: EncodedDelta): number {
    this.#deltas.push(delta)
    if (this.count <= this.#most) return 0
    this.#leave(1)
    return 1
  }

  /** Takes as many as fit into one message; the first one always does. */
  take(limits: BatchLimits): string[] {
    const texts: string[] = []
    let bytes = 0
    for (let at = this.#first; at < this.#deltas.length && texts.length < limits.deltas; at++) {
      const delta = this.#deltas[at]
      if (delta === undefined || (texts.length > 0 && bytes + delta.bytes > limits.bytes)) break
      texts.push(delta.text)
      bytes += delta.bytes
    }
    this.#leave(texts.length)
    return texts
  }

  #leave(count: number): void {
    this.#first += count
    // What is behind is cut off now and then, so that taking costs no more for a long queue.
    if (this.#first < 1_024 && this.#first < this.#deltas.length) return
    this.#deltas = this.#deltas.slice(this.#first)
    this.#first = 0
  }
}
