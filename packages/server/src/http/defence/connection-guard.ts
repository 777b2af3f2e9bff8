import type { Server } from 'node:http'
import { isIPv4, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isLoopback, plainAddress } from '#gate.ts'

/** Why a connection was cut: there are too many like it, or what came over it could not be taken for a request. */
export type RefusalReason =
  | 'too-many-of-address'
  | 'too-many-unknown'
  | 'too-many-known'
  | 'too-slow'
  | 'too-large'
  | 'headers-too-large'
  | 'bad-request'

export interface ConnectionLimits {
  /** On which nobody was recognised yet, from one address. */
  readonly unknownPerAddress: number
  /** The same from all addresses together. */
  readonly unknown: number
  /** On which someone was recognised. */
  readonly known: number
}

export const connectionLimits: ConnectionLimits = { unknownPerAddress: 32, unknown: 512, known: 4_608 }

/** Files that the server needs besides its connections: storage, logs, the lines to plugins. */
const otherFiles = 256

/** As many connections as there are files to open, so that the last one is never taken by a stranger. */
export const limitsWithin = (openFiles: number): ConnectionLimits => {
  const room = Math.max(64, openFiles - otherFiles)
  const unknown = Math.min(connectionLimits.unknown, Math.floor(room / 4))
  return {
    unknownPerAddress: Math.min(connectionLimits.unknownPerAddress, unknown),
    unknown,
    known: Math.min(connectionLimits.known, room - unknown),
  }
}

export interface ConnectionGuardOptions {
  /** Whether everyone on this machine is let in, and so is known before a word was said. */
  readonly isOpen: boolean
  readonly limits?: ConnectionLimits
}

interface Arrival {
  readonly socket: Socket
  readonly network: string
  isKnown: boolean
}

/**
 * Bounds the connections of those who have not shown who they are, so that they cannot take the places of those who have.
 * A connection counts as unknown until someone was recognised on it.
 */
export class ConnectionGuard {
  readonly #isOpen: boolean
  readonly #limits: ConnectionLimits
  readonly #arrivalBySocket = new WeakMap<Duplex, Arrival>()
  /** Oldest first. */
  readonly #unknownByNetwork = new Map<string, Set<Arrival>>()
  /** Refused for what came over them and about to close; oldest first. */
  readonly #leaving = new Set<Arrival>()
  readonly #refused: Record<RefusalReason, number> = {
    'too-many-of-address': 0,
    'too-many-unknown': 0,
    'too-many-known': 0,
    'too-slow': 0,
    'too-large': 0,
    'headers-too-large': 0,
    'bad-request': 0,
  }
  #known = 0
  #unknown = 0

  constructor({ isOpen, limits = connectionLimits }: ConnectionGuardOptions) {
    this.#isOpen = isOpen
    this.#limits = limits
  }

  /** How many connections were cut, by reason. */
  get refused(): Readonly<Record<RefusalReason, number>> {
    return this.#refused
  }

  get size(): { readonly known: number; readonly unknown: number } {
    return { known: this.#known, unknown: this.#unknown }
  }

  /** Looks at every connection of a server before the server does. */
  attach(server: Server): void {
    server.prependListener('connection', (socket) => void this.admit(socket))
  }

  /** Takes a connection in, or cuts it. To be asked once for each, with the TCP socket itself. */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? ''
    const arrival: Arrival = {
      socket,
      network: networkOf(address),
      isKnown: this.#isOpen && isLoopback(address),
    }
    if (arrival.isKnown && this.#known >= this.#limits.known) {
      this.count('too-many-known')
      socket.destroy()
      return false
    }
    this.#arrivalBySocket.set(socket, arrival)
    socket.once('close', () => this.#forget(arrival))
    if (arrival.isKnown) this.#known++
    else this.#keepUnknown(arrival)
    return true
  }

  /** Makes a socket that was put around that of a connection, for TLS, stand for the same connection. */
  alias(socket: Duplex, within: Duplex): void {
    const arrival = this.#arrivalBySocket.get(within)
    if (arrival !== undefined) this.#arrivalBySocket.set(socket, arrival)
  }

  /**
   * Someone was recognised on that connection. Where no more known ones fit it stays with the unknown: whoever has the
   * right to ask is still answered, and what is counted stays within its bounds.
   */
  recognise(socket: Duplex): void {
    const arrival = this.#arrivalBySocket.get(socket)
    if (arrival === undefined || arrival.isKnown || this.#known >= this.#limits.known) return
    // One that was cut meanwhile is in no account any more.
    if (!this.#forgetUnknown(arrival)) return
    arrival.isKnown = true
    this.#known++
  }

  /** Counts a connection that is cut for another reason than their number. */
  count(reason: RefusalReason): void {
    this.#refused[reason]++
  }

  /** A connection was refused and closes soon: it takes no place of its address any more, and is the first to be cut. */
  dismiss(socket: Duplex): void {
    const arrival = this.#arrivalBySocket.get(socket)
    if (arrival !== undefined && this.#forgetUnknown(arrival)) this.#leaving.add(arrival)
  }

  #keepUnknown(arrival: Arrival): void {
    const { network } = arrival
    this.#makeRoomOf(network)
    if (this.#unknown + this.#leaving.size >= this.#limits.unknown) this.#makeRoom()
    const arrivals = this.#unknownByNetwork.get(network)
    if (arrivals === undefined) this.#unknownByNetwork.set(network, new Set([arrival]))
    else arrivals.add(arrival)
    this.#unknown++
  }

  /** Where an address has its share, the oldest of its connections that never sent a byte goes; else its oldest. */
  #makeRoomOf(network: string): void {
    const arrivals = [...(this.#unknownByNetwork.get(network) ?? [])]
    if (arrivals.length < this.#limits.unknownPerAddress) return
    const silent = arrivals.find(({ socket }) => socket.bytesRead === 0)
    this.#cut(silent ?? arrivals[0], 'too-many-of-address')
  }

  /**
   * A connection that was refused already goes first; then, of the address that has most, the oldest. Whoever is known
   * comes with few connections and says so at once, and gets through however many others are at the door.
   */
  #makeRoom(): void {
    let most = new Set<Arrival>()
    for (const arrivals of this.#unknownByNetwork.values()) if (arrivals.size > most.size) most = arrivals
    const [leaving] = this.#leaving
    const [oldest] = most
    this.#cut(leaving ?? oldest, 'too-many-unknown')
  }

  #cut(arrival: Arrival | undefined, reason: RefusalReason): void {
    if (arrival === undefined) return
    this.#forget(arrival)
    this.count(reason)
    arrival.socket.destroy()
  }

  #forget(arrival: Arrival): void {
    if (arrival.isKnown) this.#known--
    else if (!this.#leaving.delete(arrival)) this.#forgetUnknown(arrival)
  }

  /** False when it was forgotten before. */
  #forgetUnknown(arrival: Arrival): boolean {
    const arrivals = this.#unknownByNetwork.get(arrival.network)
    if (arrivals?.delete(arrival) !== true) return false
    if (arrivals.size === 0) this.#unknownByNetwork.delete(arrival.network)
    this.#unknown--
    return true
  }
}

/** What one machine can have many of counts as one: an IPv4 address, or a /64 of IPv6. */
export const networkOf = (address: string): string => {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  const [withoutZone = ''] = plain.split('%')
  const [head = [], tail = []] = withoutZone.split('::').map(groupsOf)
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return `${[...head, ...gap, ...tail].slice(0, 4).join(':')}::/64`
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
