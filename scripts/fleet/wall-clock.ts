import type { Clock } from '@marinedata/core'

/** The clock of the machine. */
export const wallClock: Clock = {
  now: () => performance.now(),
  timestamp: () => new Date().toISOString(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs)
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
  soon: (task) => void setImmediate(task),
}
