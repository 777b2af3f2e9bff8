import { networkPgns } from '#network/address-claim.ts'
import { nameTextOf } from '#network/name.ts'
import type { BusNode, OwnPacket } from '#network/node.ts'
import type { SimulatedBus } from '#simulation/simulated-bus.ts'
import { simulateDevice } from '#simulation/simulated-device.ts'
import type { Timer } from '#timer.ts'
import type { Frame, Packet } from '#transport/frame.ts'

export interface SimulatedGatewayOptions {
  readonly bus: SimulatedBus
  readonly timer: Timer
  /** The address that the gateway claims. */
  readonly address: number
  /** Sends bytes to the client. */
  readonly write: (bytes: Uint8Array) => void
}

/** The far end of a gateway: takes the bytes of a client, and sends it the bytes of the bus. */
export interface SimulatedGateway extends Disposable {
  read(bytes: Uint8Array): void
}

interface DeviceOptions extends SimulatedGatewayOptions {
  readonly model: string
  readonly manufacturerCode: number
  readonly uniqueNumber: number
  readonly onFrame?: (frame: Frame) => void
  readonly onPacket?: (packet: Packet) => void
}

/** The codes of a gateway to a computer. */
const pcGateway = { deviceFunction: 130, deviceClass: 25 } as const

/** The gateway as a device on the bus, with a name and an address. It passes on the messages of other devices. */
export class GatewayDevice implements Disposable {
  readonly #bus: SimulatedBus
  readonly #node: BusNode
  readonly #attached = new DisposableStack()

  constructor(options: DeviceOptions) {
    const { bus, onFrame, onPacket } = options
    this.#bus = bus
    const { node } = this.#attached.use(simulateDevice({ ...options, ...pcGateway }, options))
    this.#node = node
    if (onFrame !== undefined) this.#attached.use(bus.attachToFrames((frame) => this.#passOn(frame, onFrame)))
    if (onPacket !== undefined)
      this.#attached.use(bus.attach({ handle: (packet) => this.#passOn(packet, onPacket) }))
  }

  get address(): number | undefined {
    return this.#node.address
  }

  /** Sends a message of the client with the address of the gateway. */
  send(packet: OwnPacket): boolean {
    return this.#node.send(packet)
  }

  /** Sends a frame of the client with the address of the gateway; returns it as it was sent. */
  sendFrame(frame: Frame): Frame | undefined {
    const source = this.address
    if (source === undefined) return undefined
    const sent = { ...frame, source }
    this.#bus.send(sent)
    return sent
  }

  [Symbol.dispose](): void {
    this.#attached[Symbol.dispose]()
  }

  #passOn<Given extends Frame | Packet>(given: Given, to: (given: Given) => void): void {
    if (!this.#isOwn(given)) to(given)
  }

  /** While the gateway claims an address it does not have one: its claim is known by its NAME. */
  #isOwn(given: Frame | Packet): boolean {
    if (given.source === this.address) return true
    const content = 'payload' in given ? given.payload : given.data
    return given.pgn === networkPgns.claim && nameTextOf(content) === this.#node.name
  }
}
