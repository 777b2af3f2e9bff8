import { MarineDataError } from '@marinedata/model'

/** The limits of one command or action. */
export interface CommandOptions {
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** Whether the plugin ended before it answered. It may have executed the command nevertheless. */
export const hasPluginEnded = (error: unknown): error is MarineDataError =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

/** Converts the error of an action into the one that the client receives. */
export const actionError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError && error.code === 'unconfirmed') return error
  const outcome = hasPluginEnded(error) ? 'unknown' : 'none'
  return new MarineDataError('plugin-failed', (error as Error).message, { outcome, cause: error })
}
