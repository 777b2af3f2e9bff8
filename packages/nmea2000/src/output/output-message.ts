import { definitionById, type Field, type MessageDefinition } from '#codec/database.ts'
import type { Fields } from '#codec/decode.ts'
import { encode } from '#codec/encode.ts'
import type { FieldValue } from '#codec/field-values.ts'
import type { Moment } from './output-values.ts'

/** A message for all devices on the bus. */
export interface OutputMessage {
  readonly pgn: number
  readonly priority: number
  readonly payload: Uint8Array
}

/** One kind of message that is made from values of own ship. */
export interface OutputRow {
  /** The message in the database: its PGN, priority and usual interval. */
  readonly id: string
  /** Every path that the message is made from, as patterns. */
  readonly paths: readonly string[]
  /** Fields without which it is not sent. Others are "not available" while they are unknown. */
  readonly essential: readonly string[]
  /** The fields of each message of this moment: one for each battery, for example. */
  readonly fields: (moment: Moment) => readonly OutputFields[]
}

export interface OutputFields {
  readonly fields: Fields
  /** Rows of the repeating fields. */
  readonly rows?: readonly Fields[]
}

const hasRoom = ({ resolution, offset, lowest, highest }: Field, value: number): boolean => {
  const raw = Math.round((value - offset) / resolution)
  return raw >= lowest && raw <= highest
}

const isPossible = (field: Field | undefined, value: FieldValue): boolean =>
  value !== undefined && (typeof value !== 'number' || (field !== undefined && hasRoom(field, value)))

/** The fields with a value that fits. */
const possibleFields = ({ order }: MessageDefinition, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([id, value]) =>
      isPossible(
        order.find((field) => field.id === id),
        value,
      ),
    ),
  )

export const definitionOf = (id: string): MessageDefinition => {
  const definition = definitionById(id)
  if (definition === undefined) throw new RangeError(`There is no message ${id}`)
  return definition
}

/** Encodes a message. Undefined without an essential field: a value that does not fit is unknown, never clamped. */
export const outputMessage = (
  id: string,
  { fields, rows = [] }: OutputFields,
  essential: readonly string[],
): OutputMessage | undefined => {
  const definition = definitionOf(id)
  const known = possibleFields(definition, fields)
  if (essential.some((field) => !Object.hasOwn(known, field))) return undefined
  const possibleRows = rows.map((row) => possibleFields(definition, row))
  const { pgn, priority } = definition
  return { pgn, priority, payload: encode(definition, known, [possibleRows]) }
}

/** The messages of a row at one moment. */
export const writeRow = ({ id, essential, fields }: OutputRow, moment: Moment): readonly OutputMessage[] =>
  fields(moment).flatMap((each) => outputMessage(id, each, essential) ?? [])
