import { MarineDataError } from '@marinedata/model'
import type { PluginEnd } from '@marinedata/plugin-api/host'
import type { RunFault } from '../plugin-lifecycle.ts'

/** Whether the connection to the process closed before the answer: the process is ending or has ended. */
export const isClosedConnection = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

/** The plugin violates the protocol. */
export class ProtocolFault extends MarineDataError {
  constructor(message: string) {
    super('plugin-failed', message)
  }
}

/** Converts an error of the start into a fault. */
export const startFault = (error: unknown): RunFault => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ProtocolFault) return { kind: 'protocol', message }
  return { kind: 'start-failed', message }
}

/** Describes how a process ended as a fault. */
export const endFault = ({ code, signal, stderrTail }: PluginEnd, wasInitialized: boolean): RunFault => {
  if (code === 0)
    return {
      kind: 'exited',
      message: wasInitialized
        ? 'The plugin exited without being asked'
        : 'The plugin exited before it answered hello. Does it call runPlugin?',
    }
  const end =
    signal === null
      ? `The plugin exited with code ${code ?? 'unknown'}`
      : `The plugin was killed by ${signal}`
  return { kind: 'crashed', message: stderrTail === '' ? end : `${end}:\n${stderrTail}` }
}

/** Appends the last stderr output of the process to the fault. */
export const withStderrTail = ({ message, ...fault }: RunFault, { stderrTail }: PluginEnd): RunFault => ({
  ...fault,
  message: stderrTail === '' ? message : `${message}\n${stderrTail}`,
})
