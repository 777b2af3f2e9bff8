import { numberText, type NumberFormat } from './number-formats.ts'

/** Latest values by path. A value that is unknown or too old is undefined or null. A `Map` is one. */
export interface LiveValues {
  get(path: string): unknown
}

/** One or several fields of a sentence that is sent. */
export interface OutputField {
  readonly paths: readonly string[]
  /** Empty texts for what is unknown. */
  readonly write: (values: LiveValues) => readonly string[]
}

export const fixed = (...texts: readonly string[]): OutputField => ({ paths: [], write: () => texts })

export const number = (path: string, format: NumberFormat): OutputField => ({
  paths: [path],
  write: (values) => [numberText(values.get(path), format)],
})

/** A number and its unit. */
export const withUnit = (path: string, format: NumberFormat, unit: string): OutputField => ({
  paths: [path],
  write: (values) => [numberText(values.get(path), format), unit],
})

/** A number whose sign is a letter; both are empty when it is unknown. */
export const sidedText = (
  value: unknown,
  format: NumberFormat,
  [positive, negative]: readonly [string, string],
): readonly [string, string] => {
  const text = numberText(value, format)
  if (text === '') return ['', '']
  return [text, typeof value === 'number' && value < 0 ? negative : positive]
}

export const sided = (
  path: string,
  format: NumberFormat,
  letters: readonly [string, string],
): OutputField => ({
  paths: [path],
  write: (values) => sidedText(values.get(path), format, letters),
})

/** The text of one of a few known values. */
export const meaning = (path: string, texts: Readonly<Record<string, string>>): OutputField => {
  const textByValue = new Map(Object.entries(texts))
  return { paths: [path], write: (values) => [textByValue.get(String(values.get(path))) ?? ''] }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/** A member of an object as a number. */
export const memberText = (value: unknown, name: string, format: NumberFormat): string =>
  numberText(memberOf(value, name), format)

const minuteDigits = 5

/** Degrees and minutes, and the letter of the side. Rounded as a whole: 59.999999 minutes are the next degree. */
const coordinateText = (
  degrees: number,
  width: number,
  [positive, negative]: readonly [string, string],
): readonly [string, string] => {
  const scale = 10 ** minuteDigits
  const units = Math.round(Math.abs(degrees) * 60 * scale)
  const whole = Math.floor(units / (60 * scale))
  const minutes = (units - whole * 60 * scale) / scale
  const text = `${String(whole).padStart(width, '0')}${minutes.toFixed(minuteDigits).padStart(minuteDigits + 3, '0')}`
  return [text, degrees < 0 ? negative : positive]
}

const nowhere: readonly string[] = ['', '', '', '']

/** A position in four fields; empty unless it is complete and on earth. */
export const placeTexts = (value: unknown): readonly string[] => {
  const [latitude, longitude] = [memberOf(value, 'latitude'), memberOf(value, 'longitude')]
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return nowhere
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return nowhere
  return [...coordinateText(latitude, 2, ['N', 'S']), ...coordinateText(longitude, 3, ['E', 'W'])]
}

export const place = (path: string): OutputField => ({
  paths: [path],
  write: (values) => placeTexts(values.get(path)),
})

/** ISO 8601 in UTC; undefined for anything else, and for years that a sentence cannot contain. */
const dateOf = (value: unknown): Date | undefined => {
  const date = typeof value === 'string' ? new Date(value) : undefined
  const year = date?.getUTCFullYear() ?? Number.NaN
  return year >= 2020 && year <= 2079 ? date : undefined
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Hours, minutes, seconds and hundredths. Cut off, not rounded: the time must not be later than the measurement. */
const timeText = (date: Date): string =>
  `${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}.${two(
    Math.floor(date.getUTCMilliseconds() / 10),
  )}`

const dayTextOf = (date: Date): string =>
  `${two(date.getUTCDate())}${two(date.getUTCMonth() + 1)}${two(date.getUTCFullYear() % 100)}`

const dated = (path: string, texts: number, textsOf: (date: Date) => readonly string[]): OutputField => {
  const unknown = Array.from({ length: texts }, () => '')
  return {
    paths: [path],
    write: (values) => {
      const date = dateOf(values.get(path))
      return date === undefined ? unknown : textsOf(date)
    },
  }
}

/** The time of day of a moment in ISO 8601; empty when it is none. */
export const hourText = (moment: string): string => {
  const date = dateOf(moment)
  return date === undefined ? '' : timeText(date)
}

/** Day, month and two digits of the year of a moment; empty when it is none. */
export const dayText = (moment: string): string => {
  const date = dateOf(moment)
  return date === undefined ? '' : dayTextOf(date)
}

export const time = (path: string): OutputField => dated(path, 1, (date) => [timeText(date)])

/** Day, month and two digits of the year. */
export const shortDate = (path: string): OutputField => dated(path, 1, (date) => [dayTextOf(date)])

/** The time, then day, month and year. */
export const timeAndDate = (path: string): OutputField =>
  dated(path, 4, (date) => [
    timeText(date),
    two(date.getUTCDate()),
    two(date.getUTCMonth() + 1),
    String(date.getUTCFullYear()),
  ])
