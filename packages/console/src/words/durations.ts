import { t } from './words.ts'

const two = (count: number): string => String(count).padStart(2, '0')

const wholeSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1_000))

/** A duration as on a clock: `00:14`, `1:02:03`. */
export const durationText = (ms: number): string => {
  const seconds = wholeSeconds(ms)
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours === 0 ? rest : `${hours}:${rest}`
}

/** A duration in the largest useful unit: `14 s`, `3 min`, `5 h`. */
export const ageText = (ms: number): string => {
  const seconds = wholeSeconds(ms)
  if (seconds < 120) return t('age.seconds', { count: seconds })
  if (seconds < 7_200) return t('age.minutes', { count: Math.floor(seconds / 60) })
  return t('age.hours', { count: Math.floor(seconds / 3_600) })
}
