import { signal } from '@preact/signals'

/** How times are formatted. */
export interface TimeFormat {
  readonly clock: 'local' | 'utc'
  /** Language of the month names. */
  readonly language: string
}

const timeFormat = signal<TimeFormat>({ clock: 'local', language: 'en' })

export const setTimeFormat = (wanted: TimeFormat): void => {
  timeFormat.value = wanted
}

const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const second = { ...minute, second: '2-digit' } as const
const day = { day: 'numeric', month: 'short' } as const
const year = { year: 'numeric' } as const

const written = (at: number, parts: Intl.DateTimeFormatOptions): string => {
  const { clock, language } = timeFormat.value
  if (!Number.isFinite(at)) return ''
  // British date order: the American one is unusual at sea.
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(locale, { ...parts, ...(clock === 'utc' && { timeZone: 'UTC' }) }).format(at)
}

/**
 * Time of day, 24 hours, with `UTC` unless local. Reads a signal, so a component that uses it re-renders on a change.
 */
export const timeOfDay = (at: number, exactness: 'minute' | 'second' = 'minute'): string =>
  `${written(at, exactness === 'minute' ? minute : second)}${timeFormat.value.clock === 'utc' ? ' UTC' : ''}`

/** `12 Mar` */
export const dateText = (at: number): string => written(at, day)

/** The time of day, with the date unless it is today, and with the year unless it is this one. */
export const momentText = (at: number, now: number): string => {
  const isThisYear = written(at, year) === written(now, year)
  if (isThisYear && dateText(at) === dateText(now)) return timeOfDay(at)
  return `${written(at, isThisYear ? day : { ...day, ...year })}, ${timeOfDay(at)}`
}
