import { byteAt } from '#codec/bit-reader.ts'
import type { Packet } from '#transport/frame.ts'
import type { GatewayEvents, GatewayReader } from './gateway-reader.ts'

const [start, end, escape] = [0x02, 0x03, 0x10]
/** Kinds of blocks: a message from or to the bus, or an answer or a command of the gateway itself. */
export const actisenseBlocks = { received: 0x93, send: 0x94, answer: 0xa0, command: 0xa1 } as const
/** A command, a length byte, and a checksum around at most 255 bytes. */
const longestBlock = 258
const headBytes = 11

type State = 'outside' | 'inside' | 'escaped outside' | 'escaped inside'

/** Finds the blocks in the stream of an Actisense gateway, undoes their escapes and verifies them. */
export class ActisenseBlockReader implements GatewayReader {
  readonly #onBlock: (command: number, content: Uint8Array) => void
  readonly #onRejected: () => void
  readonly #block = new Uint8Array(longestBlock)
  #length = 0
  #state: State = 'outside'

  constructor(onBlock: (command: number, content: Uint8Array) => void, onRejected: () => void) {
    this.#onBlock = onBlock
    this.#onRejected = onRejected
  }

  read(bytes: Uint8Array): void {
    for (const byte of bytes) this.#state = this.#next(byte)
  }

  #next(byte: number): State {
    if (this.#state === 'outside') return byte === escape ? 'escaped outside' : 'outside'
    if (this.#state === 'inside') return byte === escape ? 'escaped inside' : this.#add(byte)
    if (byte === start) {
      this.#length = 0
      return 'inside'
    }
    if (this.#state === 'escaped outside') return 'outside'
    if (byte === escape) return this.#add(byte)
    if (byte === end) this.#take(this.#block.slice(0, this.#length))
    else this.#onRejected()
    return 'outside'
  }

  #add(byte: number): State {
    if (this.#length === longestBlock) {
      this.#onRejected()
      return 'outside'
    }
    this.#block[this.#length++] = byte
    return 'inside'
  }

  #take(block: Uint8Array): void {
    const sum = block.reduce((total, byte) => total + byte, 0)
    if (block.length < 3 || sum % 256 !== 0 || byteAt(block, 1) !== block.length - 3) this.#onRejected()
    else this.#onBlock(byteAt(block, 0), block.subarray(2, -1))
  }
}

/** Reads the binary format of the Actisense NGT-1, of the NGX-1, and of the Yacht Devices YDNU-02. */
export class ActisenseBinaryReader implements GatewayReader {
  readonly #events: GatewayEvents
  readonly #blocks: ActisenseBlockReader

  constructor(events: GatewayEvents) {
    this.#events = events
    this.#blocks = new ActisenseBlockReader(
      (command, content) => this.#take(command, content),
      () => events.rejected?.(),
    )
  }

  read(bytes: Uint8Array): void {
    this.#blocks.read(bytes)
  }

  #take(command: number, content: Uint8Array): void {
    if (command === actisenseBlocks.received) this.#takeMessage(content)
    else if (command === actisenseBlocks.answer) this.#events.answer?.(content)
  }

  #takeMessage(bytes: Uint8Array): void {
    const message = messageIn(bytes)
    if (message === undefined) this.#events.rejected?.()
    else this.#events.packet?.(message.packet)
  }
}

/** The message in a block, with the gateway's own milliseconds; undefined when the block is too short. */
export const messageIn = (
  bytes: Uint8Array,
): { readonly packet: Packet; readonly ms: number } | undefined => {
  const length = byteAt(bytes, headBytes - 1)
  if (bytes.length < headBytes || bytes.length - headBytes < length) return undefined
  const packet = {
    priority: byteAt(bytes, 0) & 7,
    pgn: byteAt(bytes, 1) + byteAt(bytes, 2) * 256 + byteAt(bytes, 3) * 65_536,
    destination: byteAt(bytes, 4),
    source: byteAt(bytes, 5),
    payload: bytes.slice(headBytes, headBytes + length),
  }
  return { packet, ms: new DataView(bytes.buffer, bytes.byteOffset).getUint32(6, true) }
}

/** A block with its checksum, its escapes and its ends. */
const blockOf = (command: number, content: readonly number[]): Uint8Array => {
  const bytes = [command, content.length, ...content]
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  const escaped = [...bytes, (256 - (sum % 256)) % 256].flatMap((byte) =>
    byte === escape ? [escape, escape] : [byte],
  )
  return Uint8Array.of(escape, start, ...escaped, escape, end)
}

/**
 * The bytes that send a message.
 * @throws RangeError when the message is too long for the gateway
 */
export const actisenseBinaryMessage = ({ priority, pgn, destination, payload }: Packet): Uint8Array => {
  if (payload.length > 223) throw new RangeError(`The gateway sends at most 223 bytes, not ${payload.length}`)
  const head = [priority, pgn & 0xff, (pgn >>> 8) & 0xff, pgn >>> 16, destination, payload.length]
  return blockOf(actisenseBlocks.send, [...head, ...payload])
}

/** Commands to the gateway itself: send everything; list, enable and activate what it transmits. */
export const actisenseCommands = { start: 0x11, enable: 0x47, list: 0x49, activate: 0x4b } as const

/** The bytes of a command to the gateway itself. */
export const actisenseCommand = (command: number, ...content: readonly number[]): Uint8Array =>
  blockOf(actisenseBlocks.command, [command, ...content])

/** Makes the gateway send everything that it receives. */
export const actisenseBinaryStart: Uint8Array = actisenseCommand(actisenseCommands.start, 2, 0)

/** The bytes of a message as the gateway sends it to us. */
export const actisenseReceived = ({ priority, pgn, source, destination, payload }: Packet): Uint8Array => {
  const head = [priority, pgn & 0xff, (pgn >>> 8) & 0xff, pgn >>> 16, destination, source, 0, 0, 0, 0]
  return blockOf(actisenseBlocks.received, [...head, payload.length, ...payload])
}

/** The bytes of an answer of the gateway to a command. */
export const actisenseAnswer = (content: readonly number[]): Uint8Array =>
  blockOf(actisenseBlocks.answer, content)
