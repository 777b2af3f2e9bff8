import type { DscCall } from '@marinedata/model'
import { dscSymbols } from '@marinedata/model'
import { textOf, type Fields } from './fields.ts'

/** A position in whole minutes, and to which side an expansion adds to it. */
export interface CoarsePosition {
  readonly latitudeMinutes: number
  readonly longitudeMinutes: number
  readonly isSouth: boolean
  readonly isWest: boolean
}

const symbolShape = /^(?:[0-9]{2}|1[0-2][0-9])$/

/** A symbol of ITU-R M.493. Two digits leave out the hundred; one radio writes three. */
const symbolOf = (fields: Fields, field: number): number | undefined => {
  const text = textOf(fields, field)
  if (!symbolShape.test(text)) return undefined
  const symbol = text.length === 2 ? 100 + Number(text) : Number(text)
  return symbol <= 127 ? symbol : undefined
}

/** The number of a station with a tenth digit, which is padding. */
export const mmsiOf = (fields: Fields, field: number): string | undefined =>
  /^([0-9]{9})[0-9]$/.exec(textOf(fields, field))?.[1]

const positionShape = /^([0-3])([0-9]{2})([0-5][0-9])([0-9]{3})([0-5][0-9])$/

/** Quadrant, degrees and minutes; undefined when it is unknown, impossible, or the field has a channel. */
export const coarsePositionIn = (fields: Fields): CoarsePosition | undefined => {
  const found = positionShape.exec(textOf(fields, 6))
  if (found === null) return undefined
  const [, quadrant = 0, north = 0, northMinutes = 0, east = 0, eastMinutes = 0] = found.map(Number)
  const [latitudeMinutes, longitudeMinutes] = [north * 60 + northMinutes, east * 60 + eastMinutes]
  if (latitudeMinutes > 90 * 60 || longitudeMinutes > 180 * 60) return undefined
  return { latitudeMinutes, longitudeMinutes, isSouth: quadrant >= 2, isWest: quadrant % 2 === 1 }
}

const timeShape = /^([01][0-9]|2[0-3])([0-5][0-9])$/

const timeIn = (fields: Fields): string | undefined => {
  const [, hours, minutes] = timeShape.exec(textOf(fields, 7)) ?? []
  return hours === undefined ? undefined : `${hours}:${minutes}`
}

/** In a distress alert the fourth field is the nature. In every other call it is the first telecommand. */
const purposeIn = (fields: Fields, format: number): Partial<DscCall> => {
  const [symbol, ofCasualty] = [symbolOf(fields, 4), symbolOf(fields, 9)]
  if (format === dscSymbols.format.distress) return symbol === undefined ? {} : { nature: symbol }
  return {
    ...(ofCasualty !== undefined && { nature: ofCasualty }),
    ...(symbol !== undefined && { telecommand: symbol }),
  }
}

/** A vessel in distress calls for itself; others name it. */
const casualtyIn = (fields: Fields, format: number, category: number): Partial<DscCall> => {
  const casualty = mmsiOf(fields, 8)
  const isAboutOther = category === dscSymbols.category.distress && format !== dscSymbols.format.distress
  return casualty !== undefined && isAboutOther ? { casualty } : {}
}

const acknowledgements = new Map<string, number>([
  ['R', dscSymbols.acknowledgement.requested],
  ['B', dscSymbols.acknowledgement.given],
])

/** The call of a DSC sentence without its position; undefined without format, category or sender. */
export const callIn = (fields: Fields): DscCall | undefined => {
  const [format, category, from] = [symbolOf(fields, 1), symbolOf(fields, 3), mmsiOf(fields, 2)]
  if (format === undefined || category === undefined || from === undefined) return undefined
  const [time, acknowledgement] = [timeIn(fields), acknowledgements.get(textOf(fields, 10))]
  return {
    format,
    category,
    from,
    ...purposeIn(fields, format),
    ...casualtyIn(fields, format, category),
    ...(time !== undefined && { time }),
    ...(acknowledgement !== undefined && { acknowledgement }),
  }
}
