import { MarineDataError } from '@marinedata/client'
import { t } from '#words/words.ts'

/** What went wrong, in the words of whoever refused; a line that failed is told in ours. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof MarineDataError)) return t('link.never')
  const faults = (error.details.errors ?? []).map(
    ({ path, message }) => `${path.replace('/', '')} ${message}`,
  )
  return [error.message, ...faults].join(': ')
}
