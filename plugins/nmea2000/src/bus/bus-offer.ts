import {
  broadcastAddress,
  isAddressable,
  type Device,
  type DeviceDirectory,
  type NameText,
  type OwnPacket,
  type Packet,
} from '@marinedata/nmea2000'
import {
  MarineDataError,
  type Boat,
  type BusNode,
  type OfferedBus,
  type SentBusMessage,
} from '@marinedata/plugin-api'

/** Longest label of a device. */
const longestLabel = 64
/** Devices that only keep sending are reported again after this time. */
const nodesAgainMs = 10_000
/** Priorities are three bits. */
const lowestPriority = 7

export interface BusOfferOptions {
  readonly boat: Boat
  /** The name of the bus. */
  readonly id: string
  readonly directory: DeviceDirectory
  /** Sends a message; false when it could not be written. */
  readonly send: (packet: OwnPacket) => boolean
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** Whether messages can be sent, and who we are on the bus. */
export interface SendState {
  readonly canSend: boolean
  readonly name?: string
  readonly address?: number
}

const label = (text: string | undefined): string | undefined => {
  // A character that is cut in half would be no text.
  const short = text?.trim().slice(0, longestLabel).toWellFormed()
  return short === '' ? undefined : short
}

type Known<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** The members that are known. */
const known = <Members extends object>(members: Members): Known<Members> =>
  // Only members without a value are removed.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Known<Members>

/** The payload, with the address of the receiver where the message contains it. */
const addressed = ({ topic, to, payload, addressAt }: SentBusMessage, address: number): Uint8Array => {
  if (addressAt === undefined) return payload
  if (to === null || addressAt >= payload.length)
    throw new MarineDataError('invalid-message', `The message ${topic} has no place for an address`)
  return payload.with(addressAt, address)
}

/** Offers a bus to other plugins: what is heard on it, the devices on it, and sending. */
export class BusOffer {
  readonly #options: BusOfferOptions
  #offered: OfferedBus | undefined
  #wanted: ReadonlySet<string> = new Set()
  #state: SendState = { canSend: false }
  #nodesAt = -Infinity

  constructor(options: BusOfferOptions) {
    this.#options = options
  }

  /** Offers the bus. One that cannot be offered is still read. */
  async start(): Promise<void> {
    const { boat, id } = this.#options
    try {
      this.#offered = await boat.offerBus(
        { id, kind: 'nmea2000', ...this.#state },
        { send: (message) => this.#send(message), wanted: (topics) => (this.#wanted = topics) },
      )
      // It may have changed while the offer was on its way.
      this.setState(this.#state)
      this.reportNodes()
    } catch (error) {
      boat.log.warn(`the bus "${id}" is not offered to other plugins: ${(error as Error).message}`)
    }
  }

  setState(state: SendState): void {
    this.#state = state
    this.#offered?.update(state).catch((error: unknown) => {
      this.#options.boat.log.warn(`the state of the bus was not reported: ${(error as Error).message}`)
    })
  }

  /** Passes a message on, when a plugin wants it. */
  heard({ pgn, source, destination, priority, payload }: Packet): void {
    if (this.#options.now() - this.#nodesAt >= nodesAgainMs) this.reportNodes()
    if (this.#wanted.size === 0) return
    const topic = String(pgn)
    if (!this.#wanted.has(topic)) return
    const { directory } = this.#options
    const from = directory.claimedNameAt(source) ?? null
    // Our own claim is not among what is heard.
    const { name, address } = this.#state
    const to = (destination === address ? name : undefined) ?? directory.claimedNameAt(destination) ?? null
    this.#offered?.heard({ topic, from, to, priority, payload })
  }

  /** Reports the devices on the bus. */
  reportNodes(): void {
    const { now, directory } = this.#options
    this.#nodesAt = now()
    this.#offered?.nodes(directory.devices.flatMap((device) => this.#nodeOf(device) ?? []))
  }

  #nodeOf({
    name,
    address,
    manufacturer,
    kind,
    product,
    installation,
    lastHeardAt,
  }: Device): BusNode | undefined {
    if (name === undefined) return undefined
    const { id, now } = this.#options
    return {
      name,
      ...known({
        address,
        manufacturer: label(manufacturer),
        model: label(product?.model),
        serialNumber: label(product?.serialNumber),
        softwareVersion: label(product?.softwareVersion),
        function: label(kind),
        instance: label(installation),
        lastHeard:
          lastHeardAt === undefined ? undefined : new Date(Date.now() - (now() - lastHeardAt)).toISOString(),
        source: `${id}.${name}`,
      }),
    }
  }

  /** Sends a message of another plugin. The address of its receiver is that of this moment. */
  #send(message: SentBusMessage): void {
    const { topic, to, priority } = message
    const pgn = Number(topic)
    if (!Number.isInteger(pgn) || priority > lowestPriority)
      throw new MarineDataError(
        'invalid-message',
        `"${topic}" with priority ${priority} is no message of NMEA 2000`,
      )
    if (!this.#state.canSend)
      throw new MarineDataError(
        'not-claimed',
        'Nothing can be sent: there is no connection, or no address yet',
      )
    const address = this.#addressOf(to)
    const payload = addressed(message, address)
    const destination = isAddressable(pgn) ? address : broadcastAddress
    if (!this.#options.send({ pgn, priority, destination, payload }))
      throw new MarineDataError('busy', `The gateway did not take the message ${topic}`)
  }

  #addressOf(to: string | null): number {
    if (to === null) return broadcastAddress
    // The server has checked its shape.
    const address = this.#options.directory.addressOf(to as NameText)
    if (address === undefined)
      throw new MarineDataError('device-not-found', `There is no device "${to}" on the bus`)
    return address
  }
}
