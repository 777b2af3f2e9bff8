import { ByteReader, ByteWriter } from './bytes.ts'
import { areSteps, readDifferences, readFloats, writeDifferences, writeFloats } from './columns.ts'
import { compress, damaged, decompress, type Decoded } from './packing.ts'

/** The minutes of one series in one day, as columns of equal length, sorted by minute. */
export interface Sheet {
  /** Number of the newest segment that is in it. */
  readonly lastSegment: number
  /** The time of some of its minutes was never confirmed. */
  readonly isUncertain: boolean
  /** The numbers are numbers, not steps. */
  readonly isFloat: boolean
  /** Minute of the day, 0 to 1439. */
  readonly minute: number[]
  readonly n: number[]
  readonly mean: number[]
  readonly up: number[]
  readonly down: number[]
}

const minutesPerDay = 1_440

export const encodeSheet = (sheet: Sheet): Uint8Array => {
  const { minute, n, mean, up, down } = sheet
  const isFloat = sheet.isFloat || ![mean, up, down].every(areSteps)
  const writer = new ByteWriter()
  writer.varint((isFloat ? 1 : 0) + (sheet.isUncertain ? 2 : 0))
  writer.varint(sheet.lastSegment)
  writer.varint(minute.length)
  for (const whole of [minute, n]) writeDifferences(writer, whole)
  const write = isFloat ? writeFloats : writeDifferences
  for (const values of [mean, up, down]) write(writer, values)
  return compress(writer.done())
}

export const decodeSheet = (blob: Uint8Array): Decoded<Sheet> => {
  const unpacked = decompress(blob)
  if (!unpacked.ok) return unpacked
  const reader = new ByteReader(unpacked.value)
  const flags = reader.varint()
  const lastSegment = reader.varint()
  const count = reader.varint()
  if (flags > 3 || count > minutesPerDay || count > reader.left) return damaged('the head is damaged')
  const isFloat = flags % 2 === 1
  const whole = (): number[] => readDifferences(reader, count)
  const numbers = (): number[] => (isFloat ? [...readFloats(reader, count)] : whole())
  const sheet: Sheet = {
    lastSegment,
    isUncertain: flags >= 2,
    isFloat,
    minute: whole(),
    n: whole(),
    mean: numbers(),
    up: numbers(),
    down: numbers(),
  }
  const isWhole = reader.isIntact && reader.left === 0 && sheet.down.length === count
  return isWhole ? { ok: true, value: sheet } : damaged('the columns are damaged')
}
