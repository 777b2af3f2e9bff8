import type { Server, Socket } from 'node:net'
import type { VesselToken } from '#subjects.ts'
import { serverNameOf } from './server-name.ts'

export interface TunnelsOptions {
  /** A plain TCP server. TLS ends on the boat. */
  readonly server: Server
  /** The boats' names are `<token>.<domain>`. */
  readonly domain: string
  /** Passes a connection on to a boat. Returns false when it is not here, or takes no more. */
  readonly open: (vessel: VesselToken, socket: Socket, first: Buffer) => boolean
}

const limits = {
  /** Maximum connections that have not sent a server name. */
  strangers: 500,
  nameMs: 5_000,
  /** A browser keeps a WebSocket alive more often than this. */
  idleMs: 120_000,
}

/**
 * Passes connections of browsers on to boats by the name they ask for. It relays encrypted bytes: it can cut a
 * connection, but neither read nor change it.
 */
export class Tunnels implements Disposable {
  readonly #options: TunnelsOptions
  readonly #strangers = new Set<Socket>()
  readonly #accept = (socket: Socket): void => this.#greet(socket)

  constructor(options: TunnelsOptions) {
    this.#options = options
    options.server.on('connection', this.#accept)
  }

  [Symbol.dispose](): void {
    this.#options.server.off('connection', this.#accept)
    for (const socket of this.#strangers) socket.destroy()
  }

  #greet(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    if (this.#strangers.size >= limits.strangers) return void socket.destroy()
    this.#strangers.add(socket)
    const deadline = setTimeout(() => socket.destroy(), limits.nameMs)
    let first: Buffer = Buffer.alloc(0)
    const known = (): void => {
      clearTimeout(deadline)
      this.#strangers.delete(socket)
      socket.off('data', read)
    }
    const read = (bytes: Buffer): void => {
      first = Buffer.concat([first, bytes])
      const found = serverNameOf(first)
      if (found.kind === 'incomplete') return
      known()
      if (found.kind === 'none' || !this.#pass(found.name, socket, first)) socket.destroy()
    }
    socket.on('data', read)
    socket.on('close', known)
  }

  #pass(name: string, socket: Socket, first: Buffer): boolean {
    const { domain, open } = this.#options
    const [token, ...rest] = name.split('.')
    if (token === undefined || rest.join('.') !== domain) return false
    socket.setTimeout(limits.idleMs, () => socket.destroy())
    return open(token, socket, first)
  }
}
