import type { LogbookEntry } from '@marinedata/model'
import { placeText } from '@marinedata/console-map/earth'
import { shown, type Quantity, type Units } from '#units/quantities.ts'
import { dateText, timeOfDay } from '#words/words.ts'
import { t } from '#words/screen-words.ts'

/** A number with its unit, in the units of the person. */
export const amountText = (quantity: Quantity, value: number, units: Units): string => {
  const { text, unit } = shown(quantity, value, units)
  return unit === '°' ? `${text}°` : `${text} ${unit}`
}

/** Noon, so that the date is the same in nearly every time zone. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

/** The date of a day, with the year unless it is this one. */
export const dayText = (day: string, now: Date): string => {
  const year = day.slice(0, 4)
  return year === String(now.getUTCFullYear()) ? dateText(noonOf(day)) : `${dateText(noonOf(day))} ${year}`
}

/** The time of an entry, with its date if it differs from the day of the page in the user's time zone. */
export const entryTime = ({ time }: LogbookEntry, day: string): string => {
  const at = Date.parse(time)
  const date = dateText(at)
  return date === dateText(noonOf(day)) ? timeOfDay(at) : `${date}, ${timeOfDay(at)}`
}

/** Describes an entry: the kind, and its text. */
export const entryWords = ({ kind, text }: LogbookEntry): string => {
  if (kind === 'note') return text ?? ''
  const words = t(`logbook.kind.${kind}`)
  return text === undefined ? words : `${words}: ${text}`
}

const windText = ({ windDirection, windSpeed }: LogbookEntry, units: Units): string | undefined => {
  if (windSpeed === undefined) return undefined
  const speed = amountText('windSpeed', windSpeed, units)
  const value =
    windDirection === undefined ? speed : `${amountText('bearing', windDirection, units)} ${speed}`
  return t('logbook.wind', { value })
}

/** Where the boat was and how it moved. Unknown parts are absent. */
export const situationTexts = (entry: LogbookEntry, units: Units): string[] => {
  const { position, course, speed, pressure, depth, depthFrom = 'surface' } = entry
  const texts = [
    position && placeText(position),
    course === undefined ? undefined : t('logbook.course', { value: amountText('bearing', course, units) }),
    speed === undefined ? undefined : amountText('speed', speed, units),
    windText(entry, units),
    pressure === undefined ? undefined : amountText('pressure', pressure, units),
    depth === undefined
      ? undefined
      : t(`logbook.depth.${depthFrom}`, { value: amountText('depth', depth, units) }),
  ]
  return texts.filter((text) => text !== undefined)
}
