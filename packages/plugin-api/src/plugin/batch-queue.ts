/** A serialized delta or message. */
export interface EncodedItem {
  readonly text: string
  readonly bytes: number
}

export interface BatchLimits {
  readonly items: number
  readonly bytes: number
}

/** A bounded queue of serialized items. When it is full, the oldest one is dropped. */
export class BatchQueue {
  readonly #limit: number
  #items: EncodedItem[] = []
  #first = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get count(): number {
    return this.#items.length - this.#first
  }

  /** Returns how many items were dropped to make room. */
  add(item: EncodedItem): number {
    this.#items.push(item)
    if (this.count <= this.#limit) return 0
    this.#discard(1)
    return 1
  }

  /** Takes as many items as fit into one message, at least one. */
  take(limits: BatchLimits): string[] {
    const texts: string[] = []
    let bytes = 0
    for (let at = this.#first; at < this.#items.length && texts.length < limits.items; at++) {
      const item = this.#items[at]
      if (item === undefined || (texts.length > 0 && bytes + item.bytes > limits.bytes)) break
      texts.push(item.text)
      bytes += item.bytes
    }
    this.#discard(texts.length)
    return texts
  }

  #discard(count: number): void {
    this.#first += count
    // Trims the array only now and then, so that taking stays cheap for a long queue.
    if (this.#first < 1_024 && this.#first < this.#items.length) return
    this.#items = this.#items.slice(this.#first)
    this.#first = 0
  }
}
