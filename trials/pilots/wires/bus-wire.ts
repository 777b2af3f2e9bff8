import { systemTimer as timer } from '@marinedata/inputs'
import {
  broadcastAddress,
  BusNode,
  encodeById,
  FastPacketSplitter,
  framesOf,
  marineDeviceName,
  nameBytesOf,
  networkPgns,
  SimulatedBus,
  type NameText,
  type OwnPacket,
  type Packet,
} from '@marinedata/nmea2000'
import { openGateway, busGateways, type TrialGateway } from './bus-gateways.ts'
import { LossyBridge } from './lossy-bridge.ts'
import type { CommandFault, PilotWire, SuiteDevice, WireCommand } from './pilot-wire.ts'

/** A simulated pilot on a bus. */
export interface BusDevice extends SuiteDevice {
  readonly isSteering: boolean
  /** Takes a message that was sent to it, or to all. @param at the addresses of the sender and of the pilot */
  handle(
    message: Pick<Packet, 'pgn' | 'payload'>,
    at: { readonly from: number; readonly ownAddress: number },
  ): void
  /** @param now monotonic milliseconds */
  step(now: number): void
  engage(): void
  place(heading: number, windAngle: number): void
  hold(heading: number): void
  fault(fault: CommandFault, isOn: boolean): void
}

export interface BusWireOptions {
  readonly codes: Parameters<typeof marineDeviceName>[0]
  readonly model: string
  readonly address: number
  readonly make: (send: (packet: OwnPacket) => void) => BusDevice
  /** What a message commands, and the address of the device that it is for; undefined when it is no command. */
  readonly commandIn: (
    packet: Packet,
  ) => { readonly kind: WireCommand['kind']; readonly to: number } | undefined
  /** Of the plugin that steers with it, by the NAME of the pilot; default none. */
  readonly settings?: (name: NameText) => PilotWire['settings']
  readonly gateway: string
  readonly folder: string
}

const stepMs = 20
const productInformation = 126_996
/** Addresses that nobody else has. */
const free = { first: 150, count: 90 }
/** Of a device that takes every address that the pilot leaves. */
const strangerName = 'c0788c00e7e04313'

const productOf = (modelId: string) => ({
  nmea2000Version: 2.1,
  productCode: 16_000,
  modelId,
  softwareVersionCode: '1.0',
  modelVersion: 'A',
  modelSerialCode: '0180123',
  certificationLevel: 1,
  loadEquivalency: 1,
})

/** A pilot on a bus of its own, behind a gateway. */
export class BusWire implements PilotWire {
  readonly device: BusDevice
  readonly commands: WireCommand[] = []
  /** The side of the pilot. */
  readonly #bus = new SimulatedBus(timer)
  readonly #bridge: LossyBridge
  readonly #splitter = new FastPacketSplitter()
  readonly #options: BusWireOptions
  readonly #gateway: TrialGateway
  readonly #node: BusNode
  readonly #stack = new AsyncDisposableStack()
  /** Set when it has moved: from then on it claims at once. */
  #movedTo: number | undefined
  /** Where the other device is. */
  #left: number | undefined

  private constructor(options: BusWireOptions, gateway: TrialGateway, far: SimulatedBus) {
    this.#options = options
    this.#bridge = this.#stack.use(new LossyBridge(this.#bus, far))
    this.#gateway = this.#stack.use(gateway)
    this.#node = new BusNode({
      name: marineDeviceName(options.codes),
      product: productOf(options.model),
      configuration: {},
      transmits: [],
      receives: [],
      preferredAddress: options.address,
      timer,
      random: () => 0.5,
      send: (frame) => this.#bus.send(frame),
    })
    this.#stack.defer(() => this.#node[Symbol.dispose]())
    this.device = options.make((packet) => this.#send(packet))
    this.#stack.use(this.#bus.attach({ handle: (packet) => this.#handle(packet) }))
    const steps = setInterval(() => this.device.step(performance.now()), stepMs)
    this.#stack.defer(() => clearInterval(steps))
    this.#node.start()
  }

  static async open(options: BusWireOptions): Promise<BusWire> {
    const name = busGateways.find((one) => one === options.gateway)
    if (name === undefined) throw new Error(`There is no gateway "${options.gateway}"`)
    const far = new SimulatedBus(timer)
    return new BusWire(options, await openGateway(name, far, options.folder), far)
  }

  get settings(): PilotWire['settings'] {
    const own = this.#options.settings?.(this.#node.name)
    return { nmea2000: { sends: true, ...this.#gateway.settings }, ...own }
  }

  get environment(): Readonly<Record<string, string>> {
    return this.#gateway.environment
  }

  get isSteering(): boolean {
    return this.device.isSteering
  }

  get address(): string {
    return String(this.#address)
  }

  engage(): void {
    this.device.engage()
  }

  place(heading: number, windAngle: number): void {
    this.device.place(heading, windAngle)
  }

  hold(heading: number): void {
    this.device.hold(heading)
  }

  fault(fault: CommandFault, isOn: boolean): void {
    this.device.fault(fault, isOn)
  }

  lose(share: number): void {
    this.#bridge.loss = share
  }

  move(): void {
    const left = this.#address ?? this.#options.address
    let next = left
    // For an address that another device has, messages are refused until that device can no longer object.
    while (next === left || next === this.#left) next = free.first + Math.floor(Math.random() * free.count)
    this.#node[Symbol.dispose]()
    this.#movedTo = next
    this.#left = left
    this.#claim(this.#node.name, next)
    // A constant that is written as a NAME.
    this.#claim(strangerName as NameText, left)
  }

  async kill(): Promise<void> {
    await this.#gateway.kill()
  }

  async restore(): Promise<void> {
    await this.#gateway.restore()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  get #address(): number | undefined {
    return this.#movedTo ?? this.#node.address
  }

  #claim(name: NameText, source: number): void {
    const data = nameBytesOf(name)
    this.#bus.send({ priority: 6, pgn: networkPgns.claim, source, destination: broadcastAddress, data })
  }

  /** The questions of a bus plugin that was started again. */
  #answer({ payload: [low = 0, middle = 0, high = 0] }: Packet): void {
    const pgn = low + middle * 256 + high * 65_536
    const payload = encodeById('productInformation', productOf(this.#options.model))
    const answer = { priority: 6, pgn: productInformation, destination: broadcastAddress, payload }
    if (pgn === networkPgns.claim) this.#claim(this.#node.name, this.#movedTo ?? 0)
    if (pgn === productInformation) this.#send(answer)
  }

  #send(packet: OwnPacket): void {
    const source = this.#address
    if (source === undefined) return
    const { payload, ...header } = { ...packet, source }
    const frames =
      framesOf(packet.pgn) === 'fast'
        ? this.#splitter.split({ ...packet, source })
        : [{ ...header, data: payload }]
    for (const frame of frames) this.#bus.send(frame)
  }

  #handle(packet: Packet): void {
    const { source: from, destination } = packet
    const ownAddress = this.#address
    const command = this.#options.commandIn(packet)
    if (command !== undefined) {
      const text = `${packet.pgn} ${Buffer.from(packet.payload).toString('hex')}`
      this.commands.push({ kind: command.kind, text, to: String(command.to) })
    }
    const isForIt = destination === ownAddress || destination === broadcastAddress
    if (command !== undefined && ownAddress !== undefined && isForIt)
      this.device.handle(packet, { from, ownAddress })
    else if (this.#movedTo === undefined) this.#node.handle(packet)
    else if (packet.pgn === networkPgns.request && isForIt) this.#answer(packet)
  }
}
