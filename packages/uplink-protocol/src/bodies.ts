import {
  checkOf,
  Delta,
  LogClockFix,
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
  /** Undefined when the boat has removed or never recorded it. */
  readonly blob: Uint8Array | undefined
}

/** The body of a batch of minutes or of full segments. */
export interface SegmentsBody {
  /** Series that the boat has not sent over this connection. Blobs of a later batch may use them. */
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
    packed: Type.Optional(Type.Literal(true, { description: 'the blobs are packed together' })),
  },
  strict,
)

const OpenNotification = Type.Object(
  {
    path: Type.String({ minLength: 1 }),
    value: Type.Unknown(),
    source: Type.Optional(
      Type.String({ minLength: 1, description: 'as in the events; absent in batches of earlier boats' }),
    ),
  },
  strict,
)

/** The body of a batch of events. */
const EventsBody = Type.Object(
  {
    events: Type.Array(LogEvent),
    open: Type.Array(OpenNotification, {
      description: 'the notifications of the own vessel that are open after these events',
    }),
  },
  strict,
)
export type EventsBody = Static<typeof EventsBody>

const segmentsHead = checkOf<Static<typeof SegmentsHead>>(SegmentsHead)
const eventsBody = checkOf<EventsBody>(EventsBody)
const clockFix = checkOf<LogClockFix>(LogClockFix)
const delta = checkOf<Delta>(Delta)

const invalid = (detail: string): never => {
  throw new MarineDataError('invalid-message', `Not a body of the uplink: ${detail}`)
}

const packed = (value: unknown): Uint8Array => zstdCompressSync(JSON.stringify(value))

const unpackedText = (bytes: Uint8Array): string => {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: sizes.unpackedBytes }).toString()
  } catch {
    return invalid('it cannot be unpacked')
  }
}

const unpacked = <T>(bytes: Uint8Array, check: Check<T>): T => checked(unpackedText(bytes), check)

const checked = <T>(text: string, check: Check<T>): T => {
  const value = parsed(text)
  if (value === undefined) return invalid('it is not JSON')
  if (check.accepts(value)) return value
  const [fault] = check.faults(value)
  return invalid(`${fault?.path ?? ''} ${fault?.message ?? 'is not valid'}`)
}

const headLengthBytes = 4

/** Blobs below this average size are compressed together: they are uncompressed on the boat and similar. */
const shortBlob = 1_024

const packedTogether = (blobs: readonly Uint8Array[]): Uint8Array | undefined => {
  const together = Buffer.concat(blobs)
  if (blobs.length < 2 || together.length > shortBlob * blobs.length) return undefined
  const packedBlobs = zstdCompressSync(together)
  return packedBlobs.length < together.length ? packedBlobs : undefined
}

/** The length of the head, the head, and the blobs as they are aboard, one after the other, or packed together. */
export const encodeSegments = ({ series, segments }: SegmentsBody): Uint8Array => {
  const blobs = segments.flatMap(({ blob }) => blob ?? [])
  const together = packedTogether(blobs)
  const head = packed({
    series,
    segments: segments.map(({ blob, ...times }) =>
      blob === undefined ? times : { ...times, bytes: blob.length },
    ),
    ...(together !== undefined && { packed: true }),
  })
  const length = Buffer.alloc(headLengthBytes)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...(together === undefined ? blobs : [together])])
}

const unpackedBlobs = (bytes: Uint8Array): Buffer => {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: sizes.unpackedBytes })
  } catch {
    return invalid('its blobs cannot be unpacked')
  }
}

/** @throws MarineDataError `invalid-message` */
export const decodeSegments = (body: Uint8Array): SegmentsBody => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  if (bytes.length < headLengthBytes) return invalid('it is too short')
  const headEnd = headLengthBytes + bytes.readUInt32LE(0)
  if (headEnd > bytes.length) return invalid('it is too short')
  const {
    series,
    segments,
    packed: isPacked,
  } = unpacked(bytes.subarray(headLengthBytes, headEnd), segmentsHead)
  const rest = bytes.subarray(headEnd)
  const blobs = isPacked === true ? unpackedBlobs(rest) : rest
  let at = 0
  const carried = segments.map(({ bytes: length, ...times }): CarriedSegment => {
    if (length === undefined) return { ...times, blob: undefined }
    const blob = blobs.subarray(at, (at += length))
    return blob.length === length ? { ...times, blob } : invalid('it is too short')
  })
  return at === blobs.length ? { series, segments: carried } : invalid('bytes after its end')
}

export const encodeEvents = (body: EventsBody): Uint8Array => packed(body)

/** Undefined for a text that is not JSON. */
const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const requireContent = ({ number, kind, json }: LogEvent): void => {
  const content = parsed(json)
  if (content === undefined || (kind === 'clock' && !clockFix.accepts(content)))
    invalid(`event ${number} has no valid content`)
}

/** @throws MarineDataError `invalid-message` */
export const decodeEvents = (body: Uint8Array): EventsBody => {
  const decoded = unpacked(body, eventsBody)
  for (const event of decoded.events) requireContent(event)
  return decoded
}

/** The latest values as a delta of own ship, without a context. */
export const encodeLive = (live: Delta): Uint8Array => packed(live)

/** The first byte of JSON that is not packed. */
const plainStart = 0x7b
/** Packing costs more than passing on so little in the network of the shore. */
const plainMost = 16_384

/**
 * The latest values in the encoding between gateways and readers: short ones are not packed.
 * @throws MarineDataError `invalid-message` when they are too long
 */
export const encodeLiveAshore = (
  live: Delta,
): { readonly body: Uint8Array; readonly unpackedBytes: number } => {
  const plain = Buffer.from(JSON.stringify(live))
  const unpackedBytes = plain.length
  if (unpackedBytes <= plainMost) return { body: plain, unpackedBytes }
  const body = zstdCompressSync(plain)
  return body.length <= sizes.batchBytes ? { body, unpackedBytes } : invalid('the values are too long')
}

/**
 * The values, and how much text they were.
 * @throws MarineDataError `invalid-message`
 */
export const unpackLive = (body: Uint8Array): { readonly delta: Delta; readonly unpackedBytes: number } => {
  const text = body[0] === plainStart ? Buffer.from(body).toString() : unpackedText(body)
  return { delta: checked(text, delta), unpackedBytes: text.length }
}

/** @throws MarineDataError `invalid-message` */
export const decodeLive = (body: Uint8Array): Delta => unpackLive(body).delta
