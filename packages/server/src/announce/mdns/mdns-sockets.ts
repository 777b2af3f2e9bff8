import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { every } from '#system-clock.ts'
import type { MdnsNetwork } from './mdns-networks.ts'

/** Where multicast DNS is spoken. */
export interface MdnsGroup {
  readonly address: string
  readonly port: number
}

export const mdnsGroup: MdnsGroup = { address: '224.0.0.251', port: 5353 }

/** The sender of a packet. */
export type Sender = Pick<RemoteInfo, 'address' | 'port'>

export interface MdnsSocketOptions {
  readonly networks: () => readonly MdnsNetwork[]
  readonly group: MdnsGroup
  /** How often the networks are read. */
  readonly scanMs?: number
  readonly onPacket: (network: MdnsNetwork, packet: Buffer, sender: Sender) => void
  /** Called when networks or addresses have come or gone. */
  readonly onNetworks: () => void
  /** Called when the port cannot be used; not repeated until it was usable again. */
  readonly onFault: (error: Error) => void
}

const defaultScanMs = 2_000
/** Multicast DNS requires it, so that receivers can tell packets that were routed. */
const timeToLive = 255
const goodbyeMs = 250
/** Packets per second that are read; a hostile network cannot use more of the processor. */
const maxPacketsPerSecond = 300

interface OpenNetwork {
  readonly network: MdnsNetwork
  /** Sends, and receives packets that are sent to the address of the server. */
  readonly socket: Socket
}

const keyOf = ({ name, addresses }: MdnsNetwork): string => `${name} ${addresses.join(' ')}`

/**
 * The sockets of multicast DNS: a socket that receives the group in all networks, and a sending socket per network. The networks
 * are polled, because they come and go.
 */
export class MdnsSockets implements Disposable {
  readonly #options: MdnsSocketOptions
  readonly #openByKey = new Map<string, OpenNetwork>()
  readonly #scanning: Disposable
  #receiver: Socket | undefined
  /** Joining a group before the socket is bound would bind it to another port. */
  #isBound = false
  #hasFault = false
  #second = 0
  #packets = 0
  #isOpen = true

  constructor(options: MdnsSocketOptions) {
    this.#options = options
    this.#scanning = every(options.scanMs ?? defaultScanMs, () => this.#scan())
    this.#scan()
  }

  get networks(): readonly MdnsNetwork[] {
    return [...this.#openByKey.values()].map(({ network }) => network)
  }

  /** Sends to the group in a network, or to one receiver. A packet that cannot be sent is lost. */
  send(network: MdnsNetwork, packet: Buffer, to?: Sender): void {
    const { address, port } = to ?? this.#options.group
    // A datagram can have the source port 0, and sending to it throws.
    if (port === 0) return
    this.#openByKey.get(keyOf(network))?.socket.send(packet, port, address, () => undefined)
  }

  /** Waits until everything was sent, at most 250 ms. */
  async flush(): Promise<void> {
    const deadline = performance.now() + goodbyeMs
    const isSending = (): boolean =>
      [...this.#openByKey.values()].some(({ socket }) => socket.getSendQueueCount() > 0)
    do await new Promise((resolve) => setTimeout(resolve, 10))
    while (isSending() && performance.now() < deadline)
  }

  [Symbol.dispose](): void {
    this.#isOpen = false
    this.#scanning[Symbol.dispose]()
    for (const { socket } of this.#openByKey.values()) socket.close()
    this.#openByKey.clear()
    this.#closeReceiver()
  }

  #scan(): void {
    const found = new Map(this.#options.networks().map((network) => [keyOf(network), network]))
    const gone = [...this.#openByKey].filter(([key]) => !found.has(key))
    for (const [key, { socket }] of gone) {
      this.#openByKey.delete(key)
      socket.close()
    }
    const isNew = [...found].filter(([key]) => !this.#openByKey.has(key))
    for (const [, network] of isNew) this.#openNetwork(network)
    if (found.size > 0 && this.#receiver === undefined) this.#openReceiver()
    this.#joinGroup()
    if (gone.length > 0) this.#options.onNetworks()
  }

  #openNetwork(network: MdnsNetwork): void {
    const { group, onNetworks } = this.#options
    const key = keyOf(network)
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    const opened = { network, socket }
    this.#openByKey.set(key, opened)
    socket.on('message', (packet, sender) => this.#receive(packet, sender))
    socket.on('error', (error) => {
      // The next scan tries again.
      if (this.#openByKey.get(key) === opened) this.#openByKey.delete(key)
      socket.close()
      this.#fail(error)
    })
    socket.bind({ address: network.address, port: group.port }, () => {
      try {
        socket.setMulticastInterface(network.address)
        socket.setMulticastTTL(timeToLive)
        socket.setTTL(timeToLive)
        this.#hasFault = false
        if (this.#isOpen) onNetworks()
      } catch (error) {
        // The network disappeared at this moment.
        socket.emit('error', error)
      }
    })
  }

  #openReceiver(): void {
    const receiver = createSocket({ type: 'udp4', reuseAddr: true })
    this.#receiver = receiver
    receiver.on('message', (packet, sender) => this.#receive(packet, sender))
    receiver.on('error', (error) => {
      if (this.#receiver === receiver) this.#closeReceiver()
      this.#fail(error)
    })
    receiver.bind({ port: this.#options.group.port }, () => {
      this.#isBound = true
      this.#joinGroup()
    })
  }

  /** Joins the group in every network, also where an interface was removed and added again. */
  #joinGroup(): void {
    if (!this.#isBound) return
    for (const { address } of this.networks)
      try {
        this.#receiver?.addMembership(this.#options.group.address, address)
      } catch {
        // Already a member, or the network disappeared: the next scan tries again.
      }
  }

  #closeReceiver(): void {
    const receiver = this.#receiver
    this.#receiver = undefined
    this.#isBound = false
    receiver?.close()
  }

  #fail(error: Error): void {
    if (!this.#hasFault) this.#options.onFault(error)
    this.#hasFault = true
  }

  #receive(packet: Buffer, sender: Sender): void {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) [this.#second, this.#packets] = [second, 0]
    if (++this.#packets > maxPacketsPerSecond) return
    // A packet from outside the networks was routed here, which multicast DNS forbids.
    const network = this.networks.find(({ has }) => has(sender.address))
    if (network !== undefined) this.#options.onPacket(network, packet, sender)
  }
}
