import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { BaseLink } from './base-link.ts'
import { endOfLink, type Peer, type WriteOptions } from './link.ts'
import { Pace } from './pace.ts'

/** Faster senders lose datagrams: reading cannot be paused. */
const mostBytesPerSecond = 1_000_000
const mostPeers = 64
/** Datagrams wait in the system while this process cannot read them; it may allow less. */
const receiveBytes = 1_000_000
/** Datagrams that the system has not taken yet. */
const mostPending = 256

export interface UdpOptions {
  /** The port on which it listens; without one it only sends. */
  readonly port?: number | undefined
  /** The address of the machine on which it listens; default all. */
  readonly host?: string | undefined
  /** Where it sends; a broadcast address reaches all. Without it nothing can be written. */
  readonly sendTo?: { readonly host: string; readonly port: number } | undefined
}

/** Datagrams, in and out. */
export class UdpLink extends BaseLink {
  readonly kind = 'udp'
  readonly #socket: Socket
  readonly #sendTo: UdpOptions['sendTo']
  readonly #closed = Promise.withResolvers<void>()
  readonly #pace = new Pace(mostBytesPerSecond)
  readonly #peerByAddress = new Map<string, Peer>()
  #pending = 0

  private constructor(socket: Socket, sendTo: UdpOptions['sendTo']) {
    super()
    this.#socket = socket
    this.#sendTo = sendTo
    socket.on('message', (bytes, from) => {
      if (this.#pace.take(bytes.length) === 0) this.pass(bytes, this.#peerOf(from))
    })
    socket.on('error', (error) => this.end(error))
    socket.on('close', () => {
      this.end(endOfLink())
      this.#closed.resolve()
    })
  }

  /** @throws the system error, as EADDRINUSE when another program listens on the port */
  static async open({ port, host, sendTo }: UdpOptions): Promise<UdpLink> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: receiveBytes })
    const link = new UdpLink(socket, sendTo)
    const listening = once(socket, 'listening')
    socket.bind({ port: port ?? 0, ...(host !== undefined && { address: host }) })
    try {
      await listening
    } catch (error) {
      socket.close()
      throw error
    }
    if (sendTo !== undefined) socket.setBroadcast(true)
    return link
  }

  get port(): number {
    return this.#socket.address().port
  }

  write(bytes: Uint8Array, { except }: WriteOptions = {}): boolean {
    const to = this.#sendTo
    if (to !== undefined && to.host === except?.host && to.port === except.port) return true
    if (to === undefined || this.gone.aborted || this.#pending >= mostPending) return this.counted(false)
    this.#pending++
    this.#socket.send(bytes, to.port, to.host, (error) => {
      this.#pending--
      this.counted(error === null)
    })
    return true
  }

  protected async close(): Promise<void> {
    this.#socket.close()
    await this.#closed.promise
  }

  /** The sender. The one that was seen first is forgotten when there are too many. */
  #peerOf({ address, port }: RemoteInfo): Peer {
    const key = `${address} ${port}`
    const known = this.#peerByAddress.get(key)
    if (known !== undefined) return known
    const [first] = this.#peerByAddress.keys()
    if (this.#peerByAddress.size >= mostPeers && first !== undefined) this.#peerByAddress.delete(first)
    const peer = { host: address, port }
    this.#peerByAddress.set(key, peer)
    return peer
  }
}
