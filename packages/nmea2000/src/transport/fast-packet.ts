import { byteAt } from '#codec/bit-reader.ts'
import type { Frame, Packet } from './frame.ts'

/** The longest message that a fast packet can carry. */
export const maxFastPacketBytes = 223

const firstFrameBytes = 6
const frameBytes = 7
const sequences = 8
/** Messages that are being received at the same time, from all devices. */
const maxOpen = 256
/**
 * Between two frames of a message; from its first to its last; and how many other messages with its PGN the sender may
 * begin in between. Its sequence number comes again with the eighth. A program that stalls for a quarter of a second
 * reads the rest of a message that much later.
 */
const limits = { gapMs: 500, totalMs: 750, begun: 6 }
/** A frame may arrive after this many later ones, this soon after them. */
const reordering = { frames: 3, ms: 25 }

/** A message of which some frames have arrived. */
interface OpenMessage {
  readonly bytes: Uint8Array
  readonly startedAt: number
  lastAt: number
  /** One bit for each frame that has arrived. */
  frames: number
  /** Undefined until the first frame, which contains it, has arrived. */
  length: number | undefined
  /** How many messages with this PGN the sender has begun since. */
  begunSince: number
  /** The bytes end here when a frame was shorter than 8 bytes. */
  end: number
}

const framesIn = (length: number): number =>
  1 + Math.max(0, Math.ceil((length - firstFrameBytes) / frameBytes))

const isComplete = ({ frames, length, end }: OpenMessage): boolean => {
  if (length === undefined || length > end) return false
  const all = 2 ** framesIn(length) - 1
  // Bits of frames beyond the declared length do not count.
  return (frames >>> 0) % (all + 1) === all
}

const has = ({ frames }: OpenMessage, index: number): boolean =>
  Math.floor((frames >>> 0) / 2 ** index) % 2 === 1

/** A frame that arrives again, or long after later frames, is of another message with the same number. */
const belongs = (open: OpenMessage, index: number, now: number): boolean => {
  if (has(open, index)) return false
  const latest = 31 - Math.clz32(open.frames)
  return index > latest || (latest - index <= reordering.frames && now - open.lastAt <= reordering.ms)
}

const place = (open: OpenMessage, index: number, data: Uint8Array): void => {
  const skip = index === 0 ? 2 : 1
  const at = index === 0 ? 0 : firstFrameBytes + (index - 1) * frameBytes
  open.bytes.set(data.subarray(skip), at)
  open.frames |= 1 << index
  if (index === 0) open.length = data[1]
  if (data.length < 8) open.end = Math.min(open.end, at + data.length - skip)
}

/**
 * Assembles fast packets. Frames of several messages may be interleaved and slightly out of order. Frames of different
 * messages are never mixed: a message is identified by source, destination, PGN and sequence number, and is dropped
 * when a frame arrives twice, or when a frame is late: by time, or by the messages that the sender has begun since.
 */
export class FastPacketAssembler {
  readonly #open = new Map<number, OpenMessage>()

  /** The number of messages that are being received. */
  get openMessages(): number {
    return this.#open.size
  }

  /** Whether frames of the same message have arrived. */
  isOpen(frame: Frame): boolean {
    return this.#open.has(keyOf(frame))
  }

  /** Adds a frame; returns the message when this was the last of its frames. */
  add(frame: Frame, now: number): Packet | undefined {
    const { data } = frame
    if (data.length < 2) return undefined
    const index = byteAt(data, 0) & 0x1f
    if (index === 0 && (data[1] === 0 || byteAt(data, 1) > maxFastPacketBytes)) return undefined
    const key = keyOf(frame)
    const open = this.#messageOf(key, index, now)
    place(open, index, data)
    open.lastAt = now
    if (!isComplete(open)) return undefined
    this.#open.delete(key)
    const { priority, pgn, source, destination } = frame
    return { priority, pgn, source, destination, payload: open.bytes.slice(0, open.length) }
  }

  #messageOf(key: number, index: number, now: number): OpenMessage {
    const open = this.#open.get(key)
    const isSame =
      open !== undefined &&
      now - open.lastAt <= limits.gapMs &&
      now - open.startedAt <= limits.totalMs &&
      belongs(open, index, now)
    return isSame ? open : this.#begin(key, now)
  }

  #begin(key: number, now: number): OpenMessage {
    this.#open.delete(key)
    this.#dropOld(key, now)
    const bytes = new Uint8Array(maxFastPacketBytes + 1)
    const open = {
      bytes,
      startedAt: now,
      lastAt: now,
      frames: 0,
      length: undefined,
      begunSince: 0,
      end: bytes.length,
    }
    this.#open.set(key, open)
    return open
  }

  /** Drops messages that will not be completed, and the oldest when there are too many. */
  #dropOld(key: number, now: number): void {
    const sender = senderOf(key)
    for (const [other, open] of this.#open) {
      if (senderOf(other) === sender) open.begunSince++
      const isOver = now - open.startedAt > limits.totalMs || open.begunSince >= limits.begun
      if (isOver || this.#open.size >= maxOpen) this.#open.delete(other)
    }
  }
}

/** A sender counts sequence numbers per PGN; all destinations share the counter. */
const senderOf = (key: number): number => Math.floor(key / (256 * sequences))

const keyOf = ({ pgn, source, destination, data }: Frame): number =>
  ((pgn * 256 + source) * 256 + destination) * sequences + (byteAt(data, 0) >>> 5)

/** Splits messages into frames. Each PGN has a sequence number that counts up, so that no two look like one. */
export class FastPacketSplitter {
  readonly #next = new Map<number, number>()

  /** @throws RangeError when the message is longer than a fast packet */
  split({ payload, ...header }: Packet): Frame[] {
    if (payload.length > maxFastPacketBytes)
      throw new RangeError(`A fast packet has at most ${maxFastPacketBytes} bytes, not ${payload.length}`)
    const sequence = this.#next.get(header.pgn) ?? 0
    this.#next.set(header.pgn, (sequence + 1) % sequences)
    return Array.from({ length: framesIn(payload.length) }, (_, index) => {
      const data = new Uint8Array(8).fill(0xff)
      data[0] = (sequence << 5) | index
      const start = index === 0 ? 0 : firstFrameBytes + (index - 1) * frameBytes
      if (index === 0) data[1] = payload.length
      const part = payload.subarray(start, index === 0 ? firstFrameBytes : start + frameBytes)
      data.set(part, index === 0 ? 2 : 1)
      return { ...header, data }
    })
  }
}
