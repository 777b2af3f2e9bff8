import { byteAt } from '#codec/bit-reader.ts'
import { framesOf } from '#codec/database.ts'
import { FastPacketAssembler, maxFastPacketBytes } from './fast-packet.ts'
import type { Frame, Packet } from './frame.ts'
import { TransportReceiver, transportPgns, type TransportResult } from './iso-transport.ts'

/** Sent as a single frame by some devices and as a fast packet by others. */
const dcVoltageCurrent = 127_751

const isFastHead = (data: Uint8Array): boolean =>
  (byteAt(data, 0) & 0x1f) === 0 && byteAt(data, 1) >= 8 && byteAt(data, 1) <= maxFastPacketBytes

/** Turns the frames of a bus into whole messages. */
export class FrameAssembler {
  readonly #fast = new FastPacketAssembler()
  readonly #transport = new TransportReceiver()

  /** The number of messages that are being received. */
  get openMessages(): number {
    return this.#fast.openMessages + this.#transport.openMessages
  }

  /** Adds a frame. Frames to `ownAddress` are answered as the ISO transport protocol requires. */
  add(frame: Frame, now: number, ownAddress?: number): TransportResult {
    if (frame.pgn === transportPgns.control || frame.pgn === transportPgns.data)
      return this.#transport.add(frame, now, ownAddress)
    const packet = this.#whole(frame, now)
    return packet === undefined ? none : { packet, answers: [] }
  }

  #whole(frame: Frame, now: number): Packet | undefined {
    if (!this.#isSingle(frame)) return this.#fast.add(frame, now)
    const { priority, pgn, source, destination, data } = frame
    return { priority, pgn, source, destination, payload: data }
  }

  #isSingle(frame: Frame): boolean {
    if (frame.pgn !== dcVoltageCurrent) return framesOf(frame.pgn) === 'single'
    return frame.data.length === 8 && !isFastHead(frame.data) && !this.#fast.isOpen(frame)
  }
}

const none: TransportResult = { answers: [] }
