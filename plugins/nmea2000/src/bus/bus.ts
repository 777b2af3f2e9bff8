import {
  BusReader,
  alertPgns,
  broadcastAddress,
  DeviceDirectory,
  networkPgns,
  requestedPgn,
  type BusNews,
  type BusNode,
  type Frame,
  type Gateway,
  type InstanceNames,
  type NameText,
  type OwnPacket,
  type Packet,
  type Timer,
} from '@marinedata/nmea2000'
import type { BusAlerts } from '#alerts/bus-alerts.ts'
import type { OwnMessages } from '#alerts/own-messages.ts'
import type { SwitchBanks } from '#switches/switch-banks.ts'
import type { BusOffer } from './bus-offer.ts'
import { makeOwnNode, ownNameOf, type Identity } from './own-node.ts'

/** Values that arrive within this time are published together: a full bus then costs 25 messages to the server a second. */
const batchMs = 40
/** Changes of names and addresses within this time are saved together. */
const saveMs = 5_000
/** Changes of devices within this time are reported together. */
const reportMs = 100

/** Who we are on the bus, as far as it is known. */
interface OwnState {
  readonly name?: NameText
  readonly address?: number
}

/** What has to do with alerts on this bus. */
export interface BusListener extends Pick<BusAlerts, 'answer'> {
  /** A device answers an alert. @param device its NAME, if it has claimed its address */
  readonly answered: (payload: Uint8Array, device: NameText | undefined) => void
}

/** Called with each message that was sent. */
export type OnSent = (packet: OwnPacket) => void

export interface BusOptions {
  readonly busName: string
  readonly timer: Timer
  readonly names: InstanceNames
  readonly sends: boolean
  /** PGNs of the messages that we send regularly. */
  readonly transmits: readonly number[]
  /** Which names had which addresses, and who we were. */
  readonly remembered: readonly (readonly [number, NameText])[]
  readonly identity: Identity
  readonly ownMmsi: string | undefined
  readonly publish: (news: BusNews) => void
  readonly switches: Pick<SwitchBanks, 'connected' | 'handle' | 'lost'>
  /** The messages about alerts that we have sent on any bus. */
  readonly ownMessages: Pick<OwnMessages, 'remember' | 'isOwn'>
  /** Makes the offer of the bus to other plugins. */
  readonly offer: (bus: Bus) => BusOffer
  /** Saves what must survive a restart. */
  readonly save: (names: readonly (readonly [number, NameText])[], identity: Identity) => void
}

/** One bus: its devices and their values. It outlives the connections to its gateway. */
export class Bus implements Disposable {
  readonly directory: DeviceDirectory
  readonly #options: BusOptions
  readonly #reader: BusReader
  readonly #offer: BusOffer
  #identity: Identity
  #gateway: Gateway | undefined
  #onSent: OnSent = () => undefined
  #alerts: BusListener | undefined
  #node: BusNode | undefined
  #ownState: OwnState = {}
  #batch: Disposable | undefined
  #saving: Disposable | undefined
  #reporting: Disposable | undefined

  constructor(options: BusOptions) {
    const { timer, names, sends, remembered, identity, ownMmsi } = options
    this.#options = options
    this.#identity = identity
    this.directory = new DeviceDirectory({
      timer,
      remembered,
      onChange: () => this.#devicesChanged(),
      ...(sends && { send: (packet: OwnPacket) => this.send(packet) }),
    })
    this.#reader = new BusReader({ directory: this.directory, timer, names, ownMmsi })
    this.#offer = options.offer(this)
  }

  /** Offers the bus to other plugins. */
  async start(): Promise<void> {
    await this.#offer.start()
  }

  /** The gateway is open: on SocketCAN an address is claimed first, others have one. */
  connect(gateway: Gateway, onSent: OnSent): void {
    this.disconnect()
    this.#gateway = gateway
    this.#onSent = onSent
    if (!this.#options.sends) return
    if (!gateway.hasOwnAddress)
      return this.#beginToSend(gateway.address === undefined ? {} : { address: gateway.address })
    this.#node = makeOwnNode({
      identity: this.#identity,
      timer: this.#options.timer,
      transmits: this.#options.transmits,
      send: (frame: Frame) => gateway.sendFrame(frame),
      onAddress: (address) => this.#setAddress(gateway, address),
      answer: (pgn) => this.#answer(pgn),
    })
    this.#node.start()
  }

  /** The connection has ended. Nothing that was to be sent is sent later. */
  disconnect(): void {
    this.#node?.[Symbol.dispose]()
    this.#node = undefined
    this.#gateway = undefined
    this.directory.disconnected()
    this.#offer.setState({ canSend: false })
    this.#options.switches.lost(this)
  }

  /** Takes a message of the bus. Our own messages mean nothing. */
  handle(packet: Packet): void {
    const own = this.ownAddress
    this.#node?.handle(packet)
    this.directory.handle(packet)
    this.#noteOwn(own)
    const { ownMessages } = this.#options
    if (packet.source === own || ownMessages.isOwn(packet, this.directory.nameAt(packet.source))) return
    this.#answerForGateway(packet)
    if (packet.pgn === alertPgns.response)
      this.#alerts?.answered(packet.payload, this.directory.claimedNameAt(packet.source))
    this.#offer.heard(packet)
    this.#options.switches.handle(this, packet)
    this.#reader.handle(packet)
    this.#batch ??= this.#options.timer.after(batchMs, () => {
      this.#batch = undefined
      this.#options.publish(this.#reader.take())
    })
  }

  /** Whether the gateway is ready, and the address is ours. */
  get canSend(): boolean {
    if (!this.#options.sends || this.#gateway?.isReady !== true) return false
    return !this.#gateway.hasOwnAddress || this.#node?.address !== undefined
  }

  get busName(): string {
    return this.#options.busName
  }

  /** The NAME under which we are on the bus: our own, or that of the gateway. */
  get ownName(): NameText {
    return this.#node?.name ?? this.#ownState.name ?? ownNameOf(this.#identity)
  }

  /** The address that we hold on the bus: our own, or that of the gateway, if it is known. */
  get ownAddress(): number | undefined {
    return this.#node?.address ?? this.#gateway?.address
  }

  /** What answers when a device asks for an alert, and takes the answers of devices. */
  set alerts(alerts: BusListener) {
    this.#alerts = alerts
  }

  /** Sends a message. False when there is no connection, or no address yet. */
  send(packet: OwnPacket): boolean {
    // Before it is written: it may come back at once.
    this.#options.ownMessages.remember(packet)
    const isSent = this.#write(packet)
    if (isSent) this.#onSent(packet)
    return isSent
  }

  [Symbol.dispose](): void {
    this.disconnect()
    this.#batch?.[Symbol.dispose]()
    if (this.#saving !== undefined) this.#options.save(this.directory.names, this.#identity)
    this.#saving?.[Symbol.dispose]()
    this.#reporting?.[Symbol.dispose]()
    this.directory[Symbol.dispose]()
  }

  #write(packet: OwnPacket): boolean {
    if (this.#node !== undefined) return this.#node.send(packet)
    // The gateway puts in its own address.
    return this.#gateway?.hasOwnAddress === false && this.#gateway.send({ ...packet, source: 0 })
  }

  #answer(pgn: number): boolean {
    return this.#alerts?.answer(pgn) ?? false
  }

  /** A gateway with an address of its own answers what it knows; alerts are ours. */
  #answerForGateway(packet: Packet): void {
    const { pgn, destination } = packet
    if (pgn !== networkPgns.request || this.#node !== undefined || !this.canSend) return
    const requested = requestedPgn(packet)
    const isForUs = destination === broadcastAddress || destination === this.#gateway?.address
    if (isForUs && requested !== undefined) this.#answer(requested)
  }

  #setAddress(gateway: Gateway, address: number | undefined): void {
    gateway.ownAddress = address
    if (address === undefined) return this.#offer.setState({ canSend: false })
    this.#identity = { ...this.#identity, address }
    this.#saveSoon()
    this.#beginToSend({ address, ...(this.#node && { name: this.#node.name }) })
  }

  /** Some gateways show their address only with what they send, and their NAME later or never. */
  #noteOwn(address: number | undefined): void {
    if (this.#node !== undefined || address === undefined || !this.canSend) return
    const name = this.directory.nameAt(address)
    const { address: knownAddress, name: knownName } = this.#ownState
    if (address !== knownAddress || name !== knownName)
      this.#offerToSend({ address, ...(name !== undefined && { name }) })
  }

  #offerToSend(own: OwnState): void {
    this.#ownState = own
    this.#offer.setState({ canSend: true, ...own })
  }

  #beginToSend(own: OwnState): void {
    this.#offerToSend(own)
    this.directory.start()
    this.#options.switches.connected(this)
  }

  #devicesChanged(): void {
    this.#saveSoon()
    this.#reporting ??= this.#options.timer.after(reportMs, () => {
      this.#reporting = undefined
      this.#offer.reportNodes()
    })
  }

  #saveSoon(): void {
    this.#saving ??= this.#options.timer.after(saveMs, () => {
      this.#saving = undefined
      this.#options.save(this.directory.names, this.#identity)
    })
  }
}
