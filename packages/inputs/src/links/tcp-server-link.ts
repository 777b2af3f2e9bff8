import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { endOfLink, type Link, type OnBytes, type Peer, type WriteOptions } from './link.ts'
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
export class TcpServerLink implements Link {
  readonly kind = 'tcp-server'
  readonly #server: Server
  readonly #gone = new AbortController()
  readonly #maxClients: number
  readonly #clients = new Set<Client>()
  #onBytes: OnBytes = () => undefined
  #lostWrites = 0
  #refusedClients = 0

  private constructor(server: Server, maxClients: number) {
    this.#server = server
    this.#maxClients = maxClients
    server.on('connection', (socket) => this.#accept(socket))
    server.on('error', (error) => this.#gone.abort(error))
    server.on('close', () => this.#gone.abort(endOfLink()))
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

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  get lostWrites(): number {
    return this.#lostWrites
  }

  /** Connections that were closed because there were too many. */
  get refusedClients(): number {
    return this.#refusedClients
  }

  listen(onBytes: OnBytes): void {
    this.#onBytes = onBytes
  }

  write(bytes: Uint8Array, { except }: WriteOptions = {}): boolean {
    const lostBefore = this.#lostWrites
    for (const client of this.#clients)
      if (client.peer !== except && !writeBounded(client.socket, bytes)) {
        this.#lostWrites++
        this.#drop(client)
      }
    return this.#lostWrites === lostBefore
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#onBytes = () => undefined
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
      onBytes: (bytes) => this.#onBytes(bytes, peer),
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
