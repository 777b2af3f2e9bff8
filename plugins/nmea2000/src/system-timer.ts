import type { Timer } from '@marinedata/nmea2000'

/** The time of this machine. */
export const systemTimer: Timer = {
  get now() {
    return performance.now()
  },
  after(delayMs, task) {
    const timeout = setTimeout(task, delayMs)
    return { [Symbol.dispose]: () => clearTimeout(timeout) }
  },
}
