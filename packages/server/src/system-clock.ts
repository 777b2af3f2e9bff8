import type { Clock } from '@marinedata/core'

/** The machine's own clocks. */
export class SystemClock implements Clock {
  #stampedAt = 0
  #stamp = ''

  now(): number {
    return performance.now()
  }

  timestamp(): string {
    const wall = Date.now()
    // Thousands of values share a millisecond; formatting it once is enough.
    if (wall !== this.#stampedAt) {
      this.#stampedAt = wall
      this.#stamp = new Date(wall).toISOString()
    }
    return this.#stamp
  }

  after(delayMs: number, task: () => void): Disposable {
    const timer = setTimeout(task, delayMs)
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  }

  soon(task: () => void): void {
    setImmediate(task)
  }
}

/** Calls back in a fixed rhythm until disposed of. */
export const every = (periodMs: number, task: () => void): Disposable => {
  const timer = setInterval(task, periodMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
