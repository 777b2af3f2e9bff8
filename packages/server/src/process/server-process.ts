import { MarineDataError } from '@marinedata/model'
import type { Logger } from 'pino'
import { isExpected } from './report-errors.ts'

/** The process exits when a shutdown takes longer than this. */
const shutdownMs = 5_000
const faultLimit = { count: 5, withinMs: 60_000 }

type End = (reason: string, code: number) => void
type Start = (running: AsyncDisposableStack, signal: AbortSignal, end: End) => Promise<void>

/**
 * Runs a server until SIGINT or SIGTERM, then stops everything in order, also during the start.
 * @param start starts everything and adds it to the stack; its signal aborts when the process is asked to end, and its
 * `end` asks for that
 */
export const runUntilSignal = async (log: Logger, start: Start): Promise<void> => {
  const running = new AsyncDisposableStack()
  const ending = new AbortController()
  const startup = Promise.withResolvers<void>()
  const end: End = (reason, code) => {
    if (ending.signal.aborted) return
    log.info({ event: 'server.stopping', reason }, 'server stopping')
    process.exitCode = code
    const deadline = setTimeout(() => process.exit(1), shutdownMs)
    ending.abort()
    startup.promise
      .then(() => running.disposeAsync())
      .then(
        () => clearTimeout(deadline),
        (error: unknown) => {
          log.error({ event: 'server.stop_failed', err: error }, 'server shutdown failed')
          process.exit(1)
        },
      )
  }
  process.once('SIGINT', (signal) => end(signal, 0))
  process.once('SIGTERM', (signal) => end(signal, 0))
  logFaults(log, () => end('too many uncaught errors', 1))
  try {
    await start(running, ending.signal, end)
  } catch (error) {
    if (!ending.signal.aborted) {
      await running.disposeAsync()
      throw startFault(error, log)
    }
  } finally {
    startup.resolve()
  }
}

/** Logs an unexpected error of the start, and converts it into one sentence for people. */
const startFault = (error: unknown, log: Logger): Error => {
  if (isExpected(error)) return error
  log.fatal({ event: 'server.start_failed', err: error }, 'server start failed')
  const cause = error instanceof Error ? error.message : String(error)
  return new MarineDataError('internal', `The server cannot start: ${cause}`, { cause: error })
}

/**
 * Logs uncaught errors and lets the server continue: losing one request or task is better than stopping while it
 * steers. After too many errors the server shuts down in order, and the service manager restarts it.
 */
const logFaults = (log: Logger, onTooMany: () => void): void => {
  let faults: number[] = []
  const note = (event: string, error: unknown): void => {
    log.fatal({ event, err: error }, 'uncaught error, server continues')
    const now = performance.now()
    faults = [...faults.filter((at) => now - at < faultLimit.withinMs), now].slice(-faultLimit.count)
    if (faults.length >= faultLimit.count) onTooMany()
  }
  process.on('uncaughtException', (error) => note('process.uncaught_exception', error))
  process.on('unhandledRejection', (reason) => note('process.unhandled_rejection', reason))
}
