import type { Clock } from '@marinedata/core'

/** The clocks of the machine. */
export class SystemClock implements Clock {
  #stampedAt = 0
  #stamp = ''

  now(): number {
    return performance.now()
  }

  timestamp(): string {
    const wall = Date.now()
    // Thousands of values share a millisecond: format it once.
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

/** Milliseconds, or a function that is called before each run. */
type Period = number | (() => number)

interface PeriodicTask {
  readonly period: Period
  readonly run: () => void
  dueAt: number
}

/** A timer may fire this much too early, because it counts whole milliseconds. */
const earlyMs = 1
/** After a late run, the next run waits at least this fraction of the period. */
const leastGap = 0.5

/**
 * Runs periodic tasks on one timer. A task is due at multiples of its period, so that tasks with equal or multiple
 * periods are due together: the process wakes once for all of them.
 */
export class PeriodicTasks {
  readonly #clock: Clock
  readonly #tasks = new Set<PeriodicTask>()
  #timer: Disposable | undefined
  #wakeAt = Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds a task. Its first run comes within one period. */
  add(period: Period, run: () => void): Disposable {
    const task = { period, run, dueAt: nextMultiple(millisecondsOf(period), this.#clock.now() + earlyMs) }
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
    this.#timer?.[Symbol.dispose]()
    this.#wakeAt = Math.min(...[...this.#tasks].map(({ dueAt }) => dueAt))
    if (this.#tasks.size === 0) return
    const delayMs = Math.max(1, Math.ceil(this.#wakeAt - this.#clock.now()))
    this.#timer = this.#clock.after(delayMs, () => this.#wake())
  }

  #wake(): void {
    const now = this.#clock.now()
    const due = [...this.#tasks].filter(({ dueAt }) => dueAt <= now + earlyMs)
    for (const task of due) {
      const periodMs = millisecondsOf(task.period)
      task.dueAt = nextMultiple(periodMs, now + periodMs * leastGap)
    }
    this.#schedule()
    for (const task of due) if (this.#tasks.has(task)) runIsolated(task.run)
  }
}

/** Rethrows the error of a task as an uncaught exception, after the other tasks of this tick have run. */
const runIsolated = (run: () => void): void => {
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

const periodicTasks = new PeriodicTasks(new SystemClock())

/** Calls a task periodically until disposed of. The first call comes within one period. */
export const every = (period: Period, task: () => void): Disposable => periodicTasks.add(period, task)
