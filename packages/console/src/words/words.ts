import { signal } from '@preact/signals'
import en from './en.json' with { type: 'json' }

/** The first is the default. */
export const languages = ['en', 'de', 'fr', 'es', 'nl', 'it'] as const
export type Language = (typeof languages)[number]
/** A text of the first load. */
export type WordKey = keyof typeof en

type Words = Readonly<Record<string, string>>
type Filling = Readonly<Record<string, string | number>>

/** English texts of the first load, or all texts in the selected language. */
const texts = signal<Words>(en)

/** The wanted language, or the first supported language of the device. */
export const languageOf = (wanted: string, ofDevice: readonly string[]): Language => {
  const candidates = wanted === 'auto' ? ofDevice.map((tag) => tag.slice(0, 2).toLowerCase()) : [wanted]
  // A list of literals accepts no other string.
  return candidates.find((tag): tag is Language => (languages as readonly string[]).includes(tag)) ?? 'en'
}

/** Languages other than English are loaded when selected. */
export const setLanguage = async (language: Language): Promise<void> => {
  texts.value = language === 'en' ? en : await (await import('./dictionaries.ts')).loadDictionary(language)
}

/** Replaces the characters that change the direction of a text: in a name, they would reverse the words behind it. */
export const withoutDirection = (text: string): string =>
  text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '\uFFFD')

const filled = (text: string, filling: Filling): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(filling, name) ? withoutDirection(String(filling[name])) : whole,
  )

/** Creates a translator with more English texts. */
export const createTranslator =
  <Own extends Words>(own: Own) =>
  (key: WordKey | (keyof Own & string), filling: Filling = {}): string =>
    filled(texts.value[key] ?? own[key] ?? key, filling)

/**
 * Translates a key and fills in values. Reads a signal, so a component that uses it re-renders when the language
 * changes.
 */
export const t = createTranslator(en)

/** How times are formatted. */
interface TimeFormat {
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
