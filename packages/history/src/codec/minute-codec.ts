import { ByteReader, ByteWriter } from './bytes.ts'
import { areSteps, readDifferences, readFloats, writeDifferences, writeFloats } from './columns.ts'
import { compress, damaged, decompress, type Decoded } from './packing.ts'

/**
 * What a series did in a minute: the number of samples, their mean, and how far they went above and below the mean. All
 * in steps, or in numbers if `isFloat`.
 */
export interface MinuteRow {
  readonly id: number
  readonly n: number
  readonly mean: number
  readonly up: number
  readonly down: number
  readonly isFloat: boolean
}

const countOf = (reader: ByteReader): number | undefined => {
  const count = reader.varint()
  // Five bytes at least for each row.
  return reader.isIntact && count * 5 <= reader.left ? count : undefined
}

/** Encodes the minute rows of a segment: by columns, because a column is alike. */
export const encodeMinute = (rows: readonly MinuteRow[]): Uint8Array => {
  const isExact = ({ mean, up, down, isFloat }: MinuteRow): boolean => !isFloat && areSteps([mean, up, down])
  const steps = rows.filter(isExact)
  const floats = rows.filter((row) => !isExact(row))
  const writer = new ByteWriter()
  writer.varint(steps.length)
  writeDifferences(
    writer,
    steps.map(({ id }) => id),
  )
  for (const { n } of steps) writer.varint(n)
  for (const { mean } of steps) writer.zigzag(mean)
  for (const { up } of steps) writer.zigzag(up)
  for (const { down } of steps) writer.zigzag(down)
  writer.varint(floats.length)
  writeDifferences(
    writer,
    floats.map(({ id }) => id),
  )
  for (const { n } of floats) writer.varint(n)
  for (const { mean, up, down } of floats) writeFloats(writer, [mean, up, down])
  return compress(writer.done())
}

const column = (count: number, read: (index: number) => number): Float64Array => {
  const values = new Float64Array(count)
  for (let index = 0; index < count; index++) values[index] = read(index)
  return values
}

interface MinuteColumns {
  readonly ids: readonly number[]
  readonly n: Float64Array
  /** Mean, up and down. */
  readonly values: readonly [Float64Array, Float64Array, Float64Array]
}

const readSteps = (reader: ByteReader, count: number): MinuteColumns => {
  const ids = readDifferences(reader, count)
  const n = column(count, () => reader.varint())
  const next = (): Float64Array => column(count, () => reader.zigzag())
  return { ids, n, values: [next(), next(), next()] }
}

const readNumbers = (reader: ByteReader, count: number): MinuteColumns => {
  const ids = readDifferences(reader, count)
  const n = column(count, () => reader.varint())
  const rows = readFloats(reader, count * 3)
  const every = (start: number): Float64Array => column(count, (row) => rows[row * 3 + start] ?? 0)
  return { ids, n, values: [every(0), every(1), every(2)] }
}

const rowsOf = (columns: MinuteColumns, isFloat: boolean, wanted?: ReadonlySet<number>): MinuteRow[] => {
  const [means, ups, downs] = columns.values
  const rows: MinuteRow[] = []
  for (const [index, id] of columns.ids.entries()) {
    if (wanted?.has(id) === false) continue
    rows.push({
      id,
      n: columns.n[index] ?? 0,
      mean: means[index] ?? 0,
      up: ups[index] ?? 0,
      down: downs[index] ?? 0,
      isFloat,
    })
  }
  return rows
}

/** @param wanted identities of series; absent: of all */
export const decodeMinute = (blob: Uint8Array, wanted?: ReadonlySet<number>): Decoded<MinuteRow[]> => {
  const unpacked = decompress(blob)
  if (!unpacked.ok) return unpacked
  const reader = new ByteReader(unpacked.value)
  const steps = countOf(reader)
  if (steps === undefined) return damaged('the count is damaged')
  const rows = rowsOf(readSteps(reader, steps), false, wanted)
  const floats = countOf(reader)
  if (floats === undefined) return damaged('the count is damaged')
  rows.push(...rowsOf(readNumbers(reader, floats), true, wanted))
  return reader.isIntact && reader.left === 0 ? { ok: true, value: rows } : damaged('the rows are damaged')
}
