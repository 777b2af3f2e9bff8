import { MarineDataError } from '@marinedata/model'

/** A plugin that ended in the middle may have done it all the same. */
export const isEnded = (error: unknown): error is MarineDataError =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

/** What the plugin said, as it is told to whoever asked for the action. */
export const actionError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError && error.code === 'unconfirmed') return error
  const outcome = isEnded(error) ? 'unknown' : 'none'
  return new MarineDataError('plugin-failed', (error as Error).message, { outcome, cause: error })
}
