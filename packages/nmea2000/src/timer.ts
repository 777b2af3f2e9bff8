/** Time, as it is passed in: nothing in this package reads a clock. */
export interface Timer {
  /** Monotonic, in milliseconds. */
  readonly now: number
  after(delayMs: number, task: () => void): Disposable
}
