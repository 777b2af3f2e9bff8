import type { Logger } from 'pino'

/** A shutdown that takes longer than this is ended. */
const shutdownMs = 5_000
const faultLimit = { count: 5, withinMs: 60_000 }

type Start = (running: AsyncDisposableStack, signal: AbortSignal) => Promise<void>

/**
 * Runs a server until the machine asks it to end, then ends what runs, in order; also what has only begun to start.
 * @param start starts everything and puts it on the stack; the signal aborts when the machine asks meanwhile
 */
export const runUntilSignal = async (log: Logger, start: Start): Promise<void> => {
  const running = new AsyncDisposableStack()
  const ending = new AbortController()
  const startup = Promise.withResolvers<void>()
  const end = (reason: string, code: number): void => {
    if (ending.signal.aborted) return
    log.info({ event: 'server.ending', reason }, 'ending')
    process.exitCode = code
    const deadline = setTimeout(() => process.exit(1), shutdownMs)
    ending.abort()
    startup.promise
      .then(() => running.disposeAsync())
      .then(
        () => clearTimeout(deadline),
        (error: unknown) => {
          log.error({ event: 'server.end_failed', err: error }, 'the end was not clean')
          process.exit(1)
        },
      )
  }
  process.once('SIGINT', (signal) => end(signal, 0))
  process.once('SIGTERM', (signal) => end(signal, 0))
  logFaults(log, () => end('too many faults of the server', 1))
  try {
    await start(running, ending.signal)
  } catch (error) {
    if (!ending.signal.aborted) {
      await running.disposeAsync()
      throw error
    }
  } finally {
    startup.resolve()
  }
}

/**
 * What nobody caught is logged, and the server goes on: it is worth more running, with one request or task lost, than
 * ended while it steers. A server that keeps failing ends in order, for the service manager to start it afresh.
 */
const logFaults = (log: Logger, onTooMany: () => void): void => {
  let faults: number[] = []
  const note = (event: string, error: unknown): void => {
    log.fatal({ event, err: error }, 'fault of the server, which goes on')
    const now = performance.now()
    faults = [...faults.filter((at) => now - at < faultLimit.withinMs), now].slice(-faultLimit.count)
    if (faults.length >= faultLimit.count) onTooMany()
  }
  process.on('uncaughtException', (error) => note('process.uncaught_exception', error))
  process.on('unhandledRejection', (reason) => note('process.unhandled_rejection', reason))
}
