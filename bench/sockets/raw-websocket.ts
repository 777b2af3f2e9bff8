import { connect, type Socket } from 'node:net'
import { BenchError } from '../bench-error.ts'
import { withDeadline } from '../deadline.ts'

/** Called for each text frame; the bytes are only valid during the call. */
export type FrameListener = (buffer: Buffer, start: number, end: number) => void

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const
const headerEnd = '\r\n\r\n'
const connectLimitMs = 10_000
const mask = Buffer.from([0x5a, 0x31, 0xc7, 0x18])

// Reading is synchronous from socket to listener, so all sockets can share one buffer.
const readBuffer = Buffer.allocUnsafeSlow(128 * 1024)

const masked = (opcode: number, payload: Buffer): Buffer => {
  const length = payload.length
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const frame = Buffer.allocUnsafe(6 + extended + length)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127)
  if (extended === 2) frame.writeUInt16BE(length, 2)
  if (extended === 8) frame.writeBigUInt64BE(BigInt(length), 2)
  const start = 6 + extended
  mask.copy(frame, start - 4)
  for (let at = 0; at < length; at++) frame[start + at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0)
  return frame
}

/** A text message as a client's frame. */
export const textFrame = (text: string): Buffer => masked(opcodes.text, Buffer.from(text))

const headerLength = (buffer: Buffer, start: number): number => {
  const short = (buffer[start + 1] ?? 0) & 0x7f
  return short < 126 ? 2 : short === 126 ? 4 : 10
}

/** Length of the frame with its header, 0 while the header is incomplete. Frames from a server have no mask. */
const frameLength = (buffer: Buffer, start: number, end: number): number => {
  if (end - start < 2) return 0
  const header = headerLength(buffer, start)
  if (end - start < header) return 0
  if (header === 2) return 2 + ((buffer[start + 1] ?? 0) & 0x7f)
  return header + (header === 4 ? buffer.readUInt16BE(start + 2) : Number(buffer.readBigUInt64BE(start + 2)))
}

export interface RawWebSocketOptions {
  readonly port: number
  readonly path: string
  readonly onText?: FrameListener
}

/**
 * A WebSocket client that passes on frames as bytes in a shared buffer: no copies, strings or objects per message, so that one
 * core can receive what another sends.
 */
export class RawWebSocket {
  readonly #socket: Socket
  readonly #onText: FrameListener
  readonly #opened = Promise.withResolvers<void>()
  readonly #greeted = Promise.withResolvers<void>()
  #handshake: string | undefined = ''
  #pending = Buffer.alloc(0)
  #pendingLength = 0
  /** Pings sent so far. */
  pings = 0
  /** Pings answered so far. Each has a number, and one pong also answers those before it. */
  pongs = 0
  isClosed = false

  private constructor({ port, path, onText }: RawWebSocketOptions) {
    this.#onText = onText ?? ((): void => {})
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: readBuffer, callback: (length) => this.#take(length) },
    })
    this.#socket.on('connect', () => {
      const key = 'bWFyaW5lZGF0YSBiZW5jaA=='
      this.#socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13${headerEnd}`,
      )
    })
    this.#socket.on('error', (cause) => this.#fail(new BenchError(`WebSocket at ${path}: ${cause.message}`)))
    this.#socket.on('close', () => this.#fail(new BenchError(`WebSocket at ${path} was closed`)))
  }

  /** Opens a connection and waits for the server's hello. */
  static async open(options: RawWebSocketOptions): Promise<RawWebSocket> {
    const client = new RawWebSocket(options)
    client.#greeted.promise.catch(() => {})
    await withDeadline(`Opening ${options.path}`, connectLimitMs, client.#opened.promise)
    await withDeadline(`The hello of ${options.path}`, connectLimitMs, client.#greeted.promise)
    return client
  }

  send(text: string): void {
    this.#socket.write(textFrame(text))
  }

  /** Sends prepared frames. */
  sendFrames(frames: Buffer): void {
    this.#socket.write(frames)
  }

  /** Sends a ping. Its pong comes after everything sent before has been read. */
  ping(): void {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(++this.pings)
    this.#socket.write(masked(opcodes.ping, number))
  }

  close(): void {
    this.isClosed = true
    this.#socket.destroy()
  }

  #fail(error: BenchError): void {
    this.isClosed = true
    this.#opened.reject(error)
    this.#greeted.reject(error)
  }

  #take(length: number): boolean {
    let at = 0
    if (this.#handshake !== undefined) at = this.#readHandshake(length)
    if (this.#pendingLength > 0) at = this.#completePending(at, length)
    at = this.#walk(at, length)
    if (at < length) this.#keep(at, length)
    return true
  }

  /** Returns the offset of the first frame. */
  #readHandshake(length: number): number {
    const before = this.#handshake ?? ''
    const text = before + readBuffer.toString('latin1', 0, length)
    const end = text.indexOf(headerEnd)
    if (end < 0) {
      this.#handshake = text
      return length
    }
    this.#handshake = undefined
    const status = text.slice(0, text.indexOf('\r\n'))
    if (status.startsWith('HTTP/1.1 101')) this.#opened.resolve()
    else this.#fail(new BenchError(`WebSocket refused: ${status}`))
    return end + headerEnd.length - before.length
  }

  #walk(from: number, end: number): number {
    let at = from
    for (;;) {
      const length = frameLength(readBuffer, at, end)
      if (length === 0 || at + length > end) return at
      this.#handle(readBuffer, at, at + length)
      at += length
    }
  }

  #keep(from: number, end: number): void {
    const length = end - from
    this.#reserve(length)
    readBuffer.copy(this.#pending, 0, from, end)
    this.#pendingLength = length
  }

  #reserve(length: number): void {
    if (this.#pending.length >= length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(512, 2 ** Math.ceil(Math.log2(length))))
    this.#pending.copy(grown, 0, 0, this.#pendingLength)
    this.#pending = grown
  }

  /** Appends to a partial frame. Returns the offset of the next one. */
  #completePending(from: number, end: number): number {
    let at = from
    let length = frameLength(this.#pending, 0, this.#pendingLength)
    while (length === 0 && at < end) {
      this.#reserve(this.#pendingLength + 1)
      this.#pending[this.#pendingLength++] = readBuffer[at++] ?? 0
      length = frameLength(this.#pending, 0, this.#pendingLength)
    }
    if (length === 0) return at
    this.#reserve(length)
    const taken = Math.min(length - this.#pendingLength, end - at)
    readBuffer.copy(this.#pending, this.#pendingLength, at, at + taken)
    this.#pendingLength += taken
    if (this.#pendingLength === length) {
      this.#pendingLength = 0
      this.#handle(this.#pending, 0, length)
    }
    return at + taken
  }

  #handle(buffer: Buffer, start: number, end: number): void {
    const opcode = (buffer[start] ?? 0) & 0x0f
    const payload = start + headerLength(buffer, start)
    if (opcode === opcodes.text) {
      this.#greeted.resolve()
      this.#onText(buffer, payload, end)
    } else if (opcode === opcodes.pong) this.pongs = buffer.readUInt32BE(payload)
    else if (opcode === opcodes.ping) {
      this.#socket.write(masked(opcodes.pong, Buffer.from(buffer.subarray(payload, end))))
    } else if (opcode === opcodes.close) this.close()
    // A value could be split between two fragments and be missed. No target is known to send any.
    else this.#fail(new BenchError(`WebSocket frame with opcode ${opcode} is not expected`))
  }
}
