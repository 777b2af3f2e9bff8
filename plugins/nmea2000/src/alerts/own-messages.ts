import { alertOutputPgns, type NameText, type OwnPacket, type Packet } from '@marinedata/nmea2000'

/** A message comes back through another gateway, or a chain of them, within this time. */
const rememberedMs = 10_000
const mostRemembered = 512

const pgns: ReadonlySet<number> = new Set(alertOutputPgns)

const keyOf = ({ pgn, payload }: Pick<Packet, 'pgn' | 'payload'>): string =>
  `${pgn} ${Buffer.from(payload).toString('hex')}`

/**
 * The messages about alerts that we have sent. Two gateways may be on one bus: our own alert must not come back as one
 * of a device. It is known by the NAME of its sender, or by its bytes: some gateways never say who they are.
 */
export class OwnMessages {
  readonly #now: () => number
  readonly #ownNames: () => readonly NameText[]
  readonly #sentAt = new Map<string, number>()

  /** @param now monotonic milliseconds */
  constructor(now: () => number, ownNames: () => readonly NameText[]) {
    this.#now = now
    this.#ownNames = ownNames
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
    if (sender !== undefined && this.#ownNames().includes(sender)) return true
    const at = this.#sentAt.get(keyOf(packet))
    return at !== undefined && this.#now() - at < rememberedMs
  }
}
