import type { Timer } from '#timer.ts'
import { FrameAssembler } from '#transport/assembler.ts'
import { FastPacketSplitter, maxFastPacketBytes } from '#transport/fast-packet.ts'
import type { Frame, Packet } from '#transport/frame.ts'
import { framesOf } from '#codec/database.ts'
import { ActisenseAsciiReader, actisenseAsciiLine } from './actisense-ascii.ts'
import { ActisenseBinaryReader, actisenseBinaryMessage } from './actisense-binary.ts'
import { ActisenseOpening } from './actisense-opening.ts'
import { CandumpReader, canplayerLine } from './candump.ts'
import type { GatewayEvents, GatewayReader } from './gateway-reader.ts'
import { IkonvertOpening } from './ikonvert-opening.ts'
import { IkonvertReader, ikonvertLine } from './ikonvert.ts'
import { maretronMessage, MaretronReader } from './maretron-ipg.ts'
import { MaretronOpening } from './maretron-opening.ts'
import { NoOpening, type Opening, type OpeningOptions } from './opening.ts'
import { YachtDevicesRawReader, yachtDevicesRawLine } from './yacht-devices-raw.ts'

const utf8 = new TextEncoder()

/** Messages of the ISO transport protocol are only received. */
const longestPayload = { single: 8, fast: maxFastPacketBytes, iso: 0 } as const

type Format = { readonly Reader: new (events: GatewayEvents) => GatewayReader } & (
  | { readonly frame: (frame: Frame, channel: string) => Uint8Array }
  | { readonly packet: (packet: Packet) => Uint8Array }
) & {
    readonly Opening: new (options: OpeningOptions) => Opening
    /** Whether we are a device on the bus ourselves. Other gateways send with their own address. */
    readonly hasOwnAddress: boolean
  }

const own = { Opening: NoOpening, hasOwnAddress: false } as const

const formats = {
  socketcan: {
    ...own,
    hasOwnAddress: true,
    Reader: CandumpReader,
    frame: (frame: Frame, channel: string) => utf8.encode(canplayerLine(frame, channel)),
  },
  'yacht-devices': {
    ...own,
    Reader: YachtDevicesRawReader,
    frame: (frame: Frame) => utf8.encode(yachtDevicesRawLine(frame)),
  },
  'actisense-ascii': {
    ...own,
    Reader: ActisenseAsciiReader,
    packet: (packet: Packet) => utf8.encode(actisenseAsciiLine(packet)),
  },
  actisense: {
    ...own,
    Opening: ActisenseOpening,
    Reader: ActisenseBinaryReader,
    packet: actisenseBinaryMessage,
  },
  ikonvert: {
    ...own,
    Opening: IkonvertOpening,
    Reader: IkonvertReader,
    packet: (packet: Packet) => utf8.encode(ikonvertLine(packet)),
  },
  maretron: { ...own, Opening: MaretronOpening, Reader: MaretronReader, packet: maretronMessage },
} as const satisfies Record<string, Format>

/** Gateways by the format that they speak. */
export type GatewayKind = keyof typeof formats

export const gatewayKinds = Object.keys(formats) as readonly GatewayKind[]

export interface GatewayOptions {
  readonly kind: GatewayKind
  readonly timer: Timer
  /** False when the bytes were lost, because the gateway is too slow. */
  readonly write: (bytes: Uint8Array) => boolean
  /** A whole message of the bus. */
  readonly onPacket: (packet: Packet) => void
  /** The gateway sends and takes messages from now on. */
  readonly onReady?: () => void
  /** The gateway refused us, or does not answer: close the connection. */
  readonly onFailed?: (reason: string) => void
  /** The gateway sent something about itself, which is valid, but no message of the bus. */
  readonly onReply?: () => void
  /** Bytes that were no message. */
  readonly onRejected?: () => void
  /** PGNs that will be sent: some gateways must know them beforehand. */
  readonly transmits?: readonly number[]
  readonly password?: string | undefined
  /** The CAN interface, such as `can0`. */
  readonly channel?: string
}

/** A connection to the bus through a gateway, without its bytes: the same for all gateways. */
export class Gateway implements Disposable {
  readonly #format: Format
  readonly #options: GatewayOptions
  readonly #reader: GatewayReader
  readonly #opening: Opening
  readonly #assembler = new FrameAssembler()
  readonly #splitter = new FastPacketSplitter()
  #isReady = false
  #address: number | undefined
  #ownAddress: number | undefined

  constructor(options: GatewayOptions) {
    this.#options = options
    this.#format = formats[options.kind]
    this.#reader = new this.#format.Reader({
      frame: (frame, isEcho) => this.#takeFrame(frame, isEcho),
      packet: (packet) => this.#take(packet),
      text: (text) => {
        options.onReply?.()
        this.#opening.takeText?.(text)
      },
      answer: (answer) => {
        options.onReply?.()
        this.#opening.takeAnswer?.(answer)
      },
      rejected: () => options.onRejected?.(),
    })
    this.#opening = new this.#format.Opening({
      timer: options.timer,
      write: options.write,
      transmits: options.transmits ?? [],
      password: options.password,
      onReady: () => this.#setReady(),
      onFailed: (reason) => options.onFailed?.(reason),
    })
  }

  /** Whether messages may be sent. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Whether we are a device on the bus ourselves. Other gateways send with their own address. */
  get hasOwnAddress(): boolean {
    return this.#format.hasOwnAddress
  }

  /** The address of the gateway on the bus, if it is known: messages from it are our own. */
  get address(): number | undefined {
    return this.#opening.address ?? this.#address
  }

  /** Our own address, to which long messages are confirmed. */
  set ownAddress(address: number | undefined) {
    this.#ownAddress = address
  }

  /** Says to the gateway what it must know, when the connection is open. */
  open(): void {
    this.#opening.start()
  }

  /** Takes what the gateway sent, in pieces of any size. */
  read(bytes: Uint8Array): void {
    this.#reader.read(bytes)
  }

  /** Sends a message. False when the gateway would not send it: it is not ready, or the message is too long, or not in its list. */
  send(packet: Packet): boolean {
    if (!this.#canSend(packet)) return false
    if ('packet' in this.#format) return this.#options.write(this.#format.packet(packet))
    return this.#framesOf(packet).every((frame) => this.sendFrame(frame))
  }

  /** Sends one frame. False when the gateway takes only whole messages. */
  sendFrame(frame: Frame): boolean {
    if (!this.#isReady || !('frame' in this.#format)) return false
    return this.#options.write(this.#format.frame(frame, this.#options.channel ?? ''))
  }

  [Symbol.dispose](): void {
    this.#isReady = false
    this.#opening[Symbol.dispose]()
  }

  #canSend({ pgn, payload }: Packet): boolean {
    return (
      this.#isReady &&
      payload.length <= longestPayload[framesOf(pgn)] &&
      (this.#opening.transmits?.(pgn) ?? true)
    )
  }

  #framesOf(packet: Packet): Frame[] {
    if (framesOf(packet.pgn) === 'fast') return this.#splitter.split(packet)
    const { payload, ...header } = packet
    return [{ ...header, data: payload }]
  }

  #setReady(): void {
    this.#isReady = true
    this.#options.onReady?.()
  }

  #takeFrame(frame: Frame, isEcho: boolean): void {
    if (isEcho) {
      this.#address = frame.source
      return
    }
    const { packet, answers } = this.#assembler.add(frame, this.#options.timer.now, this.#ownAddress)
    for (const answer of answers) this.sendFrame(answer)
    if (packet !== undefined) this.#take(packet)
  }

  #take(packet: Packet): void {
    this.#opening.takeMessage?.()
    this.#options.onPacket(packet)
  }
}
