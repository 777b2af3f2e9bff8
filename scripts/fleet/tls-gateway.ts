import { Gateway, UplinkStore, type BatchStore, type StreamCount } from '@marinedata/fleet'
import type { NatsConnection } from '@nats-io/transport-node'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { fleetHost, type Certificate } from './certificate.ts'
import type { JoinedBoats } from './joined-boats.ts'

export interface TlsGatewayOptions {
  readonly connection: NatsConnection
  readonly streams: StreamCount
  readonly certificate: Pick<Certificate, 'cert' | 'key'>
  readonly boats: JoinedBoats
  readonly liveMs: number
  /** 0: any. */
  readonly port: number
  readonly storeOf?: (store: BatchStore) => BatchStore
}

/** A gateway that boats reach by TLS, and where they join and leave. */
export class TlsGateway implements AsyncDisposable {
  readonly #server: Server
  readonly gateway: Gateway
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, gateway: Gateway) {
    this.#server = server
    this.gateway = gateway
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(options: TlsGatewayOptions): Promise<TlsGateway> {
    const { connection, streams, certificate, boats, liveMs, port, storeOf = (store) => store } = options
    const store = await UplinkStore.open(connection, streams)
    const server = createServer(certificate, (request, response) => void boats.answer(request, response))
    const gateway = new Gateway({
      server,
      store: storeOf(store),
      joined: boats,
      host: fleetHost,
      liveMs,
      mostBoats: 10_000,
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new TlsGateway(server, gateway)
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' ? (address?.port ?? 0) : 0
  }

  /** Ends all connections at once, as a failing network does. */
  cut(): void {
    this.#server.closeAllConnections()
    for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway[Symbol.asyncDispose]()
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
