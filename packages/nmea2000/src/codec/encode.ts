import { BitWriter } from './bit-writer.ts'
import {
  definitionById,
  isProprietary,
  type Field,
  type FieldType,
  type MessageDefinition,
  type Repeat,
} from './database.ts'
import type { Fields } from './decode.ts'
import type { FieldValue } from './field-values.ts'
import { GroupTarget } from './group-target.ts'

type WriteField = (field: Field, value: FieldValue, writer: BitWriter) => void

const refusal = ({ id }: Field, value: FieldValue): RangeError =>
  new RangeError(`${id} cannot be ${String(value)}`)

const half = 2 ** 32

/** The raw value that means "not available". */
const notAvailable = ({ bits, signed }: Field): number => 2 ** (signed ? bits - 1 : bits) - 1

/** 64 bits are written exactly: a double has 53. */
const writeLong = (raw: bigint, writer: BitWriter): void => {
  const unsigned = BigInt.asUintN(64, raw)
  writer.unsigned(Number(unsigned % BigInt(half)), 32)
  writer.unsigned(Number(unsigned / BigInt(half)), 32)
}

const writeNotAvailable = (field: Field, writer: BitWriter): void => {
  if (field.special === 0) throw refusal(field, undefined)
  if (field.bits === 64) writeLong(2n ** (field.signed ? 63n : 64n) - 1n, writer)
  else writer.unsigned(notAvailable(field), field.bits)
}

const writeScaled: WriteField = (field, value, writer) => {
  if (value === undefined) return writeNotAvailable(field, writer)
  const { bits, resolution, offset, highest, lowest } = field
  const raw = Math.round((Number(value) - offset) / resolution)
  // Also refuses what is not a number.
  if (!(raw >= lowest && raw <= highest)) throw refusal(field, value)
  if (bits === 64) return writeLong(BigInt(raw), writer)
  writer.unsigned(raw < 0 ? raw + 2 ** bits : raw, bits)
}

/** Raw numbers. Without special values all ones still mean "not available" to receivers that look for them. */
const writeRaw: WriteField = (field, value, writer) => {
  const raw = value === undefined ? notAvailable(field) : Number(value)
  if (value !== undefined && !(Number.isInteger(raw) && raw >= 0 && raw <= field.highest))
    throw refusal(field, value)
  writer.unsigned(raw, field.bits)
}

const writeFloat: WriteField = (_field, value, writer) => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setFloat32(0, value === undefined ? NaN : Number(value), true)
  writer.bytes(bytes)
}

const writeDecimal: WriteField = (field, value, writer) => {
  const pairs = field.bits / 8
  if (value === undefined) return writer.bytes(new Uint8Array(pairs).fill(0xff))
  if (typeof value !== 'string' || !/^\d+$/.test(value) || value.length !== pairs * 2)
    throw refusal(field, value)
  for (let pair = 0; pair < pairs; pair++) writer.unsigned(Number(value.slice(pair * 2, pair * 2 + 2)), 8)
}

const writeName: WriteField = (field, value, writer) => {
  if (typeof value !== 'string' || !/^[0-9a-f]{16}$/.test(value)) throw refusal(field, value)
  writer.unsigned(Number.parseInt(value.slice(8), 16), 32)
  writer.unsigned(Number.parseInt(value.slice(0, 8), 16), 32)
}

const writeBinary: WriteField = (field, value, writer) => {
  if (!(value instanceof Uint8Array) || value.length !== Math.ceil(field.bits / 8))
    throw refusal(field, value)
  let left = field.bits
  for (const byte of value) {
    writer.unsigned(byte, Math.min(8, left))
    left -= 8
  }
}

const utf8 = new TextEncoder()

const writeFixedText: WriteField = (field, value, writer) => {
  const bytes = utf8.encode(String(value ?? ''))
  const length = field.bits / 8
  if (bytes.length > length) throw refusal(field, value)
  writer.bytes(bytes)
  // Receivers take the rest for padding. An empty text is all ones: not available.
  writer.bytes(new Uint8Array(length - bytes.length).fill(value === undefined ? 0xff : 0))
}

const plainText = 1
const longestText = 253

const writeText: WriteField = (field, value, writer) => {
  const bytes = utf8.encode(String(value ?? ''))
  if (bytes.length > longestText) throw refusal(field, value)
  writer.alignToByte()
  writer.bytes(Uint8Array.of(bytes.length + 2, plainText))
  writer.bytes(bytes)
}

const writeRest: WriteField = (field, value, writer) => {
  if (!(value instanceof Uint8Array)) throw refusal(field, value)
  writer.bytes(value)
}

const writers: Readonly<Record<FieldType, WriteField>> = {
  BINARY: writeBinary,
  BITLOOKUP: writeRaw,
  DATE: writeRaw,
  DECIMAL: writeDecimal,
  DURATION: writeScaled,
  FIELD_INDEX: writeRaw,
  FLOAT: writeFloat,
  INDIRECT_LOOKUP: writeRaw,
  ISO_NAME: writeName,
  LOOKUP: writeRaw,
  MMSI: writeRaw,
  NUMBER: writeScaled,
  PGN: writeRaw,
  RESERVED: ({ bits }, _value, writer) => writer.unsigned(2 ** bits - 1, bits),
  SPARE: ({ bits }, _value, writer) => writer.unsigned(0, bits),
  STRING_FIX: writeFixedText,
  STRING_LAU: writeText,
  TIME: writeScaled,
  VARIABLE: writeRest,
}

const writeField: WriteField = (field, value, writer) => writers[field.type](field, value, writer)

const writeFields = (order: readonly Field[], values: Fields, writer: BitWriter): void => {
  for (const field of order) {
    if (field.isOnlyForProprietary && !isProprietary(Number(values['pgn']))) continue
    writeField(field, field.match ?? values[field.id], writer)
  }
}

/** Writes the parameters of a group function, each value like the field that it is for. */
const writeParameters = (
  repeat: Repeat,
  rows: readonly Fields[],
  [pgn, writer]: readonly [number, BitWriter],
): void => {
  const target = new GroupTarget(pgn)
  for (const row of rows)
    for (const field of repeat.fields) {
      const parameter = Number(Object.values(row)[0])
      const meant = field.type === 'VARIABLE' ? target.field(parameter) : undefined
      writeField(meant ?? field, row[field.id], writer)
      writer.alignToByte()
      if (meant !== undefined) target.narrow(parameter, row[field.id])
    }
}

/**
 * Encodes a message. Fields that are not given are "not available"; the fields that identify the message are filled in,
 * and so are the counts of repeating fields.
 * @throws RangeError when a value does not fit its field: nothing is clamped
 */
export const encode = (
  definition: MessageDefinition,
  fields: Fields,
  lists: readonly (readonly Fields[])[] = [],
): Uint8Array => {
  const writer = new BitWriter()
  const counts: Fields = Object.fromEntries(
    definition.repeats.map(({ count }, index) => [count?.id ?? '', lists[index]?.length ?? 0] as const),
  )
  writeFields(definition.fields, { ...fields, ...counts }, writer)
  for (const [index, repeat] of definition.repeats.entries()) {
    const rows = lists[index] ?? []
    if (repeat.hasParameters) writeParameters(repeat, rows, [Number(fields['pgn']), writer])
    else for (const row of rows) writeFields(repeat.fields, row, writer)
  }
  return writer.payload
}

/** Encodes the message with this id. */
export const encodeById = (
  id: string,
  fields: Fields,
  lists?: readonly (readonly Fields[])[],
): Uint8Array => {
  const definition = definitionById(id)
  if (definition === undefined) throw new RangeError(`There is no message ${id}`)
  return encode(definition, fields, lists)
}
