import type { Link, Protocol, Reader, ReaderEvents } from '@marinedata/inputs'
import { definitionsOf, Gateway, type GatewayKind, type Packet, type Timer } from '@marinedata/nmea2000'
import type { Bus } from '#bus/bus.ts'
import type { Buses } from '#bus/buses.ts'
import { GatewayLink } from './gateway-link.ts'

/**
 * What may always be sent: questions about devices, commands to pilots, and the course. Gateways with a list of what they transmit
 * must know it beforehand, and drop other messages.
 */
const alwaysTransmits = [
  59_904, 61_184, 65_305, 65_361, 126_208, 126_720, 127_237, 127_250, 129_025, 129_026, 129_029, 129_283,
  129_284, 129_285, 130_306, 130_850,
]

export interface GatewayProtocolOptions {
  readonly buses: Buses
  readonly timer: Timer
  readonly sends: boolean
  /** PGNs of the messages that are made from values of the boat. */
  readonly transmits: readonly number[]
  /** A connection could not be used. */
  readonly warn: (reason: string) => void
}

export interface Dialect {
  readonly kind: GatewayKind
  readonly password?: string | undefined
  readonly channel?: string
}

const nameOf = (pgn: number): string => `${pgn} ${definitionsOf(pgn)[0]?.name ?? 'unknown'}`

const describe = ({ pgn, source }: Packet): string => `${nameOf(pgn)} from ${source}`

interface ConnectionOptions extends GatewayProtocolOptions {
  readonly dialect: Dialect
  readonly link: Link
  readonly events: ReaderEvents
  /** The bus that the messages are of; undefined while only the speed is searched. */
  readonly bus: Promise<Bus> | undefined
}

/** One connection to a gateway, from its opening to its end. */
export class GatewayConnection implements Reader {
  readonly #options: ConnectionOptions
  readonly #gateway: Gateway
  #bus: Bus | undefined
  #isClosed = false

  constructor(options: ConnectionOptions) {
    const { dialect, link, events, timer, sends, transmits } = options
    this.#options = options
    this.#gateway = new Gateway({
      ...dialect,
      timer,
      write: (bytes) => link.write(bytes),
      onPacket: (packet) => this.#take(packet),
      onReply: () => events.answered(),
      onRejected: () => events.damaged(),
      onReady: () => this.#connect(),
      onFailed: (reason) => this.#fail(reason),
      transmits: sends ? [...new Set([...alwaysTransmits, ...transmits])] : [],
    })
  }

  /** Says to the gateway what it must know. Messages that arrive before are of an earlier connection. */
  async open(): Promise<void> {
    this.#bus = await this.#options.bus
    if (!this.#isClosed) this.#gateway.open()
  }

  read(bytes: Uint8Array): void {
    this.#gateway.read(bytes)
  }

  close(): void {
    this.#isClosed = true
    this.#gateway[Symbol.dispose]()
    this.#bus?.disconnect()
  }

  #connect(): void {
    const { events } = this.#options
    this.#bus?.connect(this.#gateway, ({ pgn }) => events.sent(() => nameOf(pgn)))
  }

  #take(packet: Packet): void {
    this.#options.events.message(() => describe(packet))
    this.#bus?.handle(packet)
  }

  #fail(reason: string): void {
    const { link, warn } = this.#options
    warn(reason)
    if (link instanceof GatewayLink) link.refuse(reason)
  }
}

/** NMEA 2000 through a gateway of this kind. */
export const gatewayProtocol = (dialect: Dialect, options: GatewayProtocolOptions): Protocol => ({
  name: 'NMEA 2000',
  speeds: [],
  alwaysSends: true,
  sends: () => options.sends,
  open: (link, events, { id, isProbe }) => {
    const bus = isProbe ? undefined : options.buses.get(id)
    const connection = new GatewayConnection({ ...options, dialect, link, events, bus })
    void connection.open()
    return connection
  },
})
