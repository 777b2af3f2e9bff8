/** The rate is an average over this many slots of half a second. */
const slotMs = 500
const slots = 8
const longestShown = 100

/** Counts the messages of an input: rate, last message, damaged ones. */
export class MessageMeter {
  readonly #now: () => number
  #counts: number[] = []
  #slotBegan: number
  #last: string | (() => string) | undefined
  #total = 0
  #damaged = 0

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#slotBegan = now()
  }

  /** Recent messages per second. */
  get rate(): number {
    this.#turn()
    // The running slot is incomplete. It counts, as a whole one, only when there is no other.
    const whole = this.#counts.length > 1 ? this.#counts.slice(0, -1) : this.#counts
    const messages = whole.reduce((sum, count) => sum + count, 0)
    return Number(((messages * 1_000) / (Math.max(whole.length, 1) * slotMs)).toFixed(1))
  }

  get last(): string | undefined {
    if (typeof this.#last === 'function') this.#last = this.#last()
    return this.#last?.slice(0, longestShown)
  }

  /** Messages since the start. */
  get total(): number {
    return this.#total
  }

  get damaged(): number {
    return this.#damaged
  }

  /** @param text of the message, or a function that makes it when someone looks */
  count(text: string | (() => string)): void {
    this.#turn()
    const before = this.#counts.pop() ?? 0
    this.#counts.push(before + 1)
    this.#total++
    this.#last = text
  }

  damage(): void {
    this.#damaged++
  }

  /** Resets the rate when the input is closed. */
  rest(): void {
    this.#counts = []
  }

  #turn(): void {
    const now = this.#now()
    if (this.#counts.length === 0) this.#slotBegan = now
    const passed = Math.floor((now - this.#slotBegan) / slotMs)
    if (passed === 0) return
    this.#slotBegan += passed * slotMs
    const empty = Array.from({ length: Math.min(passed, slots) }, () => 0)
    this.#counts = [...this.#counts, ...empty].slice(-slots)
  }
}
