import { MarineDataError } from '@marinedata/model'
import type { PluginEnd } from '@marinedata/plugin-api/host'
import type { RunFault } from '../plugin-life.ts'

/** The line ended before the answer: the process ends, or has ended. */
export const isClosedLine = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

/** It does not speak the protocol as it should. */
export class ProtocolFault extends MarineDataError {
  constructor(message: string) {
    super('plugin-failed', message)
  }
}

/** Why a plugin did not start, from what was thrown. */
export const startFault = (error: unknown): RunFault => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ProtocolFault) return { kind: 'protocol', message }
  return { kind: 'start-failed', message }
}

/** Why a process ended, from how it ended. */
export const endFault = ({ code, signal, lastWords }: PluginEnd, wasGreeted: boolean): RunFault => {
  if (code === 0)
    return {
      kind: 'exited',
      message: wasGreeted ? 'It ended by itself' : 'It ended before it said hello: does it call runPlugin?',
    }
  const end = signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`
  return { kind: 'crashed', message: lastWords === '' ? `It ${end}` : `It ${end}:\n${lastWords}` }
}

/** The fault with what the process said last. */
export const withLastWords = ({ message, ...fault }: RunFault, { lastWords }: PluginEnd): RunFault => ({
  ...fault,
  message: lastWords === '' ? message : `${message}\n${lastWords}`,
})
