import assert from 'node:assert/strict'
import fc from 'fast-check'
import { encodeMinute, decodeMinute } from '#codec/minute-codec.ts'
import { encodeSegment, SegmentReader, type SampleGroup } from '#codec/segment-codec.ts'
import { decodeSheet, encodeSheet } from '#codec/sheet-codec.ts'
import { largestStep } from '#codec/bytes.ts'
import { OpenSegment } from '#recording/open-segment.ts'
import { Random } from './random.ts'

const numbers = fc.oneof(
  fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e-12, 123.456, -360),
)
const entry = fc.record({
  distance: fc.oneof(fc.constant(100), fc.integer({ min: -70_000, max: 70_000 })),
  value: fc.oneof(
    { weight: 9, arbitrary: numbers },
    { weight: 1, arbitrary: fc.constantFrom('null', 'stale') },
  ),
})
const seriesOfNumbers = fc.record({
  steps: fc.constantFrom(1, 1e3, 1e4, 1e5, 1e6, 1e7),
  entries: fc.array(entry, { minLength: 1, maxLength: 60 }),
})

/** Random series come back within half a step, with their times and marks. */
export const checkRandomSeries = (runs: number): void => {
  fc.assert(
    fc.property(seriesOfNumbers, ({ steps, entries }) => {
      const column = { id: 7, steps, kind: 'linear', part: '' } as const
      const group = { columns: [column], isOwn: true }
      const open = new OpenSegment(0, 0)
      let time = 0
      const times = entries.map(({ distance, value }) => {
        time += distance
        open.add(group, time, typeof value === 'number' ? [value] : value)
        return time
      })
      const opened = SegmentReader.open(open.encode().own ?? new Uint8Array())
      assert.ok(opened.ok)
      const [only] = opened.value.entries
      assert.ok(only !== undefined)
      const samples = opened.value.samples(only)
      assert.ok(samples.ok)
      const { values, marks, isFloat } = samples.value
      assert.deepEqual([...samples.value.times], times)
      const marksGiven = entries.flatMap(({ value }, index) =>
        typeof value === 'string' ? [{ index, kind: value }] : [],
      )
      assert.deepEqual(marks, marksGiven)
      for (const [index, { value }] of entries.entries()) {
        const read = (values[index] ?? 0) / (isFloat ? 1 : steps)
        if (typeof value !== 'number') assert.ok(Number.isNaN(read))
        else
          assert.ok(
            isFloat
              ? read === value
              : Math.abs(read - value) <= (0.5 / steps) * (1 + 1e-9) + Math.abs(value) * 1e-15,
            `${value} became ${read}`,
          )
      }
    }),
    { numRuns: runs },
  )
}

/** Sheets and minute rows come back as they were. */
export const checkRandomRows = (runs: number): void => {
  const step = fc.integer({ min: -largestStep / 4, max: largestStep / 4 })
  const rise = fc.nat()
  const row = fc.record({ n: fc.integer({ min: 1, max: 600 }), mean: step, up: rise, down: rise })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 50 }), fc.boolean(), (rows, isFloat) => {
      const scaled = rows.map(({ n, mean, up, down }) => {
        const scale = isFloat ? 0.123 : 1
        return { n, mean: mean * scale, up: up * scale, down: down * scale }
      })
      const minute = scaled.map((one, id) => ({ id: id * 3, ...one, isFloat }))
      assert.deepEqual(decodeMinute(encodeMinute(minute)), { ok: true, value: minute })
      const sheet = {
        lastSegment: 12_345,
        isUncertain: rows.length % 2 === 0,
        isFloat,
        minute: scaled.map((_, index) => index * 7),
        n: scaled.map(({ n }) => n),
        mean: scaled.map(({ mean }) => mean),
        up: scaled.map(({ up }) => up),
        down: scaled.map(({ down }) => down),
      }
      assert.deepEqual(decodeSheet(encodeSheet(sheet)), { ok: true, value: sheet })
    }),
    { numRuns: runs },
  )
}

const sampleBlobs = (): [Uint8Array, ...Uint8Array[]] => {
  const times = Array.from({ length: 600 }, (_, index) => index * 100)
  const values = times.map((time) => Math.round(Math.sin(time / 9_000) * 4_000))
  const groups: SampleGroup[] = [1, 2, 3].map((id) => ({
    times,
    marks: [{ index: 4, kind: 'stale' }],
    series: [{ id, values: values.slice(1), isFloat: id === 3 }],
  }))
  const rows = values
    .slice(0, 40)
    .map((mean, id) => ({ id, n: 600, mean, up: 5, down: 7, isFloat: id === 9 }))
  const column = values.slice(0, 500)
  const sheet = { minute: column.map((_, index) => index), n: column, mean: column, up: column, down: column }
  return [
    encodeSegment(groups),
    encodeMinute(rows),
    encodeSheet({ lastSegment: 9, isUncertain: false, isFloat: false, ...sheet }),
  ]
}

/** Reads a damaged blob with every decoder. Returns whether one of them took it for intact. */
const isAccepted = (blob: Uint8Array): boolean => {
  const opened = SegmentReader.open(blob)
  const hasSamples =
    opened.ok && opened.value.entries.map((one) => opened.value.samples(one)).every(({ ok }) => ok)
  return [hasSamples, decodeMinute(blob).ok, decodeSheet(blob).ok].some(Boolean)
}

/** Changed, cut and made-up blobs never make a decoder throw. Returns how many were taken for intact. */
export const feedDamagedBlobs = (count: number, seed = 1): number => {
  const random = new Random(seed)
  const blobs = sampleBlobs()
  let accepted = 0
  for (let index = 0; index < count; index++) {
    const blob = Uint8Array.from(random.pick(blobs))
    const changes = 1 + random.below(4)
    for (let change = 0; change < changes; change++) blob[random.below(blob.length)] = random.below(256)
    const damaged = random.below(3) === 0 ? blob.subarray(0, random.below(blob.length)) : blob
    const isUnchanged = blobs.some((one) => Buffer.compare(one, damaged) === 0)
    if (!isUnchanged && isAccepted(damaged)) accepted++
  }
  return accepted
}
