import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { BaseLink } from './base-link.ts'
import { endOfLink, type Peer, type WriteOptions } from './link.ts'
import { PacedStream, writeBounded } from './paced-stream.ts'
import { keepAliveMs } from './tcp-client-link.ts'

/** Per client. A busy multiplexer sends a tenth of it. */
const mostBytesPerSecond = 250_000
const usualClients = 32

export interface TcpServerOptions {
  readonly port: number
  /** The address of the machine on which it listens; default all. */
  readonly host?: string | undefined
  /** Further clients are disconnected at once; default 32. */
  readonly maxClients?: number | undefined
}

interface Client extends Disposable {
  readonly socket: Socket
  readonly peer: Peer
}

/** A server. Every client gets what is written; a client that does not read is disconnected, the others are not affected. */
export class TcpServerLink extends BaseLink {
  readonly kind = 'tcp-server'
  readonly #server: Server
  readonly #maxClients: number
  readonly #clients = new Set<Client>()
  #refusedClients = 0

  private constructor(server: Server, maxClients: number) {
    super()
    this.#server = server
    this.#maxClients = maxClients
    server.on('connection', (socket) => this.#accept(socket))
    server.on('error', (error) => this.end(error))
    server.on('close', () => this.end(endOfLink()))
  }

  /** @throws the system error, as EADDRINUSE when another program listens on the port */
  static async open({ port, host, maxClients = usualClients }: TcpServerOptions): Promise<TcpServerLink> {
    const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs })
    const link = new TcpServerLink(server, maxClients)
    const listening = once(server, 'listening')
    server.listen({ port, ...(host !== undefined && { host }), backlog: usualClients })
    await listening
    return link
  }

  get port(): number {
    // It listens on a port, not on a path.
    return (this.#server.address() as AddressInfo).port
  }

  get clients(): number {
    return this.#clients.size
  }

  /** Connections that were closed because there were too many. */
  get refusedClients(): number {
    return this.#refusedClients
  }

  write(bytes: Uint8Array, { except }: WriteOptions = {}): boolean {
    const lostBefore = this.lostWrites
    for (const client of this.#clients)
      if (client.peer !== except && !this.counted(writeBounded(client.socket, bytes))) this.#drop(client)
    return this.lostWrites === lostBefore
  }

  protected async close(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined
    this.#server.close()
    for (const client of this.#clients) this.#drop(client)
    await closed
  }

  #accept(socket: Socket): void {
    // The close follows.
    socket.on('error', () => undefined)
    if (this.#clients.size >= this.#maxClients) {
      this.#refusedClients++
      socket.destroy()
      return
    }
    // An IPv4 client of a socket for both versions has an IPv6 form of its address.
    const host = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
    const peer = { host, port: socket.remotePort ?? 0 }
    const paced = new PacedStream(socket, {
      bytesPerSecond: mostBytesPerSecond,
      onBytes: (bytes) => this.pass(bytes, peer),
    })
    const client = {
      socket,
      peer,
      [Symbol.dispose]: () => {
        paced[Symbol.dispose]()
        socket.destroy()
      },
    }
    this.#clients.add(client)
    socket.on('close', () => this.#drop(client))
  }

  #drop(client: Client): void {
    this.#clients.delete(client)
    client[Symbol.dispose]()
  }
}
