import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { BaseLink } from './base-link.ts'
import { endOfLink } from './link.ts'
import { PacedStream, writeBounded } from './paced-stream.ts'

/** Ten times what a full bus sends as text. */
const mostBytesPerSecond = 1_000_000
/** After this silence the system asks whether the far end still exists. */
export const keepAliveMs = 5_000

/** A connection to a server. */
export class TcpClientLink extends BaseLink {
  readonly kind = 'tcp'
  readonly #socket: Socket
  readonly #paced: PacedStream

  private constructor(socket: Socket) {
    super()
    this.#socket = socket
    this.#paced = new PacedStream(socket, {
      bytesPerSecond: mostBytesPerSecond,
      onBytes: (bytes) => this.pass(bytes),
    })
    socket.on('error', (error) => this.end(error))
    socket.on('close', () => this.end(endOfLink()))
  }

  /** @throws the system error, or the reason of the signal */
  static async open(host: string, port: number, signal: AbortSignal): Promise<TcpClientLink> {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs })
    try {
      await once(socket, 'connect', { signal })
    } catch (error) {
      socket.on('error', () => undefined)
      socket.destroy()
      signal.throwIfAborted()
      throw error
    }
    return new TcpClientLink(socket)
  }

  write(bytes: Uint8Array): boolean {
    const isWritten = writeBounded(this.#socket, bytes)
    return this.counted(isWritten)
  }

  protected async close(): Promise<void> {
    this.#paced[Symbol.dispose]()
    this.#socket.destroy()
    if (!this.#socket.closed) await once(this.#socket, 'close')
  }
}
