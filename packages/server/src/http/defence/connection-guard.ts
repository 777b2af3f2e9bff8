import { shoreAddress } from '@marinedata/model'
import type { Server } from 'node:http'
import { isIPv4, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isLoopback, plainAddress } from '#gate.ts'

/** Why a connection was closed: too many connections, or a malformed request. */
export type RefusalReason =
  | 'too-many-of-address'
  | 'too-many-unknown'
  | 'too-many-known'
  | 'too-slow'
  | 'too-large'
  | 'headers-too-large'
  | 'bad-request'

export interface ConnectionLimits {
  /** Connections of one address on which no client has authenticated yet. */
  readonly unknownPerAddress: number
  /** Connections of all addresses on which no client has authenticated yet. */
  readonly unknown: number
  /** Connections on which a client has authenticated. */
  readonly known: number
}

export const connectionLimits: ConnectionLimits = { unknownPerAddress: 32, unknown: 512, known: 4_608 }

/** Open files besides connections: storage, logs, pipes to plugins. */
const otherFiles = 256

/** Lowers the limits to the number of files that may be open, so that unknown clients cannot use up all of them. */
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
  /** In open mode local clients need no authentication, so their connections count as known immediately. */
  readonly isOpen: boolean
  readonly limits?: ConnectionLimits
  /** Called when the last connection from ashore has ended. */
  readonly shoreLost?: () => void
}

interface Connection {
  readonly socket: Socket
  readonly network: string
  isKnown: boolean
}

/**
 * Limits the connections of clients that have not authenticated, so that they cannot exhaust the connections of the
 * others. A connection is unknown until a client has authenticated on it.
 */
export class ConnectionGuard {
  readonly #isOpen: boolean
  readonly #limits: ConnectionLimits
  readonly #shoreLost: () => void
  readonly #connectionBySocket = new WeakMap<Duplex, Connection>()
  /** Oldest first. */
  readonly #unknownByNetwork = new Map<string, Set<Connection>>()
  /** Refused for a malformed request and closing; oldest first. */
  readonly #closing = new Set<Connection>()
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
  #fromShore = 0

  constructor({ isOpen, limits = connectionLimits, shoreLost }: ConnectionGuardOptions) {
    this.#isOpen = isOpen
    this.#limits = limits
    this.#shoreLost = shoreLost ?? (() => undefined)
  }

  /** The number of closed connections, by reason. */
  get refused(): Readonly<Record<RefusalReason, number>> {
    return this.#refused
  }

  get size(): { readonly known: number; readonly unknown: number } {
    return { known: this.#known, unknown: this.#unknown }
  }

  /** Checks every connection of a server, before the server's own listeners. */
  attach(server: Server): void {
    server.prependListener('connection', (socket) => void this.admit(socket))
  }

  /** Counts a new connection, or closes it and returns false. Call it once per connection, with the TCP socket. */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? ''
    const connection: Connection = {
      socket,
      network: networkOf(address),
      isKnown: this.#isOpen && isLoopback(address),
    }
    if (connection.isKnown && this.#known >= this.#limits.known) {
      this.count('too-many-known')
      socket.destroy()
      return false
    }
    this.#connectionBySocket.set(socket, connection)
    socket.once('close', () => this.#remove(connection))
    if (connection.isKnown) this.#known++
    else this.#addUnknown(connection)
    if (plainAddress(address) === shoreAddress) this.#countShore(socket)
    return true
  }

  #countShore(socket: Socket): void {
    this.#fromShore++
    socket.once('close', () => {
      if (--this.#fromShore === 0) this.#shoreLost()
    })
  }

  /** Registers the TLS socket of a connection as the same connection. */
  alias(socket: Duplex, within: Duplex): void {
    const connection = this.#connectionBySocket.get(within)
    if (connection !== undefined) this.#connectionBySocket.set(socket, connection)
  }

  /**
   * Marks a connection as authenticated. At the limit of known connections it stays unknown: the client is still
   * served, and the counts stay within their limits.
   */
  markKnown(socket: Duplex): void {
    const connection = this.#connectionBySocket.get(socket)
    if (connection === undefined || connection.isKnown || this.#known >= this.#limits.known) return
    // A connection that has closed is already subtracted.
    if (!this.#removeUnknown(connection)) return
    connection.isKnown = true
    this.#known++
  }

  /** Counts a closed connection. */
  count(reason: RefusalReason): void {
    this.#refused[reason]++
  }

  /** Marks a refused connection that closes soon: it no longer counts for its address, and is closed first. */
  markRefused(socket: Duplex): void {
    const connection = this.#connectionBySocket.get(socket)
    if (connection !== undefined && this.#removeUnknown(connection)) this.#closing.add(connection)
  }

  #addUnknown(connection: Connection): void {
    const { network } = connection
    this.#evictOfNetwork(network)
    if (this.#unknown + this.#closing.size >= this.#limits.unknown) this.#evictAny()
    const connections = this.#unknownByNetwork.get(network)
    if (connections === undefined) this.#unknownByNetwork.set(network, new Set([connection]))
    else connections.add(connection)
    this.#unknown++
  }

  /** At the limit of an address, closes its oldest connection without a received byte, or else its oldest. */
  #evictOfNetwork(network: string): void {
    const connections = [...(this.#unknownByNetwork.get(network) ?? [])]
    if (connections.length < this.#limits.unknownPerAddress) return
    const silent = connections.find(({ socket }) => socket.bytesRead === 0)
    this.#close(silent ?? connections[0], 'too-many-of-address')
  }

  /**
   * Closes a connection that was already refused, or else the oldest one of the address with the most connections. A legitimate
   * client opens few connections and authenticates immediately, so it gets through during a flood.
   */
  #evictAny(): void {
    let most = new Set<Connection>()
    for (const connections of this.#unknownByNetwork.values())
      if (connections.size > most.size) most = connections
    const [closing] = this.#closing
    const [oldest] = most
    this.#close(closing ?? oldest, 'too-many-unknown')
  }

  #close(connection: Connection | undefined, reason: RefusalReason): void {
    if (connection === undefined) return
    this.#remove(connection)
    this.count(reason)
    connection.socket.destroy()
  }

  #remove(connection: Connection): void {
    if (connection.isKnown) this.#known--
    else if (!this.#closing.delete(connection)) this.#removeUnknown(connection)
  }

  /** Returns false when the connection was removed before. */
  #removeUnknown(connection: Connection): boolean {
    const connections = this.#unknownByNetwork.get(connection.network)
    if (connections?.delete(connection) !== true) return false
    if (connections.size === 0) this.#unknownByNetwork.delete(connection.network)
    this.#unknown--
    return true
  }
}

/** The unit of counting: an IPv4 address, or an IPv6 /64, of which one machine can use every address. */
export const networkOf = (address: string): string => {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  const [withoutZone = ''] = plain.split('%')
  const [head = [], tail = []] = withoutZone.split('::').map(groupsOf)
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return `${[...head, ...gap, ...tail].slice(0, 4).join(':')}::/64`
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))
