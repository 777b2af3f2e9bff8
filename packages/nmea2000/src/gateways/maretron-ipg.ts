import { byteAt } from '#codec/bit-reader.ts'
import { broadcastAddress, isAddressable, type Packet } from '#transport/frame.ts'
import type { GatewayEvents, GatewayReader } from './gateway-reader.ts'

const sync = 0xa5
/** Set in the first byte after the sync byte of every message. */
const messageBit = 0x80
/** Kinds of messages: the last has a length of two bytes. */
const kinds = { single: 1, fast: 2, long: 3 } as const
const longestText = 4_096
const longestPayload = 1_785

/** The gateway's text after it has accepted the password. The answer is `maretronBinaryMode`. */
export const maretronConnected = 'CONNECTED'
/** Makes the gateway send messages in binary form. */
export const maretronBinaryMode = 'SET_MODE\tBINARY\0'
/** Characters that would end the password, or the text. */
const endsPassword = /["\t\r\n\0]/

/**
 * The first text to the gateway. Without a password it is empty.
 * @throws RangeError when the password contains a quote, a tab, a zero or the end of a line
 */
export const maretronConnect = (password = ''): string => {
  if (endsPassword.test(password)) throw new RangeError('The password contains a quote, a tab or a line end')
  return `CONNECT\t"${password}"\t\tMOBILE\0`
}

/** How much a piece of the buffer takes: 0 when more must arrive first. */
type Taken = number

/** Reads a Maretron IPG100: texts that end with a zero byte, and whole messages between them. */
export class MaretronReader implements GatewayReader {
  readonly #events: GatewayEvents
  #buffer = new Uint8Array()

  constructor(events: GatewayEvents) {
    this.#events = events
  }

  read(bytes: Uint8Array): void {
    const joined = new Uint8Array(this.#buffer.length + bytes.length)
    joined.set(this.#buffer)
    joined.set(bytes, this.#buffer.length)
    let at = 0
    for (let taken = this.#take(joined); taken > 0; taken = this.#take(joined.subarray(at))) at += taken
    this.#buffer = joined.slice(at)
  }

  #take(bytes: Uint8Array): Taken {
    if (bytes.length === 0) return 0
    if (bytes[0] === sync) return this.#takeMessage(bytes)
    if (byteAt(bytes, 0) < messageBit) return this.#takeText(bytes)
    return this.#reject(1)
  }

  #takeText(bytes: Uint8Array): Taken {
    const end = bytes.indexOf(0)
    if (end < 0) return bytes.length > longestText ? this.#reject(bytes.length) : 0
    const text = new TextDecoder('latin1').decode(bytes.subarray(0, end))
    if (text !== '') this.#events.text?.(text)
    return end + 1
  }

  #takeMessage(bytes: Uint8Array): Taken {
    if (bytes.length < 7 && bytes.length < 6 + byteAt(bytes, 5)) return 0
    const first = byteAt(bytes, 1)
    if (first < messageBit) return this.#reject(1)
    const isLong = ((first >>> 1) & 3) === kinds.long
    const start = isLong ? 7 : 6
    const length = byteAt(bytes, 5) + (isLong ? byteAt(bytes, 6) * 256 : 0)
    if (length > longestPayload) return this.#reject(1)
    if (bytes.length < start + length) return 0
    this.#events.packet?.(packetOf(bytes, bytes.slice(start, start + length)))
    return start + length
  }

  #reject(length: number): Taken {
    this.#events.rejected?.()
    return length
  }
}

const packetOf = (bytes: Uint8Array, payload: Uint8Array): Packet => {
  const [, first = 0, format = 0, specific = 0, source = 0] = bytes
  const group = (first & 1) * 65_536 + format * 256
  const isAddressed = isAddressable(group)
  return {
    priority: (first >>> 4) & 7,
    pgn: isAddressed ? group : group + specific,
    source,
    destination: isAddressed ? specific : broadcastAddress,
    payload,
  }
}

/** The source in a message that we send: the gateway puts in its own address. */
const anySource = 0xff

/**
 * The bytes of a message to the gateway, or from it with the address of the sender.
 * @throws RangeError when the message is too long for the gateway
 */
export const maretronMessage = (
  { priority, pgn, destination, payload }: Packet,
  source: number = anySource,
): Uint8Array => {
  if (payload.length > 223) throw new RangeError(`The gateway sends at most 223 bytes, not ${payload.length}`)
  const kind = payload.length <= 8 ? kinds.single : kinds.fast
  const first = messageBit | (priority << 4) | (kind << 1) | ((pgn >>> 16) & 1)
  const specific = isAddressable(pgn) ? destination : pgn & 0xff
  return Uint8Array.of(sync, first, (pgn >>> 8) & 0xff, specific, source, payload.length, ...payload)
}
