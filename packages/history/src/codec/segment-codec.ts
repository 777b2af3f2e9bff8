import { ByteReader, ByteWriter } from './bytes.ts'
import { readFloats, readSteps, readTimes, writeFloats, writeSteps, writeTimes } from './columns.ts'
import { compress, damaged, decompress, type Decoded } from './packing.ts'

/** An entry of a series that is not a number: the source said null, or the value became stale. */
export type MarkKind = 'null' | 'stale'
export interface Mark {
  /** Index among all entries of the series. */
  readonly index: number
  readonly kind: MarkKind
}

/** Series that were recorded together, such as latitude and longitude: they share their times and marks. */
export interface SampleGroup {
  /** Milliseconds since the start of the segment, of every entry, in the order of arrival. */
  readonly times: readonly number[]
  readonly marks: readonly Mark[]
  readonly series: readonly {
    readonly id: number
    /** Whole steps, or numbers if `isFloat`. One per entry without a mark. */
    readonly values: readonly number[]
    readonly isFloat: boolean
  }[]
}

/** A series of a segment as it was read. */
export interface SeriesSamples {
  readonly times: Float64Array
  /** One per entry; NaN where there is a mark. Steps, or numbers if `isFloat`. */
  readonly values: Float64Array
  readonly isFloat: boolean
  readonly marks: readonly Mark[]
}

const writeValues = (
  writer: ByteWriter,
  marks: readonly Mark[],
  { values, isFloat }: SampleGroup['series'][number],
): void => {
  writer.varint(marks.length * 2 + (isFloat ? 1 : 0))
  let previous = 0
  for (const { index, kind } of marks) {
    writer.varint((index - previous) * 2 + (kind === 'stale' ? 1 : 0))
    previous = index
  }
  if (isFloat) writeFloats(writer, values)
  else writeSteps(writer, values)
}

/** Encodes the samples of a segment. */
export const encodeSegment = (groups: readonly SampleGroup[]): Uint8Array => {
  const [head, times, values] = [new ByteWriter(), new ByteWriter(), new ByteWriter()]
  head.varint(groups.reduce((count, { series }) => count + series.length, 0))
  let previousId = 0
  for (const { times: given, marks, series } of groups) {
    const timesFrom = times.length
    writeTimes(times, given)
    series.forEach((one, index) => {
      const valuesFrom = values.length
      writeValues(values, marks, one)
      head.zigzag(one.id - previousId)
      head.varint(given.length)
      // No bytes: the times of the series before.
      head.varint(index === 0 ? times.length - timesFrom : 0)
      head.varint(values.length - valuesFrom)
      previousId = one.id
    })
  }
  const whole = new ByteWriter()
  whole.varint(head.length)
  for (const part of [head, times, values]) whole.append(part.done())
  return compress(whole.done())
}

/** Where a series is inside a segment. */
export interface SegmentEntry {
  readonly id: number
  readonly count: number
  readonly timesAt: number
  readonly timesEnd: number
  readonly valuesAt: number
  readonly valuesEnd: number
  /** Recorded together with the entry before. */
  readonly isGrouped: boolean
}

/** A decompressed segment. Reads one series without decoding the others. */
export class SegmentReader {
  readonly #bytes: Uint8Array
  readonly entries: readonly SegmentEntry[]

  private constructor(bytes: Uint8Array, entries: readonly SegmentEntry[]) {
    this.#bytes = bytes
    this.entries = entries
  }

  static open(blob: Uint8Array): Decoded<SegmentReader> {
    const unpacked = decompress(blob)
    if (!unpacked.ok) return unpacked
    const entries = readHead(unpacked.value)
    if (entries === undefined) return damaged('the head is damaged')
    return { ok: true, value: new SegmentReader(unpacked.value, entries) }
  }

  /** The samples of an entry. */
  samples(entry: SegmentEntry): Decoded<SeriesSamples> {
    const timeReader = new ByteReader(this.#bytes, entry.timesAt, entry.timesEnd)
    const times = readTimes(timeReader, entry.count)
    const reader = new ByteReader(this.#bytes, entry.valuesAt, entry.valuesEnd)
    const flags = reader.varint()
    const isFloat = flags % 2 === 1
    const marks = readMarks(reader, Math.floor(flags / 2), entry.count)
    if (marks === undefined || !timeReader.isIntact) return damaged('the times or marks are damaged')
    const count = entry.count - marks.length
    const read = isFloat ? readFloats(reader, count) : readSteps(reader, count)
    if (!reader.isIntact || read.length !== count) return damaged('the values are damaged')
    return { ok: true, value: { times, values: withMarks(read, marks), isFloat, marks } }
  }
}

/** The series of a segment with the lengths of their columns; undefined when the head is damaged. */
const readHead = (bytes: Uint8Array): SegmentEntry[] | undefined => {
  const start = new ByteReader(bytes)
  const headLength = start.varint()
  const head = new ByteReader(bytes, start.at, start.at + headLength)
  const count = head.varint()
  // Four bytes at least for each entry.
  if (!head.isIntact || headLength > bytes.length || count * 4 > head.left) return undefined
  const entries: SegmentEntry[] = []
  for (let index = 0; index < count; index++) {
    const entry = readEntry(head, entries.at(-1), start.at + headLength)
    if (entry === undefined) return undefined
    entries.push(entry)
  }
  return head.isIntact ? placed(entries, start.at + headLength, bytes.length) : undefined
}

/** Reads an entry. Its values are counted from the start of all values. */
const readEntry = (
  head: ByteReader,
  before: SegmentEntry | undefined,
  start: number,
): SegmentEntry | undefined => {
  const {
    id: lastId,
    timesEnd: timesAt,
    valuesEnd: valuesAt,
  } = before ?? { id: 0, timesEnd: start, valuesEnd: 0 }
  const id = lastId + head.zigzag()
  const count = head.varint()
  const timeBytes = head.varint()
  const rest = { id, count, valuesAt, valuesEnd: valuesAt + head.varint() }
  // No times of its own: those of the series before.
  if (timeBytes === 0)
    return before?.count === count
      ? { ...rest, timesAt: before.timesAt, timesEnd: before.timesEnd, isGrouped: true }
      : undefined
  // Each time takes a byte at least, so the bytes limit the count.
  return count > timeBytes ? undefined : { ...rest, timesAt, timesEnd: timesAt + timeBytes, isGrouped: false }
}

/** The values follow the times of all series. */
const placed = (
  entries: readonly SegmentEntry[],
  start: number,
  length: number,
): SegmentEntry[] | undefined => {
  const last = entries.at(-1)
  const values = last?.timesEnd ?? start
  if (values + (last?.valuesEnd ?? 0) !== length) return undefined
  return entries.map((entry) => ({
    ...entry,
    valuesAt: entry.valuesAt + values,
    valuesEnd: entry.valuesEnd + values,
  }))
}

const readMarks = (reader: ByteReader, count: number, entries: number): Mark[] | undefined => {
  if (count > entries || count > reader.left) return undefined
  const marks: Mark[] = []
  let index = 0
  for (let mark = 0; mark < count; mark++) {
    const read = reader.varint()
    const distance = Math.floor(read / 2)
    if (mark > 0 && distance === 0) return undefined
    index += distance
    if (index >= entries) return undefined
    marks.push({ index, kind: read % 2 === 1 ? 'stale' : 'null' })
  }
  return reader.isIntact ? marks : undefined
}

const withMarks = (values: Float64Array, marks: readonly Mark[]): Float64Array => {
  if (marks.length === 0) return values
  const all = new Float64Array(values.length + marks.length)
  let [mark, value] = [0, 0]
  for (let index = 0; index < all.length; index++) {
    const isMark = marks[mark]?.index === index
    all[index] = isMark ? Number.NaN : (values[value++] ?? Number.NaN)
    if (isMark) mark++
  }
  return all
}
