import { largestStep, type ByteReader, type ByteWriter } from './bytes.ts'

/** Times in whole milliseconds. A regular source has equal distances, whose differences are 0: one byte each. */
export const writeTimes = (writer: ByteWriter, times: readonly number[]): void => {
  let previous = 0
  let distance = 0
  times.forEach((time, index) => {
    const next = time - previous
    writer.zigzag(index === 0 ? time : next - distance)
    distance = index === 0 ? 0 : next
    previous = time
  })
}

export const readTimes = (reader: ByteReader, count: number): Float64Array => {
  const times = new Float64Array(count)
  let time = 0
  let distance = 0
  for (let index = 0; index < count; index++) {
    const read = reader.zigzag()
    if (index === 0) time = read
    else {
      distance += read
      time += distance
    }
    times[index] = time
  }
  return times
}

const divisor = (one: number, other: number): number => {
  let [a, b] = [one, other]
  while (b > 0) [a, b] = [b, a % b]
  return a
}

/** The greatest common divisor of the differences: the resolution of the sensor, in steps. 0 if all are equal. */
const resolutionOf = (values: readonly number[]): number => {
  let common = 0
  for (let index = 1; index < values.length && common !== 1; index++)
    common = divisor(Math.abs((values[index] ?? 0) - (values[index - 1] ?? 0)), common)
  return common
}

/** Whole numbers up to `largestStep`. */
export const writeSteps = (writer: ByteWriter, values: readonly number[]): void => {
  if (values.length === 0) return
  const resolution = resolutionOf(values)
  writer.zigzag(values[0] ?? 0)
  writer.varint(resolution)
  if (resolution === 0) return
  for (let index = 1; index < values.length; index++)
    writer.zigzag(((values[index] ?? 0) - (values[index - 1] ?? 0)) / resolution)
}

export const readSteps = (reader: ByteReader, count: number): Float64Array => {
  const values = new Float64Array(count)
  if (count === 0) return values
  let value = reader.zigzag()
  const resolution = reader.varint()
  values.fill(value)
  if (resolution > 0)
    for (let index = 1; index < count; index++) {
      value += reader.zigzag() * resolution
      values[index] = value
    }
  return values
}

export const writeFloats = (writer: ByteWriter, values: readonly number[]): void => {
  for (const value of values) writer.float(value)
}

export const readFloats = (reader: ByteReader, count: number): Float64Array => {
  const values = new Float64Array(Math.min(count, Math.floor(reader.left / 8)))
  for (let index = 0; index < values.length; index++) values[index] = reader.float()
  return values
}

/** Differences of whole numbers: a slow value takes one byte each. */
export const writeDifferences = (writer: ByteWriter, values: readonly number[]): void => {
  let previous = 0
  for (const value of values) {
    writer.zigzag(value - previous)
    previous = value
  }
}

export const readDifferences = (reader: ByteReader, count: number): number[] => {
  const values: number[] = []
  let value = 0
  for (let index = 0; index < count; index++) values.push((value += reader.zigzag()))
  return values
}

/** Whether every value can be stored as a whole number of steps. */
export const areSteps = (values: readonly number[]): boolean =>
  values.every((value) => Number.isInteger(value) && Math.abs(value) <= largestStep)
