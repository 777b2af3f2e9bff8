/** Time as a dependency: nothing in the core reads the system clock or starts a timer directly. */
export interface Clock {
  /** Monotonic milliseconds for order, ages and deadlines. Unlike the wall clock, it never goes back. */
  now(): number
  /** The wall clock as an ISO 8601 date-time in UTC. Only for timestamps. */
  timestamp(): string
  /** Runs the task once after the delay, unless it is disposed first. */
  after(delayMs: number, task: () => void): Disposable
  /** Runs the task after pending input was processed, like `setImmediate`. */
  soon(task: () => void): void
}

/** Resolves after pending input was processed. */
export const pause = (clock: Clock): Promise<void> => new Promise((resolve) => clock.soon(resolve))
