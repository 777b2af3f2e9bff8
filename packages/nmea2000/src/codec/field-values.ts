import { byteAt } from './bit-reader.ts'
import type { BitReader } from './bit-reader.ts'
import type { Field, FieldType } from './database.ts'

/**
 * The value of a field: a number in the unit of the database, a text, or bytes. Lookups are their raw number. Undefined:
 * not available.
 */
export type FieldValue = number | string | Uint8Array | undefined

type ReadField = (field: Field, reader: BitReader) => FieldValue

const half = 2 ** 32

/** The quotient by a whole number is the decimal that the sender meant; a product with 0.01 is not. */
const scaled = (raw: number, { resolution, offset }: Field): number => {
  const divisor = Math.round(1 / resolution)
  const value =
    resolution < 1 && Math.abs(1 / divisor - resolution) < 1e-12 * resolution
      ? raw / divisor
      : raw * resolution
  return value + offset
}

const readLong = (field: Field, reader: BitReader): FieldValue => {
  const low = reader.unsigned(32)
  const high = reader.unsigned(32)
  const top = field.signed ? 0x7fff_ffff : 0xffff_ffff
  if (high === top && low > 0xffff_ffff - field.special) return undefined
  return scaled((field.signed ? high | 0 : high) * half + low, field)
}

const readNumber: ReadField = (field, reader) => {
  const { bits, signed, highest } = field
  if (bits === 64) return readLong(field, reader)
  let raw = reader.unsigned(bits)
  if (signed && raw >= 2 ** (bits - 1)) raw -= 2 ** bits
  return raw > highest ? undefined : scaled(raw, field)
}

const readRaw: ReadField = ({ bits, highest }, reader) => {
  const raw = reader.unsigned(bits)
  return raw > highest ? undefined : raw
}

const readFloat: ReadField = (_field, reader) => {
  const bytes = reader.take(4)
  const value = new DataView(bytes.buffer).getFloat32(0, true)
  return Number.isFinite(value) ? value : undefined
}

/** Two decimal digits in each byte. */
const readDecimal: ReadField = ({ bits }, reader) => {
  const pairs = [...reader.take(bits / 8)]
  return pairs.every((pair) => pair < 100)
    ? pairs.map((pair) => String(pair).padStart(2, '0')).join('')
    : undefined
}

const readName: ReadField = (_field, reader) => {
  const low = reader.unsigned(32)
  const high = reader.unsigned(32)
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}

const readBinary: ReadField = ({ bits }, reader) => {
  let left = Math.min(bits, reader.bitsLeft)
  const bytes = new Uint8Array(Math.ceil(left / 8))
  for (let index = 0; left > 0; index++, left -= 8) bytes[index] = reader.unsigned(Math.min(8, left))
  return bytes
}

const text = (bytes: Uint8Array): string | undefined => {
  let end = bytes.length
  // Senders pad with zeros, ones, "@" and blanks.
  while (end > 0 && [0, 0xff, 0x40, 0x20].includes(byteAt(bytes, end - 1))) end--
  return end === 0 ? undefined : decodeUtf8(bytes.subarray(0, end))
}

const utf8 = new TextDecoder('utf-8')
const utf16 = new TextDecoder('utf-16le')
const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes)

const readFixedText: ReadField = ({ bits }, reader) => text(endAtZero(reader.take(bits / 8)))

const endAtZero = (bytes: Uint8Array): Uint8Array => {
  const zero = bytes.indexOf(0)
  return zero < 0 ? bytes : bytes.subarray(0, zero)
}

/** A length, which counts itself and the encoding, the encoding, and the text. */
const readText: ReadField = (_field, reader) => {
  const [length = 0, encoding = 0] = reader.take(2)
  const bytes = reader.take(Math.max(0, length - 2))
  if (encoding !== 0) return text(endAtZero(bytes))
  return utf16.decode(bytes).replace(/[\0 @\uffff]+$/, '') || undefined
}

const readRest: ReadField = (_field, reader) => reader.take(reader.bytes.length)

const skip: ReadField = ({ bits }, reader) => {
  reader.skip(bits)
  return undefined
}

const readers: Readonly<Record<FieldType, ReadField>> = {
  BINARY: readBinary,
  BITLOOKUP: readRaw,
  DATE: readRaw,
  DECIMAL: readDecimal,
  DURATION: readNumber,
  FIELD_INDEX: readRaw,
  FLOAT: readFloat,
  INDIRECT_LOOKUP: readRaw,
  ISO_NAME: readName,
  LOOKUP: readRaw,
  MMSI: readRaw,
  NUMBER: readNumber,
  PGN: readRaw,
  RESERVED: skip,
  SPARE: skip,
  STRING_FIX: readFixedText,
  STRING_LAU: readText,
  TIME: readNumber,
  VARIABLE: readRest,
}

/** Reads the next field. A field that the message is too short for is not available; bytes may be fewer. */
export const readField = (field: Field, reader: BitReader): FieldValue => {
  if (reader.bitsLeft < (field.type === 'BINARY' ? 1 : Math.max(1, field.bits))) {
    reader.skip(reader.bitsLeft)
    return undefined
  }
  return readers[field.type](field, reader)
}
