import type { Clock } from './clock.ts'

interface Task {
  readonly due: number
  readonly run: () => void
}

/** A clock that moves only by `advance`, for tests and simulations. */
export class ManualClock implements Clock {
  #now = 0
  #wall: number
  #tasks: Task[] = []

  constructor(wallMs = Date.UTC(2026, 0, 1)) {
    this.#wall = wallMs
  }

  now(): number {
    return this.#now
  }

  timestamp(): string {
    return new Date(this.#wall + this.#now).toISOString()
  }

  after(delayMs: number, run: () => void): Disposable {
    const task = { due: this.#now + Math.max(0, delayMs), run }
    this.#tasks.push(task)
    return {
      [Symbol.dispose]: () => {
        this.#tasks = this.#tasks.filter((other) => other !== task)
      },
    }
  }

  soon(run: () => void): void {
    this.after(0, run)
  }

  /** Sets the wall clock without moving monotonic time, as happens when the GPS delivers the date. */
  setWall(wallMs: number): void {
    this.#wall = wallMs - this.#now
  }

  /** Advances time and runs the tasks that become due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (let task = this.#next(end); task !== undefined; task = this.#next(end)) {
      this.#now = Math.max(this.#now, task.due)
      task.run()
    }
    this.#now = end
  }

  #next(end: number): Task | undefined {
    let next: Task | undefined
    for (const task of this.#tasks)
      if (task.due <= end && (next === undefined || task.due < next.due)) next = task
    if (next !== undefined) this.#tasks.splice(this.#tasks.indexOf(next), 1)
    return next
  }
}
