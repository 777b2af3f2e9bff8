import { MarineDataError } from '@marinedata/client'
import { t } from '#words/words.ts'

/** Message of an error: the server's own text, or ours when the connection failed. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof MarineDataError)) return t('link.never')
  const faults = (error.details.errors ?? []).map(
    ({ path, message }) => `${path.replace('/', '')} ${message}`,
  )
  return [error.message, ...faults].join(': ')
}
