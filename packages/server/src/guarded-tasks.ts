import type { Logger } from 'pino'
import { every } from './system-clock.ts'

/** A periodic task. */
export interface TimedTask {
  /** For the log. */
  readonly name: string
  /** Milliseconds, or a function that is called before each run. */
  readonly period: Parameters<typeof every>[0]
  readonly run: () => void
}

/** Minimum time between two log entries of a failing task. */
const logAgainMs = 60_000

/** Logs the error of a task instead of throwing it, so that it does not end a server that steers. */
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

/** Runs periodic tasks until disposed of. */
export const runGuarded = (tasks: readonly TimedTask[], log: Logger): DisposableStack => {
  const running = new DisposableStack()
  for (const task of tasks) running.use(every(task.period, guarded(task, log)))
  return running
}
