/** Something that is sent once per period. */
export interface PeriodicTask {
  readonly periodMs: number
  /** Whether it can be sent. While it cannot, its period does not begin. */
  readonly isReady: () => boolean
  /** @param now monotonic milliseconds, the same for all tasks of a tick */
  readonly run: (now: number) => void
}

interface DueTask {
  readonly task: PeriodicTask
  dueAt: number
}

export interface PeriodicTasksOptions {
  /** Divides every period. */
  readonly tickMs: number
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Runs each task at its period. A late tick delays the following ones: nothing is sent in a burst. */
export class PeriodicTasks implements Disposable {
  readonly #tasks: readonly DueTask[]
  readonly #options: PeriodicTasksOptions
  #timer: NodeJS.Timeout | undefined

  constructor(tasks: readonly PeriodicTask[], options: PeriodicTasksOptions) {
    this.#tasks = tasks.map((task) => ({ task, dueAt: -Infinity }))
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => this.tick(), this.#options.tickMs)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  /** Runs the tasks that are due. */
  tick(): void {
    const { tickMs, now: read = () => performance.now() } = this.#options
    const now = read()
    for (const due of this.#tasks) {
      // A tick that is a little early is not put off to the next one.
      if (now < due.dueAt - tickMs / 4 || !due.task.isReady()) continue
      const { periodMs } = due.task
      due.dueAt = due.dueAt + periodMs > now ? due.dueAt + periodMs : now + periodMs
      due.task.run(now)
    }
  }
}
