import { decode, type Fields, type Message } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import { definitionById, framesOf } from '#codec/database.ts'
import type { Timer } from '#timer.ts'
import { FastPacketSplitter } from '#transport/fast-packet.ts'
import { broadcastAddress, type Frame, type Packet } from '#transport/frame.ts'
import { AddressClaim, networkPgns, requestedPgn } from './address-claim.ts'
import { nameTextFrom, type DeviceName, type NameText } from './name.ts'

const pgns = {
  groupFunction: 126_208,
  list: 126_464,
  heartbeat: 126_993,
  product: 126_996,
  configuration: 126_998,
}
const usualHeartbeatMs = 60_000
const shortestHeartbeatMs = 1_000
const heartbeats = 253

/** Codes of an acknowledgement. */
const errors = { none: 0, notSupported: 1, intervalTooLow: 2 }
const negative = 1

export interface NodeOptions {
  readonly name: DeviceName
  /** Fields of the product information: model, versions, serial number. */
  readonly product: Fields
  /** Fields of the configuration information: how it is installed. */
  readonly configuration: Fields
  /** Sends a further message when a device asks for it; returns false for an unknown PGN. */
  readonly answer?: (pgn: number) => boolean
  /** Further messages that the device sends, and those that it reads. */
  readonly transmits: readonly number[]
  readonly receives: readonly number[]
  readonly preferredAddress: number
  readonly timer: Timer
  readonly random: () => number
  readonly send: (frame: Frame) => void
  /** The address is ours from now on, or no longer. */
  readonly onAddress?: (address: number | undefined) => void
}

/** A message without its sender, which is always ourselves. */
export type OwnPacket = Omit<Packet, 'source'>

/** A device on the bus: has an address, answers questions about itself, and sends messages. */
export class BusNode implements Disposable {
  readonly name: NameText
  readonly #options: NodeOptions
  readonly #claim: AddressClaim
  readonly #splitter = new FastPacketSplitter()
  #heartbeat: Disposable | undefined
  #heartbeatMs = usualHeartbeatMs
  #heartbeatCount = 0

  constructor(options: NodeOptions) {
    this.#options = options
    this.name = nameTextFrom(options.name)
    this.#claim = new AddressClaim({
      ...options,
      name: this.name,
      preferred: options.preferredAddress,
      isArbitraryCapable: options.name.arbitraryAddressCapable === 1,
      onChange: (address) => this.#setAddress(address),
    })
  }

  /** Undefined until an address is ours. */
  get address(): number | undefined {
    return this.#claim.address
  }

  start(): void {
    this.#claim.start()
  }

  /** Takes a message of the bus. */
  handle(packet: Packet): void {
    this.#claim.handle(packet)
    const { destination } = packet
    if (this.address === undefined || (destination !== this.address && destination !== broadcastAddress))
      return
    if (packet.pgn === networkPgns.request) this.#answerRequest(packet)
    else if (packet.pgn === pgns.groupFunction && destination === this.address)
      this.#answerGroupFunction(packet)
  }

  /**
   * Sends a message. False without an address: nothing is sent then, nor later.
   * @throws RangeError when it is too long
   */
  send({ priority, pgn, destination, payload }: OwnPacket): boolean {
    const source = this.address
    if (source === undefined) return false
    const packet = { priority, pgn, source, destination, payload }
    const frames =
      framesOf(pgn) === 'fast'
        ? this.#splitter.split(packet)
        : [{ priority, pgn, source, destination, data: payload }]
    for (const frame of frames) this.#options.send(frame)
    return true
  }

  [Symbol.dispose](): void {
    this.#heartbeat?.[Symbol.dispose]()
    this.#claim[Symbol.dispose]()
  }

  #setAddress(address: number | undefined): void {
    this.#heartbeat?.[Symbol.dispose]()
    this.#options.onAddress?.(address)
    if (address !== undefined) this.#scheduleHeartbeat()
  }

  #scheduleHeartbeat(): void {
    this.#heartbeat?.[Symbol.dispose]()
    this.#heartbeat = this.#options.timer.after(this.#heartbeatMs, () => {
      this.#sendHeartbeat()
      this.#scheduleHeartbeat()
    })
  }

  #sendHeartbeat(): void {
    const fields = {
      dataTransmitOffset: this.#heartbeatMs / 1_000,
      sequenceCounter: this.#heartbeatCount,
      equipmentStatus: 0,
    }
    this.#heartbeatCount = (this.#heartbeatCount + 1) % heartbeats
    this.#sendMessage('heartbeat', fields)
  }

  #sendMessage(
    id: string,
    fields: Fields,
    { to = broadcastAddress, lists = [] as readonly Fields[][] } = {},
  ): void {
    const { pgn, priority } = definitionById(id) ?? { pgn: 0, priority: 0 }
    this.send({ pgn, priority, destination: to, payload: encodeById(id, fields, lists) })
  }

  #answerRequest(packet: Packet): void {
    const pgn = requestedPgn(packet)
    // Claims are answered by the claim itself.
    if (pgn === undefined || pgn === networkPgns.claim || this.#sendOwn(pgn, packet.source)) return
    if (packet.destination === broadcastAddress) return
    this.#sendMessage('isoAcknowledgement', { control: negative, pgn }, { to: packet.source })
  }

  /** Sends our message with this PGN; returns false for an unknown PGN. */
  #sendOwn(pgn: number, to: number): boolean {
    if (pgn === pgns.product) this.#sendMessage('productInformation', this.#options.product)
    else if (pgn === pgns.configuration)
      this.#sendMessage('configurationInformation', this.#options.configuration)
    else if (pgn === pgns.heartbeat) this.#sendHeartbeat()
    else if (pgn === pgns.list) this.#sendLists(to)
    else return this.#options.answer?.(pgn) ?? false
    return true
  }

  #sendLists(to: number): void {
    const own = Object.values(pgns)
    const { transmits, receives } = this.#options
    const lists = [
      [...own, 59_392, networkPgns.request, networkPgns.claim, ...transmits],
      [pgns.groupFunction, networkPgns.request, networkPgns.claim, networkPgns.commandedAddress, ...receives],
    ]
    for (const [functionCode, list] of lists.entries())
      this.#sendMessage(
        'pgnListTransmitAndReceive',
        { functionCode },
        { to, lists: [list.map((pgn) => ({ pgn }))] },
      )
  }

  #answerGroupFunction({ payload, source }: Packet): void {
    const message = decode(pgns.groupFunction, payload)
    const pgn = message?.fields['pgn']
    // It was cut off before the PGN that it is about: there is nothing to acknowledge.
    if (message === undefined || typeof pgn !== 'number') return
    if (message.definition.id === 'nmeaRequestGroupFunction') this.#answerGroupRequest(message, source)
    // Commands are for other kinds of devices.
    else if (message.definition.id === 'nmeaCommandGroupFunction')
      this.#acknowledge(pgn, source, { pgnErrorCode: errors.notSupported })
  }

  /** Sends the message that is requested, or changes how often it is sent. */
  #answerGroupRequest({ fields, lists }: Message, to: number): void {
    const [pgn, interval] = [Number(fields['pgn']), fields['transmissionInterval']]
    if (pgn === pgns.heartbeat && typeof interval === 'number')
      return this.#setHeartbeat(interval * 1_000, to)
    const isPlain = lists.flat().length === 0
    if (!isPlain || !this.#sendOwn(pgn, to)) this.#acknowledge(pgn, to, { pgnErrorCode: errors.notSupported })
  }

  #setHeartbeat(intervalMs: number, to: number): void {
    const isPossible = intervalMs >= shortestHeartbeatMs && intervalMs <= usualHeartbeatMs
    if (isPossible) {
      this.#heartbeatMs = intervalMs
      this.#scheduleHeartbeat()
    }
    this.#acknowledge(pgns.heartbeat, to, {
      transmissionIntervalPriorityErrorCode: isPossible ? errors.none : errors.intervalTooLow,
    })
  }

  #acknowledge(pgn: number, to: number, codes: Fields): void {
    const none = { pgnErrorCode: errors.none, transmissionIntervalPriorityErrorCode: errors.none }
    this.#sendMessage('nmeaAcknowledgeGroupFunction', { pgn, ...none, ...codes }, { to })
  }
}
