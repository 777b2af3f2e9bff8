import { signal } from '@preact/signals'

/** How times are told. */
export interface Telling {
  readonly clock: 'local' | 'utc'
  /** Of the names of months. */
  readonly language: string
}

const telling = signal<Telling>({ clock: 'local', language: 'en' })

export const tellTimes = (wanted: Telling): void => {
  telling.value = wanted
}

const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const second = { ...minute, second: '2-digit' } as const
const day = { day: 'numeric', month: 'short' } as const
const year = { year: 'numeric' } as const

const written = (at: number, parts: Intl.DateTimeFormatOptions): string => {
  const { clock, language } = telling.value
  if (!Number.isFinite(at)) return ''
  // The English of the sea is not that of America.
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.DateTimeFormat(locale, { ...parts, ...(clock === 'utc' && { timeZone: 'UTC' }) }).format(at)
}

/** The time of day, as 24 hours count; what is not the clock on the wall says so. Whoever draws with it is drawn anew. */
export const timeOfDay = (at: number, exactness: 'minute' | 'second' = 'minute'): string =>
  `${written(at, exactness === 'minute' ? minute : second)}${telling.value.clock === 'utc' ? ' UTC' : ''}`

/** `12 Mar` */
export const dateText = (at: number): string => written(at, day)

/** The time of day, with the date unless it is today, and with the year unless it is this one. */
export const momentText = (at: number, now: number): string => {
  const isThisYear = written(at, year) === written(now, year)
  if (isThisYear && dateText(at) === dateText(now)) return timeOfDay(at)
  return `${written(at, isThisYear ? day : { ...day, ...year })}, ${timeOfDay(at)}`
}
