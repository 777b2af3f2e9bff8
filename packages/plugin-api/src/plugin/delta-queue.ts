/** A serialized delta. */
export interface EncodedDelta {
  readonly text: string
  readonly bytes: number
}

export interface BatchLimits {
  readonly deltas: number
  readonly bytes: number
}

/** A bounded queue of deltas. When it is full, the oldest delta is dropped. */
export class DeltaQueue {
  readonly #limit: number
  #deltas: EncodedDelta[] = []
  #first = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get count(): number {
    return this.#deltas.length - this.#first
  }

  /** Returns how many deltas were dropped to make room. */
  add(delta: EncodedDelta): number {
    this.#deltas.push(delta)
    if (this.count <= this.#limit) return 0
    this.#discard(1)
    return 1
  }

  /** Takes as many deltas as fit into one message, at least one. */
  take(limits: BatchLimits): string[] {
    const texts: string[] = []
    let bytes = 0
    for (let at = this.#first; at < this.#deltas.length && texts.length < limits.deltas; at++) {
      const delta = this.#deltas[at]
      if (delta === undefined || (texts.length > 0 && bytes + delta.bytes > limits.bytes)) break
      texts.push(delta.text)
      bytes += delta.bytes
    }
    this.#discard(texts.length)
    return texts
  }

  #discard(count: number): void {
    this.#first += count
    // Trims the array only now and then, so that taking stays cheap for a long queue.
    if (this.#first < 1_024 && this.#first < this.#deltas.length) return
    this.#deltas = this.#deltas.slice(this.#first)
    this.#first = 0
  }
}
