/** Time as a dependency: nothing in the core reads a clock or starts a timer by itself. */
export interface Clock {
  /** Monotonic milliseconds, for order, ages and deadlines; never goes back, unlike the wall clock. */
  now(): number
  /** The wall clock as an ISO 8601 UTC date-time, only for stamping. */
  timestamp(): string
  /** Runs the task once after the delay, unless disposed of before. */
  after(delayMs: number, task: () => void): Disposable
  /** Runs the task as soon as waiting input has been read. */
  soon(task: () => void): void
}

/** Lets waiting input through, then goes on. */
export const pause = (clock: Clock): Promise<void> => new Promise((resolve) => clock.soon(resolve))
