import { systemTimer, TcpServerLink } from '@marinedata/inputs'
import {
  broadcastAddress,
  BusNode,
  marineDeviceName,
  SimulatedBus,
  simulateGateway,
  type Packet,
} from '@marinedata/nmea2000'
import { Ev1 } from './ev1.ts'

/** Gateways whose clients need no conversation before they receive. */
export const pilotGateways = ['yacht-devices', 'actisense-ascii'] as const
export type PilotGateway = (typeof pilotGateways)[number]

export interface RaymarineOptions {
  /** The gateway between the bus and the network; default `yacht-devices`. */
  readonly gateway?: PilotGateway
  readonly host?: string
  /** Of the gateway; 0 for any free one. */
  readonly port?: number
  /** How many times faster than real time the boat turns; default 1. */
  readonly pace?: number
}

export const raymarinePort = 1_457
const stepMs = 20
const gatewayAddress = 77
const courseComputer = {
  manufacturerCode: 1_851,
  deviceFunction: 150,
  deviceClass: 40,
  uniqueNumber: 180_123,
}
const usualAddress = 204
const groupFunction = 126_208
const commandFunction = 1

const product = {
  nmea2000Version: 2.1,
  productCode: 16_000,
  modelId: 'Raymarine EV-1 Course Computer',
  softwareVersionCode: '1.0',
  modelVersion: 'A',
  modelSerialCode: '0180123',
  certificationLevel: 1,
  loadEquivalency: 1,
}

/** An EV-1 on an NMEA 2000 bus of its own, behind a network gateway. */
export class RaymarineSimulator implements AsyncDisposable {
  readonly ev1: Ev1
  readonly #node: BusNode
  readonly #stack = new AsyncDisposableStack()
  readonly #server: TcpServerLink

  private constructor(server: TcpServerLink, { gateway = 'yacht-devices', pace }: RaymarineOptions) {
    this.#server = this.#stack.use(server)
    const timer = systemTimer
    const bus = new SimulatedBus(timer)
    const write = (bytes: Uint8Array): void => void server.write(bytes)
    const far = this.#stack.use(simulateGateway(gateway, { bus, timer, address: gatewayAddress, write }))
    server.listen((bytes) => far.read(bytes))
    this.#node = this.#stack.use(
      new BusNode({
        name: marineDeviceName(courseComputer),
        product,
        configuration: {},
        transmits: [],
        receives: [],
        preferredAddress: usualAddress,
        timer,
        random: () => 0.5,
        send: (frame) => bus.send(frame),
      }),
    )
    this.ev1 = new Ev1({
      ...(pace !== undefined && { pace }),
      after: (ms, run) => void timer.after(ms, run),
      send: (message, to) =>
        void this.#node.send({ ...message, destination: to === undefined ? broadcastAddress : Number(to) }),
    })
    this.#stack.use(bus.attach({ handle: (packet) => this.#handle(packet) }))
    this.#node.start()
    const steps = setInterval(() => this.ev1.step(performance.now()), stepMs)
    this.#stack.defer(() => clearInterval(steps))
  }

  static async start(options: RaymarineOptions = {}): Promise<RaymarineSimulator> {
    const { host = '127.0.0.1', port = raymarinePort } = options
    return new RaymarineSimulator(await TcpServerLink.open({ host, port }), options)
  }

  get port(): number {
    return this.#server.port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  /** Commands go to the pilot, everything else to its node. */
  #handle(packet: Packet): void {
    const { pgn, payload, destination, source } = packet
    if (pgn === groupFunction && payload[0] === commandFunction && destination === this.#node.address)
      this.ev1.handle({ pgn, payload }, String(source))
    else this.#node.handle(packet)
  }
}
