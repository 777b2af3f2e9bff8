import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

const maxClients = 8
/** A client that leaves this much unread is disconnected. */
const maxUnreadBytes = 1_000_000

/** The TCP server of a gateway: every client receives the same bytes. */
export class GatewayServer implements AsyncDisposable {
  /** Called with what a client sends. */
  onBytes: (bytes: Uint8Array) => void = () => undefined
  /** Called with the number of clients, when it changes. */
  onClients: (count: number) => void = () => undefined
  readonly #server: Server
  readonly #clients = new Set<Socket>()

  private constructor() {
    this.#server = createServer((socket) => this.#accept(socket))
    this.#server.maxConnections = maxClients
  }

  /** Rejects when the port is in use. */
  static async listen(address: { readonly host: string; readonly port: number }): Promise<GatewayServer> {
    const server = new GatewayServer()
    server.#server.listen(address)
    await once(server.#server, 'listening')
    return server
  }

  write(bytes: Uint8Array): void {
    for (const client of this.#clients) {
      client.write(bytes)
      if (client.writableLength > maxUnreadBytes) client.destroy()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const client of this.#clients) client.destroy()
    await closed
  }

  #accept(socket: Socket): void {
    this.#clients.add(socket)
    this.onClients(this.#clients.size)
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => this.onBytes(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#clients.delete(socket)
      this.onClients(this.#clients.size)
    })
  }
}
