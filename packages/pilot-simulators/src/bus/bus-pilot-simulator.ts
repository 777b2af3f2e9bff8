import { systemTimer, TcpServerLink } from '@marinedata/inputs'
import {
  broadcastAddress,
  BusNode,
  marineDeviceName,
  SimulatedBus,
  simulateGateway,
  type DeviceName,
  type Frame,
  type NameText,
  type Packet,
} from '@marinedata/nmea2000'
import type { BusPilotPort, SimulatedBusPilot } from './bus-pilot.ts'
import { BoatInstruments } from './boat-instruments.ts'

/** Gateways in the network, by the names that the settings of NMEA 2000 have for them. */
export const pilotGateways = [
  'yacht-devices',
  'actisense-ascii',
  'actisense',
  'ikonvert',
  'maretron',
] as const
export type PilotGateway = (typeof pilotGateways)[number]

/** Those that have a conversation with their client: each has one client at a time. */
const talking: ReadonlySet<PilotGateway> = new Set(['actisense', 'ikonvert', 'maretron'])

/**
 * Faults on the bus of every pilot:
 * - `frame-loss`: 5 % of the frames between the pilot and the gateway are lost
 * - `address-stolen`: another device takes the address of the pilot, which moves to a new one
 * - `reboot`: the pilot is switched off, and on again after 3 s
 */
export const busFaults = ['frame-loss', 'address-stolen', 'reboot'] as const
export type BusFault = (typeof busFaults)[number]

export interface BusPilotSimulatorOptions {
  /** The gateway between the bus and the network; default `yacht-devices`. */
  readonly gateway?: PilotGateway
  readonly host?: string
  /** Port of the gateway; 0 for any free port. */
  readonly port?: number
  /** How many times faster than real time the boat turns; default 1. */
  readonly pace?: number
  /** Chooses the frames that are lost; default at random. */
  readonly random?: () => number
}

/** Identity of a pilot on the bus. */
export interface PilotIdentity {
  readonly name: Pick<DeviceName, 'uniqueNumber' | 'manufacturerCode' | 'deviceFunction' | 'deviceClass'>
  readonly model: string
  readonly usualAddress: number
}

/** A kind of pilot. */
export interface PilotModel<Pilot extends SimulatedBusPilot> {
  readonly identity: PilotIdentity
  readonly make: (port: BusPilotPort) => Pilot
}

export const gatewayPort = 1_457
const stepMs = 20
const gatewayAddress = 77
const lostShare = 0.05
const rebootMs = 3_000
/** A device that has one address only, so that its NAME wins against every pilot. */
const thief = {
  ...marineDeviceName({ manufacturerCode: 1, deviceFunction: 150, deviceClass: 40, uniqueNumber: 1 }),
  arbitraryAddressCapable: 0,
}

const productOf = ({ model, name }: PilotIdentity) => ({
  nmea2000Version: 2.1,
  productCode: name.uniqueNumber % 10_000,
  modelId: model,
  softwareVersionCode: '1.0',
  modelVersion: 'A',
  modelSerialCode: String(name.uniqueNumber),
  certificationLevel: 1,
  loadEquivalency: 1,
})

/** Listens where the gateway is. */
export const openGateway = async ({
  host = '127.0.0.1',
  port = gatewayPort,
  gateway = 'yacht-devices',
}: BusPilotSimulatorOptions): Promise<TcpServerLink> =>
  await TcpServerLink.open({ host, port, maxClients: talking.has(gateway) ? 1 : undefined })

/** A pilot on a separate NMEA 2000 bus, behind a network gateway. */
export class BusPilotSimulator<Pilot extends SimulatedBusPilot> implements AsyncDisposable {
  readonly pilot: Pilot
  readonly #stack = new AsyncDisposableStack()
  readonly #server: TcpServerLink
  readonly #bus = new SimulatedBus(systemTimer)
  readonly #identity: PilotIdentity
  readonly #random: () => number
  #node: BusNode | undefined
  #losesFrames = false
  #thief: Disposable | undefined
  #isStolen = false

  protected constructor(
    server: TcpServerLink,
    { identity, make }: PilotModel<Pilot>,
    { gateway = 'yacht-devices', pace, random = Math.random }: BusPilotSimulatorOptions,
  ) {
    this.#identity = identity
    this.#random = random
    this.#server = this.#stack.use(server)
    const timer = systemTimer
    const write = (bytes: Uint8Array): void => void server.write(bytes)
    const far = this.#stack.use(
      simulateGateway(gateway, { bus: this.#bus, timer, address: gatewayAddress, write }),
    )
    server.listen((bytes) => far.read(bytes))
    this.pilot = make({
      ...(pace !== undefined && { pace }),
      after: (ms, run) => void timer.after(ms, run),
      send: (message, to) =>
        void this.#node?.send({
          ...message,
          destination: to === undefined ? broadcastAddress : Number(to),
        }),
    })
    this.#stack.use(this.#bus.attach({ handle: (packet) => this.#handle(packet) }))
    this.#startNode()
    const { boat, sendsHeading } = this.pilot
    if (boat !== undefined) this.#stack.use(new BoatInstruments(this.#bus, { boat, sendsHeading }))
    this.#stack.defer(() => {
      this.#node?.[Symbol.dispose]()
      this.#thief?.[Symbol.dispose]()
    })
    const steps = setInterval(() => {
      if (this.#node !== undefined) this.pilot.step(performance.now())
      if (this.#isStolen && this.#thief === undefined) this.#steal()
    }, stepMs)
    this.#stack.defer(() => clearInterval(steps))
  }

  get port(): number {
    return this.#server.port
  }

  /** The NAME of the pilot; undefined while it is switched off. */
  get name(): NameText | undefined {
    return this.#node?.name
  }

  /** The address of the pilot, if it has one. */
  get address(): number | undefined {
    return this.#node?.address
  }

  /** Every frame on the bus, as it was sent. */
  get frames(): readonly Frame[] {
    return this.#bus.frames
  }

  busFault(fault: BusFault, isOn: boolean): void {
    if (fault === 'frame-loss') this.#losesFrames = isOn
    else if (fault === 'reboot' && isOn) this.#reboot()
    else if (fault === 'address-stolen') this.#setStolen(isOn)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  #startNode(): void {
    const { name, usualAddress } = this.#identity
    this.#node = new BusNode({
      name: marineDeviceName(name),
      product: productOf(this.#identity),
      configuration: {},
      transmits: [],
      receives: [],
      preferredAddress: usualAddress,
      timer: systemTimer,
      random: () => 0.5,
      send: (frame) => {
        if (!this.#isLost()) this.#bus.send(frame)
      },
    })
    this.#node.start()
  }

  #isLost(): boolean {
    return this.#losesFrames && this.#random() < lostShare
  }

  #reboot(): void {
    this.#node?.[Symbol.dispose]()
    this.#node = undefined
    this.pilot.reboot()
    const again = systemTimer.after(rebootMs, () => this.#startNode())
    this.#stack.use(again)
  }

  #setStolen(isStolen: boolean): void {
    this.#isStolen = isStolen
    if (isStolen) return this.#steal()
    this.#thief?.[Symbol.dispose]()
    this.#thief = undefined
  }

  /** Not before the pilot has an address. */
  #steal(): void {
    const { address } = this
    if (address === undefined || this.#thief !== undefined) return
    const stack = new DisposableStack()
    const node = stack.use(
      new BusNode({
        name: thief,
        product: { modelId: 'Thief' },
        configuration: {},
        transmits: [],
        receives: [],
        preferredAddress: address,
        timer: systemTimer,
        random: () => 0.5,
        send: (frame) => this.#bus.send(frame),
      }),
    )
    stack.use(this.#bus.attach(node))
    this.#thief = stack
    node.start()
  }

  /** Commands go to the pilot, everything else to its node. */
  #handle(packet: Packet): void {
    const node = this.#node
    const { pgn, payload, destination, source } = packet
    if (node === undefined || (source === gatewayAddress && this.#isLost())) return
    const isAddressed = destination === node.address
    // Its own messages come back. The node needs them all: a rival claims our address with that address.
    const isOurs = source !== node.address && (isAddressed || destination === broadcastAddress)
    const message = { pgn, payload, from: String(source), isAddressed }
    const isTaken =
      isOurs && node.address !== undefined && this.pilot.receive({ ...message, ownAddress: node.address })
    if (!isTaken) node.handle(packet)
  }
}
