import { alertOutputPgns, type NameText, type OwnPacket, type Packet } from '@marinedata/nmea2000'

/** A message comes back through another gateway, or a chain of them, within this time. */
const rememberedMs = 10_000
const mostRemembered = 512

const pgns: ReadonlySet<number> = new Set(alertOutputPgns)

const keyOf = ({ pgn, payload }: Pick<Packet, 'pgn' | 'payload'>): string =>
  `${pgn} ${Buffer.from(payload).toString('hex')}`

/** Who we are on the bus of a gateway. The address is undefined while the gateway has none, or does not show it. */
export interface OwnIdentity {
  readonly ownName: NameText
  readonly ownAddress: number | undefined
}

/**
 * The messages about alerts that we have sent. Two gateways may be on one bus: our own alert must not come back as one
 * of a device. It is known by the NAME and address of its sender, or by its bytes: some gateways never say who they are.
 * The NAME alone proves nothing: a forger or a cloned memory card has it at another address.
 */
export class OwnMessages {
  readonly #now: () => number
  readonly #ownIdentities: () => readonly OwnIdentity[]
  readonly #sentAt = new Map<string, number>()

  /** @param now monotonic milliseconds */
  constructor(now: () => number, ownIdentities: () => readonly OwnIdentity[]) {
    this.#now = now
    this.#ownIdentities = ownIdentities
  }

  remember(packet: OwnPacket): void {
    if (!pgns.has(packet.pgn)) return
    const key = keyOf(packet)
    // Puts it at the end, so that the first one is always the oldest.
    this.#sentAt.delete(key)
    this.#sentAt.set(key, this.#now())
    const [oldest] = this.#sentAt.keys()
    if (this.#sentAt.size > mostRemembered && oldest !== undefined) this.#sentAt.delete(oldest)
  }

  /** @param sender the NAME of the sender, if it is known */
  isOwn(packet: Packet, sender: NameText | undefined): boolean {
    if (!pgns.has(packet.pgn)) return false
    const isOurs = ({ ownName, ownAddress }: OwnIdentity): boolean =>
      ownName === sender && ownAddress === packet.source
    if (this.#ownIdentities().some(isOurs)) return true
    const at = this.#sentAt.get(keyOf(packet))
    return at !== undefined && this.#now() - at < rememberedMs
  }
}
