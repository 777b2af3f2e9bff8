/** The time of this machine, as packages without input and output take it. */
export const systemTimer = {
  /** Monotonic milliseconds. */
  get now(): number {
    return performance.now()
  },
  after(delayMs: number, task: () => void): Disposable {
    const timeout = setTimeout(task, delayMs)
    return { [Symbol.dispose]: () => clearTimeout(timeout) }
  },
}
