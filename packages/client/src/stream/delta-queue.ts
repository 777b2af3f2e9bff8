/** Where the taken part of the list is cut off, so that taking stays cheap and the list short. */
const cutAfter = 1_024

/** What waits between a socket and its one reader: bounded, the oldest gives way. */
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

  /** How many gave way because nobody took them in time. */
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

  /** The oldest item, as soon as there is one. */
  next(): Promise<IteratorResult<T, undefined>> {
    if (this.length > 0) return Promise.resolve({ done: false, value: this.#take() })
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Ends the queue: what waits in it is given up, and whoever waits for it is told. */
  end(): void {
    this.#isEnded = true
    this.#items = []
    this.#taken = 0
    for (const waiting of this.#waiting.splice(0)) waiting({ done: true, value: undefined })
  }

  #take(): T {
    // Only called when the queue is not empty.
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
