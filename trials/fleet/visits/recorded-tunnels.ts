import { Tunnels, type Gateway } from '@marinedata/fleet'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export const tunnelDomain = 'boats.test'

/** The gateway's half of tunnels. It records every byte that it sees of them, as a curious operator would. */
export class RecordedTunnels implements AsyncDisposable {
  readonly #server: Server
  readonly #tunnels: Tunnels
  readonly #record: Buffer[] = []
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, gateway: Gateway) {
    this.#server = server
    this.#tunnels = new Tunnels({
      server,
      domain: tunnelDomain,
      open: (vessel, socket, first) => {
        this.#record.push(first)
        socket.on('data', (bytes: Buffer) => this.#record.push(bytes))
        const write = socket.write.bind(socket)
        // Every call of a tunnel has bytes and a callback.
        socket.write = ((bytes: Uint8Array, written: () => void): boolean => {
          this.#record.push(Buffer.from(bytes))
          return write(bytes, written)
        }) as Socket['write']
        return gateway.openTunnel(vessel, socket, first)
      },
    })
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(gateway: Gateway): Promise<RecordedTunnels> {
    const tunnels = new RecordedTunnels(createServer(), gateway)
    tunnels.#server.listen(0, '127.0.0.1')
    await once(tunnels.#server, 'listening')
    return tunnels
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get bytes(): number {
    return this.#record.reduce((sum, { length }) => sum + length, 0)
  }

  /** Which of these texts are in the record. */
  found(texts: readonly string[]): string[] {
    const record = Buffer.concat(this.#record).toString('latin1')
    return texts.filter((text) => record.includes(text))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#tunnels[Symbol.dispose]()
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
