import { MarineDataError } from '@marinedata/model'
import type { CommandControl } from './device-kinds.ts'

/** How long a handler may still answer after its command was aborted. */
const graceMs = 250

export interface CommandLimits {
  readonly name: string
  /** Seconds. */
  readonly deadline: number
  /** Aborted when the server cancels the command. */
  readonly cancelled: AbortSignal
  /** Aborted when the plugin stops. */
  readonly stopping: AbortSignal
}

const combineSignals = ({ name, deadline, cancelled, stopping }: CommandLimits) => {
  const ending = new AbortController()
  const end = (why: string) => (): void =>
    ending.abort(new MarineDataError('unconfirmed', `The command "${name}" ${why}`))
  const timer = setTimeout(end(`was not completed within ${deadline} s`), deadline * 1_000)
  const onCancelled = end('was cancelled')
  const onStop = end('was not completed before the plugin stopped')
  cancelled.addEventListener('abort', onCancelled)
  stopping.addEventListener('abort', onStop)
  return {
    signal: ending.signal,
    [Symbol.dispose]: (): void => {
      clearTimeout(timer)
      cancelled.removeEventListener('abort', onCancelled)
      stopping.removeEventListener('abort', onStop)
    },
  }
}

const rejectAfterGrace = async (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason as Error), graceMs).unref())
  return await promise
}

/**
 * Runs a command until it completes, is cancelled, reaches its deadline or the plugin stops. A handler that ignores its
 * signal does not delay the answer.
 */
export const runCommand = async (
  limits: CommandLimits,
  run: (control: CommandControl) => unknown,
): Promise<unknown> => {
  if (limits.cancelled.aborted)
    throw new MarineDataError('unconfirmed', `The command "${limits.name}" was cancelled before it started`, {
      outcome: 'none',
    })
  using end = combineSignals(limits)
  const { signal } = end
  const work = (async () => await run({ signal, deadline: limits.deadline }))()
  return await Promise.race([work, rejectAfterGrace(signal)])
}
