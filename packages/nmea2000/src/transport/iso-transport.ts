import { byteAt } from '#codec/bit-reader.ts'
import { broadcastAddress, type Frame, type Header, type Packet } from './frame.ts'

/** The PGNs of the ISO transport protocol: its control messages and its data. */
export const transportPgns = { control: 60_416, data: 60_160 } as const

/** The longest message of the ISO transport protocol. */
export const maxTransportBytes = 1_785

const partBytes = 7
const priority = 7
const maxSessions = 32
/** A session ends when nothing arrives for this long: T2 of ISO 11783-3. */
const silenceMs = 1_250

const controls = { request: 16, clear: 17, complete: 19, announce: 32, abort: 255 } as const

const low = (value: number): number => value & 0xff
const high = (value: number): number => (value >>> 8) & 0xff

const partsIn = (bytes: number): number => Math.ceil(bytes / partBytes)

interface Session {
  readonly header: Header
  readonly bytes: Uint8Array
  readonly parts: number
  readonly size: number
  readonly received: Uint8Array
  count: number
  lastAt: number
}

/** A message that arrived, and frames that the protocol requires as an answer. */
export interface TransportResult {
  readonly packet?: Packet
  readonly answers: readonly Frame[]
}

const nothing: TransportResult = { answers: [] }

/** A control frame about a PGN. */
const control = (
  from: number,
  to: number,
  [code, pgn, ...bytes]: readonly [number, number, ...number[]],
): Frame => {
  const data = new Uint8Array(8).fill(0xff)
  data[0] = code
  data.set(bytes, 1)
  data.set([low(pgn), high(pgn), pgn >>> 16], 5)
  return { priority, pgn: transportPgns.control, source: from, destination: to, data }
}

const pgnIn = (data: Uint8Array): number => byteAt(data, 5) + byteAt(data, 6) * 256 + byteAt(data, 7) * 65_536

/**
 * Receives messages of the ISO transport protocol: announced to all (BAM), and sent to one device (RTS/CTS). Messages
 * to other devices are read along; only those to our own address are answered.
 */
export class TransportReceiver {
  readonly #sessions = new Map<number, Session>()

  /** The number of messages that are being received. */
  get openMessages(): number {
    return this.#sessions.size
  }

  /** Adds a frame with one of the two PGNs. Without our address it is not answered. */
  add(frame: Frame, now: number, ownAddress?: number): TransportResult {
    if (frame.data.length < 8) return nothing
    const isOurs = ownAddress !== undefined && frame.destination === ownAddress
    return frame.pgn === transportPgns.data
      ? this.#part(frame, now, isOurs)
      : this.#control(frame, now, isOurs)
  }

  #control(frame: Frame, now: number, isOurs: boolean): TransportResult {
    const { data, source, destination } = frame
    const code = data[0]
    if (code === controls.abort) this.#sessions.delete(keyOf(frame))
    const isAnnounced = code === controls.announce && destination === broadcastAddress
    const isRequested = code === controls.request && destination !== broadcastAddress
    if (!isAnnounced && !isRequested) return nothing
    const session = this.#begin(frame, now)
    if (session === undefined || !isOurs) return nothing
    // All parts in one go: the bus is fast enough, and the message is short.
    return { answers: [control(destination, source, [controls.clear, pgnIn(data), session.parts, 1])] }
  }

  #begin(frame: Frame, now: number): Session | undefined {
    const { data, source, destination } = frame
    const size = byteAt(data, 1) + byteAt(data, 2) * 256
    const parts = byteAt(data, 3)
    const key = keyOf(frame)
    this.#sessions.delete(key)
    if (size === 0 || size > maxTransportBytes || parts !== partsIn(size)) return undefined
    this.#dropOldest(now)
    const header = { priority: frame.priority, pgn: pgnIn(data), source, destination }
    const bytes = new Uint8Array(parts * partBytes)
    const session = { header, bytes, parts, size, received: new Uint8Array(parts), count: 0, lastAt: now }
    this.#sessions.set(key, session)
    return session
  }

  #part(frame: Frame, now: number, isOurs: boolean): TransportResult {
    const key = keyOf(frame)
    const session = this.#sessions.get(key)
    const number = byteAt(frame.data, 0)
    if (session === undefined || number === 0 || number > session.parts) return nothing
    if (now - session.lastAt > silenceMs) {
      this.#sessions.delete(key)
      return nothing
    }
    session.lastAt = now
    session.bytes.set(frame.data.subarray(1), (number - 1) * partBytes)
    session.count += 1 - byteAt(session.received, number - 1)
    session.received[number - 1] = 1
    if (session.count < session.parts) return nothing
    this.#sessions.delete(key)
    const { header, size, parts } = session
    const packet = { ...header, payload: session.bytes.slice(0, size) }
    const { pgn, source, destination } = header
    const done = control(destination, source, [controls.complete, pgn, low(size), high(size), parts])
    return { packet, answers: isOurs ? [done] : [] }
  }

  #dropOldest(now: number): void {
    for (const [key, { lastAt }] of this.#sessions)
      if (this.#sessions.size >= maxSessions || now - lastAt > silenceMs) this.#sessions.delete(key)
  }
}

/** A device sends one message at a time to each destination. */
const keyOf = ({ source, destination }: Frame): number => source * 256 + destination

const partsOf = (packet: Packet): Frame[] => {
  const { source, destination, payload } = packet
  return Array.from({ length: partsIn(payload.length) }, (_, index) => {
    const data = new Uint8Array(8).fill(0xff)
    data[0] = index + 1
    data.set(payload.subarray(index * partBytes, (index + 1) * partBytes), 1)
    return { priority, pgn: transportPgns.data, source, destination, data }
  })
}

/**
 * Sends one message by the ISO transport protocol. The caller sends `begin`, then what `next` returns: for a message to
 * all devices every 50 ms, for a message to one device whenever it answers.
 */
export class TransportSender {
  readonly #packet: Packet
  readonly #parts: readonly Frame[]
  #sent = 0
  #isDone = false

  /** @throws RangeError when the message is too long */
  constructor(packet: Packet) {
    if (packet.payload.length === 0 || packet.payload.length > maxTransportBytes)
      throw new RangeError(`A message has 1 to ${maxTransportBytes} bytes, not ${packet.payload.length}`)
    this.#packet = packet
    this.#parts = partsOf(packet)
  }

  get isBroadcast(): boolean {
    return this.#packet.destination === broadcastAddress
  }

  /** Whether everything is sent and, by a single receiver, confirmed; or the receiver aborted. */
  get isDone(): boolean {
    return this.#isDone
  }

  begin(): Frame {
    const { pgn, source, destination, payload } = this.#packet
    const code = this.isBroadcast ? controls.announce : controls.request
    const size = payload.length
    return control(source, destination, [code, pgn, low(size), high(size), this.#parts.length, 0xff])
  }

  /** The next part of a message to all devices. */
  nextPart(): Frame | undefined {
    const part = this.#parts[this.#sent++]
    if (this.#sent >= this.#parts.length) this.#isDone = true
    return part
  }

  /** The parts that the receiver asked for with a control frame. */
  answer({ data, source, destination }: Frame): readonly Frame[] {
    const isForUs = source === this.#packet.destination && destination === this.#packet.source
    if (!isForUs || data.length < 8 || pgnIn(data) !== this.#packet.pgn) return []
    if (data[0] === controls.complete || data[0] === controls.abort) this.#isDone = true
    if (data[0] !== controls.clear) return []
    const first = byteAt(data, 2) - 1
    return first < 0 ? [] : this.#parts.slice(first, first + byteAt(data, 1))
  }
}
