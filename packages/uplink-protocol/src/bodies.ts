import {
  checkOf,
  Delta,
  LogEvent,
  LogSegmentTimes,
  LogSeries,
  MarineDataError,
  Type,
  type Check,
  type Static,
} from '@marinedata/model'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sizes } from './limits.ts'

const strict = { additionalProperties: false } as const

/** A segment as it is aboard. */
export interface CarriedSegment extends LogSegmentTimes {
  /** Undefined when it was removed aboard, or nothing was recorded. */
  readonly blob: Uint8Array | undefined
}

/** The body of a batch of minutes or of full segments. */
export interface SegmentsBody {
  /** Series that the boat has not sent over this connection. Those of a blob may follow with a later batch. */
  readonly series: readonly LogSeries[]
  readonly segments: readonly CarriedSegment[]
}

const SegmentsHead = Type.Object(
  {
    series: Type.Array(LogSeries, { maxItems: sizes.batchSeries }),
    segments: Type.Array(
      Type.Object({
        ...LogSegmentTimes.properties,
        bytes: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: sizes.batchBytes,
            description: 'of its blob; absent for none',
          }),
        ),
      }),
      { maxItems: sizes.batchBytes / 32 },
    ),
  },
  strict,
)

/** The body of a batch of events. */
const EventsBody = Type.Object(
  {
    events: Type.Array(LogEvent),
    open: Type.Array(Type.Object({ path: Type.String({ minLength: 1 }), value: Type.Unknown() }, strict), {
      description: 'the notifications of the own vessel that are open after these events',
    }),
  },
  strict,
)
export type EventsBody = Static<typeof EventsBody>

const segmentsHead = checkOf<Static<typeof SegmentsHead>>(SegmentsHead)
const eventsBody = checkOf<EventsBody>(EventsBody)
const delta = checkOf<Delta>(Delta)

const invalid = (detail: string): never => {
  throw new MarineDataError('invalid-message', `Not a body of the uplink: ${detail}`)
}

const packed = (value: unknown): Uint8Array => zstdCompressSync(JSON.stringify(value))

const unpacked = <T>(bytes: Uint8Array, check: Check<T>): T => {
  let value: unknown
  try {
    value = JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: sizes.unpackedBytes }).toString())
  } catch {
    return invalid('it cannot be unpacked')
  }
  if (check.accepts(value)) return value
  const [fault] = check.faults(value)
  return invalid(`${fault?.path ?? ''} ${fault?.message ?? 'is not valid'}`)
}

const headLengthBytes = 4

/** The length of the head, the head, and the blobs as they are aboard, one after the other. */
export const encodeSegments = ({ series, segments }: SegmentsBody): Uint8Array => {
  const head = packed({
    series,
    segments: segments.map(({ blob, ...times }) =>
      blob === undefined ? times : { ...times, bytes: blob.length },
    ),
  })
  const length = Buffer.alloc(headLengthBytes)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...segments.flatMap(({ blob }) => blob ?? [])])
}

/** @throws MarineDataError `invalid-message` */
export const decodeSegments = (body: Uint8Array): SegmentsBody => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  if (bytes.length < headLengthBytes) return invalid('it is too short')
  let at = headLengthBytes + bytes.readUInt32LE(0)
  if (at > bytes.length) return invalid('it is too short')
  const { series, segments } = unpacked(bytes.subarray(headLengthBytes, at), segmentsHead)
  const carried = segments.map(({ bytes: length, ...times }): CarriedSegment => {
    if (length === undefined) return { ...times, blob: undefined }
    const blob = bytes.subarray(at, (at += length))
    return blob.length === length ? { ...times, blob } : invalid('it is too short')
  })
  return at === bytes.length ? { series, segments: carried } : invalid('bytes after its end')
}

export const encodeEvents = (body: EventsBody): Uint8Array => packed(body)

/** @throws MarineDataError `invalid-message` */
export const decodeEvents = (body: Uint8Array): EventsBody => unpacked(body, eventsBody)

/** The latest values as a delta of the own vessel, without a context. */
export const encodeLive = (live: Delta): Uint8Array => packed(live)

/** @throws MarineDataError `invalid-message` */
export const decodeLive = (body: Uint8Array): Delta => unpacked(body, delta)
