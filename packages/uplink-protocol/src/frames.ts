import { MarineDataError } from '@marinedata/model'
import { highestNumber, sizes } from './limits.ts'

/** Layers that are copied to the fleet: events, the minutes of segments, and full segments. Each is numbered separately. */
export const layers = ['events', 'minutes', 'full'] as const
export type Layer = (typeof layers)[number]

/** The numbers after `from`, up to and including `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A binary frame. Control messages are text. */
export type Frame =
  /** Everything of a layer in a range of numbers, also when some of the numbers have no content. */
  | ({ readonly type: 'batch'; readonly layer: Layer; readonly body: Uint8Array } & Range)
  /** Everything of a layer up to a number is stored in the fleet. */
  | { readonly type: 'ack'; readonly layer: Layer; readonly to: number }
  /** The latest values. They are not stored. */
  | { readonly type: 'live'; readonly body: Uint8Array }
  /** Bytes of a connection to the boat's own server. */
  | { readonly type: 'tunnel-open' | 'tunnel-close'; readonly tunnel: number }
  | { readonly type: 'tunnel-data'; readonly tunnel: number; readonly body: Uint8Array }

const codes = { batch: 1, ack: 2, live: 3, 'tunnel-open': 4, 'tunnel-data': 5, 'tunnel-close': 6 } as const
const tunnelCodes: ReadonlySet<number | undefined> = new Set([
  codes['tunnel-open'],
  codes['tunnel-data'],
  codes['tunnel-close'],
])
const layerCodes: Readonly<Record<Layer, number>> = { events: 1, minutes: 2, full: 3 }

const invalid = (detail: string): never => {
  throw new MarineDataError('invalid-message', `Not a frame of the uplink: ${detail}`)
}

/** Seven bits per byte, the lowest first; the highest bit is set in all but the last. */
const varint = (value: number): number[] => {
  if (!Number.isSafeInteger(value) || value < 0) return invalid(`the number ${value}`)
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

/** Reads a frame from its start. Every number has one form only. */
class FrameReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  byte(): number {
    const byte = this.#bytes[this.#at++]
    return byte ?? invalid('it ends too early')
  }

  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte()
      value += (byte % 128) * factor
      if (value > highestNumber) return invalid('a number is too large')
      if (byte < 128) return byte === 0 && factor > 1 ? invalid('a number is longer than needed') : value
    }
  }

  layer(): Layer {
    const code = this.byte()
    return layers.find((layer) => layerCodes[layer] === code) ?? invalid(`layer ${code}`)
  }

  /** The rest, without a copy. */
  body(longest: number): Uint8Array {
    const body = this.#bytes.subarray(this.#at)
    return body.length <= longest ? body : invalid(`${body.length} bytes; ${longest} at most`)
  }

  end(): void {
    if (this.#at !== this.#bytes.length) invalid('bytes after its end')
  }
}

const joined = (head: readonly number[], body: Uint8Array, longest: number): Uint8Array => {
  if (body.length > longest) return invalid(`${body.length} bytes; ${longest} at most`)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

const requireRange = ({ from, to }: Range): void => {
  if (to <= from) invalid(`the range from ${from} to ${to}`)
}

/** @throws MarineDataError `invalid-message` when the frame does not exist in the protocol, such as a body that is too long */
export const encodeFrame = (frame: Frame): Uint8Array => {
  const code = codes[frame.type]
  switch (frame.type) {
    case 'batch': {
      requireRange(frame)
      const head = [code, layerCodes[frame.layer], ...varint(frame.from), ...varint(frame.to)]
      return joined(head, frame.body, sizes.batchBytes)
    }
    case 'ack':
      return Uint8Array.of(code, layerCodes[frame.layer], ...varint(frame.to))
    case 'live':
      return joined([code], frame.body, sizes.liveBytes)
    case 'tunnel-data':
      return joined([code, ...varint(frame.tunnel)], frame.body, sizes.tunnelBytes)
    default:
      return Uint8Array.of(code, ...varint(frame.tunnel))
  }
}

/** @throws MarineDataError `invalid-message` when the bytes are no frame */
export const decodeFrame = (bytes: Uint8Array): Frame => {
  const reader = new FrameReader(bytes)
  const code = reader.byte()
  switch (code) {
    case codes.batch: {
      const head = {
        type: 'batch',
        layer: reader.layer(),
        from: reader.number(),
        to: reader.number(),
      } as const
      requireRange(head)
      return { ...head, body: reader.body(sizes.batchBytes) }
    }
    case codes.ack:
      return ended(reader, { type: 'ack', layer: reader.layer(), to: reader.number() })
    case codes.live:
      return { type: 'live', body: reader.body(sizes.liveBytes) }
    case codes['tunnel-data']:
      return { type: 'tunnel-data', tunnel: reader.number(), body: reader.body(sizes.tunnelBytes) }
    case codes['tunnel-open']:
      return ended(reader, { type: 'tunnel-open', tunnel: reader.number() })
    case codes['tunnel-close']:
      return ended(reader, { type: 'tunnel-close', tunnel: reader.number() })
    default:
      return invalid(`type ${code}`)
  }
}

const ended = (reader: FrameReader, frame: Frame): Frame => {
  reader.end()
  return frame
}

/** Whether a frame that is not decoded yet, and may be malformed, says that it belongs to a tunnel. */
export const isOfTunnel = (frame: Uint8Array): boolean => tunnelCodes.has(frame[0])
