import { MarineDataError } from '@marinedata/model'
import type { CommandControl } from './device-kinds.ts'

/** What is left to a handler to say what became of a command that is not wanted any more. */
const lastWordMs = 250

export interface CommandTerms {
  readonly name: string
  /** Seconds. */
  readonly deadline: number
  /** Aborted when the command is taken back. */
  readonly takenBack: AbortSignal
  /** Aborted when the plugin stops. */
  readonly stopping: AbortSignal
}

const endOf = ({ name, deadline, takenBack, stopping }: CommandTerms) => {
  const ending = new AbortController()
  const end = (why: string) => (): void =>
    ending.abort(new MarineDataError('unconfirmed', `The command "${name}" ${why}`))
  const timer = setTimeout(end(`was not done within ${deadline} s`), deadline * 1_000)
  const onTakenBack = end('was taken back')
  const onStop = end('was not done before the plugin stopped')
  takenBack.addEventListener('abort', onTakenBack)
  stopping.addEventListener('abort', onStop)
  return {
    signal: ending.signal,
    [Symbol.dispose]: (): void => {
      clearTimeout(timer)
      takenBack.removeEventListener('abort', onTakenBack)
      stopping.removeEventListener('abort', onStop)
    },
  }
}

const lastWord = async (signal: AbortSignal): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason as Error), lastWordMs).unref())
  return await promise
}

/**
 * Runs a command under its terms. A handler that does not heed its signal is not waited for: the command is answered all
 * the same.
 */
export const commanded = async (
  terms: CommandTerms,
  run: (control: CommandControl) => unknown,
): Promise<unknown> => {
  if (terms.takenBack.aborted)
    throw new MarineDataError('unconfirmed', `The command "${terms.name}" was taken back before it began`, {
      outcome: 'none',
    })
  using end = endOf(terms)
  const { signal } = end
  const work = (async () => await run({ signal, deadline: terms.deadline }))()
  return await Promise.race([work, lastWord(signal)])
}
