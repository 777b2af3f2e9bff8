import type { Fields, Message } from '#codec/decode.ts'
import { createReport, mmsiFrom, movers } from '@marinedata/ais'
import { dscCallPath, dscSymbols, type DscCall, type Position } from '@marinedata/model'
import type { MappedAis } from './ais-rules.ts'
import { numberIn } from './rules.ts'

/** Both forms of PGN 129808: the database tells them apart by the category. */
export const dscMessageIds: ReadonlySet<string> = new Set([
  'dscDistressCallInformation',
  'dscCallInformation',
])

const { format: formats, category: categories, acknowledgement: acknowledgements } = dscSymbols
const anyone = [...movers, 'aton'] as const

/** The first field with a value that is a symbol of ITU-R M.493. */
const symbolIn = (fields: Fields, ...names: readonly string[]): number | undefined => {
  const symbol = names.map((name) => numberIn(fields, name)).find((value) => value !== undefined)
  return symbol !== undefined && symbol >= 100 && symbol <= 127 ? symbol : undefined
}

/** A number of a station has ten digits, of which the last is padding. */
const mmsiIn = (fields: Fields, field: string): string | undefined => {
  const digits = fields[field]
  return typeof digits === 'string' && /^[0-9]{10}$/.test(digits)
    ? mmsiFrom(Number(digits.slice(0, 9)))
    : undefined
}

const positionIn = (fields: Fields): Position | undefined => {
  const latitude = numberIn(fields, 'latitudeOfVesselReported')
  const longitude = numberIn(fields, 'longitudeOfVesselReported')
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

const secondsPerDay = 86_400
const twoDigits = (number: number): string => String(Math.floor(number)).padStart(2, '0')

const timeIn = (fields: Fields): string | undefined => {
  const seconds = numberIn(fields, 'timeOfPosition')
  return seconds === undefined || seconds >= secondsPerDay
    ? undefined
    : `${twoDigits(seconds / 3_600)}:${twoDigits((seconds / 60) % 60)}`
}

const acknowledgementIn = (fields: Fields): number | undefined => {
  const symbol = numberIn(fields, 'dscEosSymbol')
  return Object.values<number | undefined>(acknowledgements).includes(symbol) ? symbol : undefined
}

/** In a distress alert the fourth field is the nature. In every other call it is the first telecommand. */
const purposeIn = (fields: Fields, format: number): Pick<DscCall, 'nature' | 'telecommand'> => {
  const symbol = symbolIn(fields, 'natureOfDistress', '1stTelecommand')
  if (symbol === undefined) return {}
  return format === formats.distress ? { nature: symbol } : { telecommand: symbol }
}

/** A vessel in distress calls for itself; others name it. */
const casualtyIn = (fields: Fields, format: number, category: number): string | undefined =>
  category === categories.distress && format !== formats.distress
    ? mmsiIn(fields, 'mmsiOfShipInDistress')
    : undefined

/** The members with a value. */
const known = <Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } =>
  // The entries belong to the object.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: NonNullable<Members[Name]>
  }

const callIn = (fields: Fields): DscCall | undefined => {
  const format = symbolIn(fields, 'dscFormat', 'dscFormatSymbol')
  const category = symbolIn(fields, 'dscCategory', 'dscCategorySymbol')
  const from = mmsiIn(fields, 'dscMessageAddress')
  if (format === undefined || category === undefined || from === undefined) return undefined
  return {
    format,
    category,
    ...purposeIn(fields, format),
    from,
    ...known({
      casualty: casualtyIn(fields, format, category),
      position: positionIn(fields),
      time: timeIn(fields),
      acknowledgement: acknowledgementIn(fields),
    }),
  }
}

/**
 * Reads a DSC call as a value of the station that called.
 *
 * @param ownMmsi calls from it are not from another station
 * @returns undefined for a message that is no DSC call
 */
export const mapDscCall = ({ definition, fields }: Message, ownMmsi?: string): MappedAis | undefined => {
  if (!dscMessageIds.has(definition.id)) return undefined
  const call = callIn(fields)
  if (call === undefined) return { isOwn: false, refused: 1 }
  if (call.from === ownMmsi) return { isOwn: true, refused: 0 }
  return {
    report: createReport(call.from, { of: anyone }, { [dscCallPath]: call }),
    isOwn: false,
    refused: 0,
  }
}
