import { BitReader } from './bit-reader.ts'
import { definitionsOf, isProprietary, type Field, type MessageDefinition } from './database.ts'
import { readField, type FieldValue } from './field-values.ts'

/** Manufacturer, reserved bits and industry: the beginning of every proprietary message. */
const proprietaryHead: readonly Field[] = definitionsOf(126_720)[0]?.order.slice(0, 3) ?? []

/**
 * The message that a group function (PGN 126208) is about. A group function names fields by number, and each value is
 * as long as that field. Proprietary messages with one PGN differ, so the values that were read narrow down which it is.
 */
export class GroupTarget {
  readonly #pgn: number
  #candidates: readonly MessageDefinition[]

  constructor(pgn: number) {
    this.#pgn = pgn
    this.#candidates = definitionsOf(pgn)
  }

  /** The field with this number; undefined when it is not known. */
  field(parameter: number): Field | undefined {
    const known = this.#candidates[0]?.order[parameter - 1]
    if (known !== undefined || !isProprietary(this.#pgn)) return known
    return proprietaryHead[parameter - 1]
  }

  /** Reads the value of a parameter. Without a known field, everything that follows is the value. */
  read(parameter: FieldValue, reader: BitReader): FieldValue {
    const field = typeof parameter === 'number' ? this.field(parameter) : undefined
    if (field === undefined || field.type === 'VARIABLE') return reader.take(reader.bytes.length)
    const value = readField(field, reader)
    reader.skip((8 - (field.bits % 8)) % 8)
    this.narrow(Number(parameter), value)
    return value
  }

  /** Drops the messages that a value rules out. */
  narrow(parameter: number, value: FieldValue): void {
    this.#candidates = this.#candidates.filter(({ order }) => {
      const match = order[parameter - 1]?.match
      return match === undefined || match === value
    })
  }
}
