import type { Timer } from '#timer.ts'
import { broadcastAddress, nullAddress, type Frame, type Packet } from '#transport/frame.ts'
import { hasPriorityOver, nameBytesOf, nameTextOf, type NameText } from './name.ts'

/** PGNs of the network itself. */
export const networkPgns = { request: 59_904, claim: 60_928, commandedAddress: 65_240 } as const

/** Addresses that a device may have. */
export const maxAddress = 251

const priority = 6
/** How long others may object to a claim. */
const objectionMs = 250
/** A device without an address tries again after this time. */
const retryMs = 10_000
const spreadMs = 153

export interface ClaimOptions {
  readonly name: NameText
  /** Tried first: the address that the device had last. */
  readonly preferred: number
  /** Whether any free address will do. */
  readonly isArbitraryCapable: boolean
  readonly timer: Timer
  /** A number of at least 0 and less than 1. */
  readonly random: () => number
  readonly send: (frame: Frame) => void
  /** The address is ours from now on, or no longer. */
  readonly onChange: (address: number | undefined) => void
}

type ClaimState = 'idle' | 'asking' | 'claiming' | 'claimed' | 'without'

/** The payload of a request for a PGN. */
export const requestFor = (pgn: number): Uint8Array =>
  Uint8Array.of(pgn & 0xff, (pgn >>> 8) & 0xff, pgn >>> 16)

/** The PGN that a request is for. */
export const requestedPgn = ({ payload }: Packet): number | undefined => {
  const [low, middle, high] = payload
  return low === undefined || middle === undefined || high === undefined
    ? undefined
    : low + middle * 256 + high * 65_536
}

/**
 * Claims an address on a bus and defends it. First it asks who is there, then it claims a free address, and 250 ms later the
 * address is ours unless a device with priority has also claimed it. A device that loses its address stops using it immediately.
 */
export class AddressClaim implements Disposable {
  readonly #options: ClaimOptions
  /** The names of other devices by address. */
  readonly #others = new Map<number, NameText>()
  #state: ClaimState = 'idle'
  #candidate: number
  #timer: Disposable | undefined

  constructor(options: ClaimOptions) {
    this.#options = options
    this.#candidate = options.preferred
  }

  /** Undefined without an address: sending is not allowed then. */
  get address(): number | undefined {
    return this.#state === 'claimed' ? this.#candidate : undefined
  }

  start(): void {
    if (this.#state !== 'idle') return
    this.#state = 'asking'
    this.#send(networkPgns.request, nullAddress, requestFor(networkPgns.claim))
    this.#later(objectionMs, () => this.#claimFree())
  }

  /** Takes a message of the bus, also one to other devices. */
  handle(packet: Packet): void {
    if (this.#state === 'idle') return
    if (packet.pgn === networkPgns.claim) this.#handleClaim(packet)
    else if (packet.pgn === networkPgns.request) this.#handleRequest(packet)
    else if (packet.pgn === networkPgns.commandedAddress) this.#handleCommand(packet)
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]()
    this.#setState('idle')
  }

  #handleClaim({ source, payload }: Packet): void {
    const name = nameTextOf(payload)
    // Ignores the echo of our claim.
    if (name === undefined || name === this.#options.name) return
    for (const [address, other] of this.#others) if (other === name) this.#others.delete(address)
    if (source > maxAddress) return
    this.#others.set(source, name)
    const isOurs = source === this.#candidate && (this.#state === 'claiming' || this.#state === 'claimed')
    if (!isOurs) return
    if (hasPriorityOver(this.#options.name, name)) this.#sendClaim()
    else this.#claimFree()
  }

  #handleRequest(packet: Packet): void {
    const isForUs = packet.destination === broadcastAddress || packet.destination === this.address
    if (!isForUs || requestedPgn(packet) !== networkPgns.claim) return
    if (this.#state === 'claimed' || this.#state === 'claiming') this.#sendClaim()
    else if (this.#state === 'without') this.#sendCannotClaim()
  }

  /** A plotter or a tool gives us another address. */
  #handleCommand({ payload }: Packet): void {
    const address = payload[8]
    if (nameTextOf(payload) !== this.#options.name || address === undefined || address > maxAddress) return
    this.#claim(address)
  }

  #claimFree(): void {
    const free = this.#freeAddress()
    if (free === undefined) this.#giveUp()
    else this.#claim(free)
  }

  /** The preferred address, else the next free one. It does not take an address from a device without priority. */
  #freeAddress(): number | undefined {
    if (!this.#others.has(this.#candidate)) return this.#candidate
    if (!this.#options.isArbitraryCapable) {
      const holder = this.#others.get(this.#candidate)
      const isWon = holder !== undefined && hasPriorityOver(this.#options.name, holder)
      return isWon ? this.#candidate : undefined
    }
    for (let step = 1; step <= maxAddress; step++) {
      const address = (this.#candidate + step) % (maxAddress + 1)
      if (!this.#others.has(address)) return address
    }
    return undefined
  }

  #claim(address: number): void {
    this.#setState('claiming')
    this.#candidate = address
    this.#sendClaim()
    this.#later(objectionMs, () => this.#setState('claimed'))
  }

  /** Tells the others that we have no address, and tries again later. */
  #giveUp(): void {
    this.#setState('without')
    this.#later(this.#options.random() * spreadMs, () => {
      this.#sendCannotClaim()
      this.#later(retryMs, () => this.#claimFree())
    })
  }

  #setState(state: ClaimState): void {
    const before = this.address
    this.#state = state
    if (this.address !== before) this.#options.onChange(this.address)
  }

  #later(delayMs: number, task: () => void): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = this.#options.timer.after(delayMs, task)
  }

  #sendClaim(): void {
    this.#send(networkPgns.claim, this.#candidate, nameBytesOf(this.#options.name))
  }

  #sendCannotClaim(): void {
    this.#send(networkPgns.claim, nullAddress, nameBytesOf(this.#options.name))
  }

  #send(pgn: number, source: number, data: Uint8Array): void {
    this.#options.send({ priority, pgn, source, destination: broadcastAddress, data })
  }
}
