/** Milliseconds, where Node's clocks and dates use them. */
export type Milliseconds = number

/** Monotonic milliseconds, such as `performance`. */
export interface MonotonicClock {
  now(): Milliseconds
}

/** One sentence of a message that is too long for a single sentence. */
export interface Part {
  /** Message id and channel, which all parts of one message have in common. */
  readonly sequence: string
  readonly channel: string
  readonly total: number
  /** From 1. */
  readonly number: number
  readonly payload: string
  /** Fill bits at the end; only in the last part. */
  readonly fill: number
}

interface Unfinished {
  readonly parts: Map<number, Part>
  readonly since: Milliseconds
}

const mostUnfinished = 16
const waitFor: Milliseconds = 5_000

/** Joins messages from their parts in any order. Incomplete messages are dropped. */
export class MessageParts {
  readonly #clock: MonotonicClock
  /** Oldest first. */
  readonly #unfinished = new Map<string, Unfinished>()
  #dropped = 0

  constructor(clock: MonotonicClock) {
    this.#clock = clock
  }

  get dropped(): number {
    return this.#dropped
  }

  /** All parts in order, once they are complete. */
  add(part: Part): readonly Part[] | undefined {
    const { total, number } = part
    const message = `${total}/${part.sequence}/${part.channel}`
    const now = this.#clock.now()
    this.#forgetBefore(now - waitFor)
    // A repeated part belongs to the next message with the same id.
    if (this.#unfinished.get(message)?.parts.has(number) === true) this.#forget(message)
    const { parts } = this.#unfinished.get(message) ?? this.#begin(message, now)
    parts.set(number, part)
    if (parts.size < total) return undefined
    this.#unfinished.delete(message)
    return [...parts.values()].toSorted((one, other) => one.number - other.number)
  }

  #begin(message: string, since: Milliseconds): Unfinished {
    const [oldest] = this.#unfinished.keys()
    if (this.#unfinished.size >= mostUnfinished && oldest !== undefined) this.#forget(oldest)
    const begun: Unfinished = { parts: new Map(), since }
    this.#unfinished.set(message, begun)
    return begun
  }

  #forgetBefore(time: Milliseconds): void {
    for (const [message, { since }] of this.#unfinished) {
      if (since >= time) return
      this.#forget(message)
    }
  }

  #forget(message: string): void {
    this.#unfinished.delete(message)
    this.#dropped++
  }
}
