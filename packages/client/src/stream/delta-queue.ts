/** Taken items are removed from the array in blocks of at least this size, which keeps taking cheap. */
const cutAfter = 1_024

/** A bounded queue between a socket and its one reader. When it is full, the oldest item is dropped. */
export class DeltaQueue<T> {
  readonly #limit: number
  #items: T[] = []
  #taken = 0
  #waiting: ((result: IteratorResult<T, undefined>) => void)[] = []
  #dropped = 0
  #isEnded = false

  constructor(limit: number) {
    this.#limit = Math.max(1, limit)
  }

  get length(): number {
    return this.#items.length - this.#taken
  }

  /** Number of items dropped because the queue was full. */
  get dropped(): number {
    return this.#dropped
  }

  push(item: T): void {
    if (this.#isEnded) return
    const waiting = this.#waiting.shift()
    if (waiting !== undefined) {
      waiting({ done: false, value: item })
      return
    }
    if (this.length >= this.#limit) {
      this.#take()
      this.#dropped++
    }
    this.#items.push(item)
  }

  /** Takes the oldest item, or waits for one. */
  next(): Promise<IteratorResult<T, undefined>> {
    if (this.length > 0) return Promise.resolve({ done: false, value: this.#take() })
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Ends the queue: drops its items and ends waiting readers. */
  end(): void {
    this.#isEnded = true
    this.#items = []
    this.#taken = 0
    for (const waiting of this.#waiting.splice(0)) waiting({ done: true, value: undefined })
  }

  #take(): T {
    // Called only when the queue is not empty.
    const item = this.#items[this.#taken] as T
    this.#taken++
    if (this.#taken === this.#items.length) {
      this.#items = []
      this.#taken = 0
    } else if (this.#taken >= cutAfter && this.#taken * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#taken)
      this.#taken = 0
    }
    return item
  }
}
