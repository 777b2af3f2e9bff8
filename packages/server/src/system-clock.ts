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

/** Milliseconds; read anew before each run when it is a function. */
type Period = number | (() => number)

interface PeriodicTask {
  readonly period: Period
  readonly run: () => void
  dueAt: number
}

/** A timer may fire this much before its time, because it counts in whole milliseconds. */
const earlyMs = 1
/** Under load a run may be late. The next one then keeps a distance of this part of the period. */
const leastGap = 0.5

/**
 * Runs periodic tasks on one timer. A task is due at the multiples of its period on the clock, so that tasks of equal or
 * multiple periods are due together: the process wakes once for all of them.
 */
export class PeriodicTasks {
  readonly #tasks = new Set<PeriodicTask>()
  #timer: NodeJS.Timeout | undefined
  #wakeAt = Infinity

  /** The first run comes within one period. */
  add(period: Period, run: () => void): Disposable {
    const task = { period, run, dueAt: nextMultiple(millisecondsOf(period), performance.now() + earlyMs) }
    this.#tasks.add(task)
    if (task.dueAt < this.#wakeAt) this.#schedule()
    return {
      [Symbol.dispose]: () => {
        this.#tasks.delete(task)
        if (this.#tasks.size === 0) this.#schedule()
      },
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#wakeAt = Math.min(...[...this.#tasks].map(({ dueAt }) => dueAt))
    if (this.#tasks.size === 0) return
    this.#timer = setTimeout(() => this.#wake(), Math.max(1, Math.ceil(this.#wakeAt - performance.now())))
  }

  #wake(): void {
    const now = performance.now()
    const due = [...this.#tasks].filter(({ dueAt }) => dueAt <= now + earlyMs)
    for (const task of due) {
      const periodMs = millisecondsOf(task.period)
      task.dueAt = nextMultiple(periodMs, now + periodMs * leastGap)
    }
    this.#schedule()
    for (const task of due) if (this.#tasks.has(task)) runApart(task.run)
  }
}

/** A task that throws ends the process as an interval of its own would; the tasks after it still run first. */
const runApart = (run: () => void): void => {
  try {
    run()
  } catch (error) {
    process.nextTick(() => {
      throw error
    })
  }
}

const millisecondsOf = (period: Period): number => (typeof period === 'number' ? period : period())

const nextMultiple = (periodMs: number, after: number): number =>
  (Math.floor(after / periodMs) + 1) * periodMs

const periodicTasks = new PeriodicTasks()

/** Calls back in a fixed rhythm until disposed of; the first time within one period. */
export const every = (period: Period, task: () => void): Disposable => periodicTasks.add(period, task)
