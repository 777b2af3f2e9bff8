import { wrapFull, radians } from '@marinedata/model'
import type { Lettered, Quantity } from './quantities.ts'
import { refused, type Reader, type Reading } from '@marinedata/ais'

/** The fields of a sentence, counted from 1 as in every description. */
export type Fields = readonly string[]
export type FieldReader = Reader<Fields>
export type NumberReader = (fields: Fields) => Reading<number>

const decimal = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/
const latitudeShape = /^([0-9]{2})([0-9]{2}(?:\.[0-9]*)?)$/
const longitudeShape = /^([0-9]{3})([0-9]{2}(?:\.[0-9]*)?)$/

const isPadded = (text: string): boolean => text.startsWith(' ') || text.endsWith(' ')

/** The text of a field. Some instruments pad with blanks. */
export const textOf = (fields: Fields, field: number): string => {
  const text = fields[field - 1] ?? ''
  return isPadded(text) ? text.trim() : text
}

const numberOf = (text: string, { least, most, si }: Quantity): Reading<number> => {
  if (text === '') return undefined
  const value = decimal.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? si(value) : refused
}

/** A plain number. */
export const plain =
  (field: number, quantity: Quantity): NumberReader =>
  (fields) =>
    numberOf(textOf(fields, field), quantity)

/** A number whose unit or side is the letter in the next field. Any other letter is refused. */
export const letteredAnywhere = (
  quantities: Lettered,
): ((fields: Fields, field: number) => Reading<number>) => {
  const byLetter = new Map(Object.entries(quantities))
  return (fields, field) => {
    const text = textOf(fields, field)
    if (text === '') return undefined
    const quantity = byLetter.get(textOf(fields, field + 1))
    return quantity === undefined ? refused : numberOf(text, quantity)
  }
}

export const lettered = (field: number, quantities: Lettered): NumberReader => {
  const read = letteredAnywhere(quantities)
  return (fields) => read(fields, field)
}

/** The same quantity in several fields: the first one with content counts, even when it is refused. */
export const firstOf =
  (...readers: readonly NumberReader[]): NumberReader =>
  (fields) => {
    for (const read of readers) {
      const value = read(fields)
      if (value !== undefined) return value
    }
    return undefined
  }

/** Combines fields only when all are known. Refused fields are counted where they are read on their own. */
export const sumOf =
  (...readers: readonly NumberReader[]): ((fields: Fields) => number | undefined) =>
  (fields) => {
    let sum = 0
    for (const read of readers) {
      const value = read(fields)
      if (typeof value !== 'number') return undefined
      sum += value
    }
    return sum
  }

export const bearingSumOf = (...readers: readonly NumberReader[]): NumberReader => {
  const sum = sumOf(...readers)
  return (fields) => {
    const angle = sum(fields)
    return angle === undefined ? undefined : wrapFull(radians(angle))
  }
}

/** The meaning of one of a few letters or numbers; undefined for others. */
export const meaningOf = (field: number, meanings: Readonly<Record<string, string>>): FieldReader => {
  const byText = new Map(Object.entries(meanings))
  return (fields) => byText.get(textOf(fields, field))
}

const degreesOf = (text: string, shape: RegExp): number => {
  const [, degrees, minutes] = shape.exec(text) ?? []
  return Number(minutes) < 60 ? Number(degrees) + Number(minutes) / 60 : Number.NaN
}

/** NaN for any other letter. */
const signOf = (letter: string, [positive, negative]: readonly [string, string]): number => {
  if (letter === positive) return 1
  return letter === negative ? -1 : Number.NaN
}

/** A position in four fields; complete or undefined. */
export const place =
  (field: number): FieldReader =>
  (fields) => {
    const texts = [0, 1, 2, 3].map((offset) => textOf(fields, field + offset))
    if (texts.every((text) => text === '')) return undefined
    const [north = '', northOrSouth = '', east = '', eastOrWest = ''] = texts
    const latitude = degreesOf(north, latitudeShape) * signOf(northOrSouth, ['N', 'S']) + 0
    const longitude = degreesOf(east, longitudeShape) * signOf(eastOrWest, ['E', 'W']) + 0
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : refused
  }
