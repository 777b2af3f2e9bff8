import { decode } from '#codec/decode.ts'
import type { Timer } from '#timer.ts'
import type { Packet } from '#transport/frame.ts'
import { maxAddress, networkPgns } from './address-claim.ts'
import { installationOf, kindOf, manufacturerOf, productOf, type Product } from './device-information.ts'
import { DeviceQuestions, isUnknown, productPgn, type Asked } from './device-questions.ts'
import { nameTextOf, type NameText } from './name.ts'
import type { OwnPacket } from './node.ts'

const configurationPgn = 126_998

/** How long the data of a device wait for its name: where we can ask for it, and where we cannot. */
const nameWithinMs = { asking: 2_000, listening: 10_000 }
/** A device may object to a claim of its address for this long. */
const objectionMs = 250

/** A device on the bus. */
export interface Device {
  readonly address: number
  /** Undefined while the device has not told its name. */
  readonly name: NameText | undefined
  readonly manufacturer: string | undefined
  /** Function of the device, such as "Ownship Position (GNSS)". */
  readonly kind: string | undefined
  readonly product: Product | undefined
  /** Installation text that the installer wrote into the device. */
  readonly installation: string | undefined
  /** When a message of it last arrived, by the timer. Undefined for a device that is only remembered. */
  readonly lastHeardAt: number | undefined
}

interface Entry extends Asked {
  name: NameText | undefined
  /** It has claimed its address on this connection. Before, the address may belong to another device. */
  isClaimed: boolean
  product: Product | undefined
  installation: string | undefined
  firstHeardAt: number | undefined
  lastHeardAt: number | undefined
  /** Before this time another device may still win the address. */
  settlesAt: number
}

export interface DirectoryOptions {
  readonly timer: Timer
  /** Names by address as they were when the program ended. */
  readonly remembered?: Iterable<readonly [number, NameText]>
  /** Sends a message; false when it was not sent. Absent where nothing can be sent. */
  readonly send?: (packet: OwnPacket) => boolean
  /** How long the data of a device wait for its name; default 2 s, or 10 s where nothing can be sent. */
  readonly nameWithinMs?: number
  /** A device appeared or left, or is better known. */
  readonly onChange?: () => void
}

/**
 * The devices on the bus: which name has which address, and what the device is. A device is identified by its name; its
 * address may change whenever it is switched on.
 */
export class DeviceDirectory implements Disposable {
  readonly #options: DirectoryOptions
  readonly #timer: Timer
  readonly #nameWithinMs: number
  /** By address, so at most 252. */
  readonly #entries = new Map<number, Entry>()
  readonly #addressOf = new Map<NameText, number>()
  /**
   * When devices whose name moved to another address sent their first message since, by address. A device that goes on sending
   * shares its name with another device: its data do not wait for a name again.
   */
  readonly #vacatedSince = new Map<number, number>()
  readonly #questions: DeviceQuestions

  constructor(options: DirectoryOptions) {
    this.#options = options
    this.#timer = options.timer
    const { timer, send } = options
    this.#questions = new DeviceQuestions({ timer, send, devices: this.#entries })
    this.#nameWithinMs =
      options.nameWithinMs ?? (options.send === undefined ? nameWithinMs.listening : nameWithinMs.asking)
    for (const [address, name] of options.remembered ?? [])
      if (address <= maxAddress) this.#setName(address, name)
  }

  /** Asks all devices for their names, where sending is possible. */
  start(): void {
    this.#questions.begin()
  }

  /** The connection has ended: until a device claims its address again, another may have taken it. */
  disconnected(): void {
    this.#questions.stop()
    this.#vacatedSince.clear()
    for (const entry of this.#entries.values()) {
      entry.isClaimed = false
      entry.asked = 0
    }
  }

  /** Takes a message of the bus. */
  handle(packet: Packet): void {
    const { source, pgn } = packet
    if (pgn === networkPgns.claim) this.#takeClaim(packet)
    if (source > maxAddress) return
    const entry = this.#entries.get(source) ?? this.#add(source)
    entry.lastHeardAt = this.#timer.now
    entry.firstHeardAt ??= this.#vacatedSince.get(source) ?? this.#timer.now
    if (pgn === productPgn || pgn === configurationPgn) this.#takeInformation(entry, packet)
    else if (isUnknown(entry)) this.#questions.askSoon()
  }

  /**
   * The source name of the device with this address. Undefined while its name may still come. Without a name in time it is
   * `address-<n>`.
   */
  sourceOf(address: number): string | undefined {
    const entry = this.#entries.get(address)
    if (entry?.name !== undefined) return entry.name
    const since = entry?.firstHeardAt
    return since !== undefined && this.#timer.now - since >= this.#nameWithinMs
      ? `address-${address}`
      : undefined
  }

  /** The name of the device with this address; undefined while it is not known. */
  nameAt(address: number): NameText | undefined {
    return this.#entries.get(address)?.name
  }

  /**
   * The name of the device that has claimed this address on this connection. Where nothing can be asked, the last name that
   * is known.
   */
  claimedNameAt(address: number): NameText | undefined {
    const entry = this.#entries.get(address)
    return entry?.isClaimed === true || this.#options.send === undefined ? entry?.name : undefined
  }

  /**
   * The address of a device now. Undefined without an address, while another device may win it, and until the device has claimed
   * it on this connection.
   */
  addressOf(name: NameText): number | undefined {
    const address = this.#addressOf.get(name)
    const entry = address === undefined ? undefined : this.#entries.get(address)
    return entry?.isClaimed !== true || this.#timer.now < entry.settlesAt ? undefined : address
  }

  /** All devices, by address. */
  get devices(): Device[] {
    return [...this.#entries]
      .toSorted(([one], [other]) => one - other)
      .map(([address, { name, product, installation, lastHeardAt }]) => ({
        address,
        name,
        manufacturer: name === undefined ? undefined : manufacturerOf(name),
        kind: name === undefined ? undefined : kindOf(name),
        product,
        installation,
        lastHeardAt,
      }))
  }

  /** Names by address, to be remembered over a restart. */
  get names(): [number, NameText][] {
    return [...this.#addressOf].map(([name, address]) => [address, name])
  }

  [Symbol.dispose](): void {
    this.#questions.stop()
  }

  #takeClaim({ source, payload }: Packet): void {
    const name = nameTextOf(payload)
    if (name === undefined) return
    if (source > maxAddress) return this.#forget(name)
    const known = this.#entries.get(source)
    if (known?.name === name) return confirm(known)
    const hadOther = known?.name !== undefined
    this.#setName(source, name)
    const entry = this.#entryAt(source)
    confirm(entry)
    if (hadOther) entry.settlesAt = this.#timer.now + objectionMs
    this.#changed()
  }

  /** Forgets the address of a device. */
  #forget(name: NameText): void {
    const address = this.#addressOf.get(name)
    if (address === undefined) return
    this.#addressOf.delete(name)
    this.#entries.delete(address)
    this.#changed()
  }

  #setName(address: number, name: NameText): void {
    const before = this.#addressOf.get(name)
    const moved = before === undefined ? undefined : this.#entries.get(before)
    if (before !== undefined) this.#vacate(before)
    const other = this.#entries.get(address)?.name
    if (other !== undefined) this.#addressOf.delete(other)
    const entry = this.#add(address)
    entry.name = name
    entry.product = moved?.product
    entry.installation = moved?.installation
    this.#addressOf.set(name, address)
  }

  #vacate(address: number): void {
    const since = this.#entries.get(address)?.firstHeardAt
    if (since !== undefined) this.#vacatedSince.set(address, since)
    this.#entries.delete(address)
  }

  #entryAt(address: number): Entry {
    return this.#entries.get(address) ?? this.#add(address)
  }

  #add(address: number): Entry {
    const entry: Entry = {
      name: undefined,
      isClaimed: false,
      product: undefined,
      installation: undefined,
      firstHeardAt: undefined,
      lastHeardAt: undefined,
      settlesAt: 0,
      asked: 0,
      askedAt: 0,
    }
    this.#entries.set(address, entry)
    this.#changed()
    return entry
  }

  #takeInformation(entry: Entry, { pgn, payload }: Packet): void {
    const fields = decode(pgn, payload)?.fields
    if (fields === undefined) return
    if (pgn === productPgn) entry.product = productOf(fields)
    else entry.installation = installationOf(fields)
    this.#changed()
  }

  #changed(): void {
    this.#options.onChange?.()
    this.#questions.askSoon()
  }
}

/** The device has claimed its address. Its product is asked for from the beginning. */
const confirm = (entry: Entry): void => {
  if (entry.isClaimed) return
  entry.isClaimed = true
  entry.asked = 0
}
