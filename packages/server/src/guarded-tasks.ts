import type { Logger } from 'pino'
import { every } from './system-clock.ts'

/** What happens by the clock. */
export interface TimedTask {
  /** For the log. */
  readonly name: string
  /** Milliseconds; read anew before each run when it is a function. */
  readonly period: Parameters<typeof every>[0]
  readonly run: () => void
}

/** A task that keeps failing is logged again after so long. */
const logAgainMs = 60_000

/** A task that throws must not end a server that steers: it is logged, and runs again at its next time. */
const guarded = ({ name, run }: TimedTask, log: Logger): (() => void) => {
  let failures = 0
  let loggedAt = -Infinity
  return () => {
    try {
      run()
    } catch (error) {
      failures++
      if (performance.now() - loggedAt < logAgainMs) return
      loggedAt = performance.now()
      log.error({ event: 'timer.failed', task: name, failures, err: error }, 'periodic task failed')
    }
  }
}

/** Runs tasks by the clock until disposed of. */
export const runGuarded = (tasks: readonly TimedTask[], log: Logger): DisposableStack => {
  const running = new DisposableStack()
  for (const task of tasks) running.use(every(task.period, guarded(task, log)))
  return running
}
