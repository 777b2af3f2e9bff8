import { dateText, momentText, timeOfDay } from '#words/words.ts'
import { t } from '#words/screen-words.ts'
import type { ClockOffset, Ticks } from './time-window.ts'

/** The offset of the shown clock. */
export const offsetOf =
  (clock: 'local' | 'utc'): ClockOffset =>
  (at) =>
    clock === 'utc' ? 0 : -new Date(at).getTimezoneOffset()

/** The name of a moment along the axis. The first moment of a day is its date. */
export const tickText = (at: number, unit: Ticks['unit'], offset: ClockOffset): string => {
  const isDay = unit === 'day' || (at + offset(at) * 60_000) % 86_400_000 === 0
  if (isDay) return dateText(at)
  // The zone is named at the scrubber.
  return timeOfDay(at, unit).replace(' UTC', '')
}

/** The moment of the scrubber: with seconds today, with the date otherwise. */
export const cursorText = (at: number, now: number): string => {
  const text = momentText(at, now)
  return text === timeOfDay(at) ? timeOfDay(at, 'second') : text
}

const lengths = [
  [86_400, 'history.days'],
  [3_600, 'age.hours'],
  [60, 'age.minutes'],
] as const

/** `5 min` */
export const lengthText = (seconds: number): string => {
  const [length, word] = lengths.find(([each]) => seconds >= each) ?? [1, 'age.seconds']
  return t(word, { count: seconds / length })
}
