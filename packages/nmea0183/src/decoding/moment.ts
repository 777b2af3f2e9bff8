import { textOf, type Fields } from './fields.ts'
import { refused, type Reading } from '@marinedata/ais'
import type { Milliseconds } from '@marinedata/ais'

/** The time of a measurement in UTC. */
export interface Moment {
  /** Since midnight. */
  readonly time: Milliseconds
  /** The midnight before, since 1970; most sentences omit it. */
  readonly day?: Milliseconds
}

export interface MomentReader {
  readonly isDated: boolean
  readonly read: (fields: Fields) => Reading<Moment>
}

const timeShape = /^([0-9]{2})([0-9]{2})([0-9]{2}(?:\.[0-9]*)?)$/
const dateShape = /^([0-9]{2})([0-9]{2})([0-9]{2})$/
const wholeNumber = /^[0-9]{1,4}$/

/** Earlier dates come from a receiver with a week rollover of 1,024 weeks. */
const [firstYear, lastYear] = [2020, 2100]

const timeOf = (text: string): Reading<Milliseconds> => {
  if (text === '') return undefined
  const [, hours, minutes, seconds] = timeShape.exec(text) ?? []
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60
  return isTime
    ? Math.round((Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000)
    : refused
}

const dayOf = (year: number, month: number, day: number): Reading<Milliseconds> => {
  const midnight = Date.UTC(year, month - 1, day)
  // Date.UTC would turn 31 June into 1 July.
  const isDate = new Date(midnight).getUTCMonth() === month - 1
  return isDate && year >= firstYear && year <= lastYear ? midnight : refused
}

const momentOf = (time: Reading<Milliseconds>, day: Reading<Milliseconds>): Reading<Moment> => {
  if (time === undefined) return undefined
  if (time === refused || day === refused) return refused
  return day === undefined ? { time } : { time, day }
}

/** Only the time of day. */
export const timeIn = (field: number): MomentReader => ({
  isDated: false,
  read: (fields) => momentOf(timeOf(textOf(fields, field)), undefined),
})

// Satellite time began in 1980, so two-digit years from 80 on are in the last century.
const fullYear = (twoDigits: number): number => (twoDigits < 80 ? 2_000 : 1_900) + twoDigits

const shortDay = (text: string): Reading<Milliseconds> => {
  if (text === '') return undefined
  const [, day, month, year] = dateShape.exec(text) ?? []
  return dayOf(fullYear(Number(year)), Number(month), Number(day))
}

/** The time of day, and in another field the date as `ddmmyy`. */
export const timeAndDateIn = (time: number, date: number): MomentReader => ({
  isDated: true,
  read: (fields) => momentOf(timeOf(textOf(fields, time)), shortDay(textOf(fields, date))),
})

/** The time of day, then day, month and year in separate fields. */
export const timeThenDateIn = (field: number): MomentReader => ({
  isDated: true,
  read: (fields) => {
    const [day = '', month = '', year = ''] = [1, 2, 3].map((offset) => textOf(fields, field + offset))
    if (day === '' && month === '' && year === '') return undefined
    const isDate = [day, month, year].every((text) => wholeNumber.test(text))
    return momentOf(
      timeOf(textOf(fields, field)),
      isDate ? dayOf(Number(year), Number(month), Number(day)) : refused,
    )
  },
})
