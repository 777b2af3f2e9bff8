import { BitReader, unsignedAt } from './bit-reader.ts'
import { definitionsOf, isProprietary, type Field, type MessageDefinition, type Repeat } from './database.ts'
import { readField, type FieldValue } from './field-values.ts'
import { GroupTarget } from './group-target.ts'

/** The fields of a message by id. A field without a value is undefined. */
export type Fields = Readonly<Record<string, FieldValue>>

/** A decoded message. */
export interface Message {
  readonly definition: MessageDefinition
  readonly fields: Fields
  /** The rows of each set of repeating fields. */
  readonly lists: readonly (readonly Fields[])[]
}

const noLists: readonly (readonly Fields[])[] = []

const isMatch = ({ matches }: MessageDefinition, payload: Uint8Array): boolean => {
  const end = payload.length * 8
  for (const { field, at } of matches)
    if (at + field.bits > end || unsignedAt(payload, at, field.bits) !== field.match) return false
  return true
}

/** The definition that a payload matches, if there is one in the database. */
export const findDefinition = (pgn: number, payload: Uint8Array): MessageDefinition | undefined => {
  const candidates = definitionsOf(pgn)
  for (const definition of candidates) if (isMatch(definition, payload)) return definition
  return undefined
}

const isAbsent = (field: Field, fields: Fields): boolean =>
  field.isOnlyForProprietary && !isProprietary(Number(fields['pgn']))

/** The number of the field that the next value is for. */
const parameterOf = (fields: Fields): FieldValue => Object.values(fields).at(-1)

const readFields = (order: readonly Field[], reader: BitReader, target?: GroupTarget): Fields => {
  const fields: Record<string, FieldValue> = {}
  for (const field of order) {
    if (isAbsent(field, fields)) continue
    const value =
      field.type === 'VARIABLE' && target !== undefined
        ? target.read(parameterOf(fields), reader)
        : readField(field, reader)
    if (field.type !== 'RESERVED' && field.type !== 'SPARE') fields[field.id] = value
  }
  return fields
}

const rowsIn = ({ count }: Repeat, fields: Fields): number =>
  count === undefined ? Infinity : Number(fields[count.id] ?? 0)

const readRows = (repeat: Repeat, fields: Fields, reader: BitReader): readonly Fields[] => {
  const rows: Fields[] = []
  const target = repeat.hasParameters ? new GroupTarget(Number(fields['pgn'])) : undefined
  // Every row takes at least one bit, so the payload bounds the number of rows.
  for (let left = rowsIn(repeat, fields); left > 0 && reader.bitsLeft > 0; left--)
    rows.push(readFields(repeat.fields, reader, target))
  return rows
}

/** Decodes the payload of a message; undefined when the database does not have the message. */
export const decode = (pgn: number, payload: Uint8Array): Message | undefined => {
  const definition = findDefinition(pgn, payload)
  if (definition === undefined) return undefined
  const reader = new BitReader(payload)
  const fields = readFields(definition.fields, reader)
  if (definition.repeats.length === 0) return { definition, fields, lists: noLists }
  return { definition, fields, lists: definition.repeats.map((repeat) => readRows(repeat, fields, reader)) }
}
