import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { endOfLink, type Link, type OnBytes } from './link.ts'
import { PacedStream, writeBounded } from './paced-stream.ts'

/** Ten times what a full bus sends as text. */
const mostBytesPerSecond = 1_000_000
/** After this silence the system asks whether the far end still exists. */
export const keepAliveMs = 5_000

/** A connection to a server. */
export class TcpClientLink implements Link {
  readonly kind = 'tcp'
  readonly #socket: Socket
  readonly #paced: PacedStream
  readonly #gone = new AbortController()
  #onBytes: OnBytes = () => undefined
  #lostWrites = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#paced = new PacedStream(socket, {
      bytesPerSecond: mostBytesPerSecond,
      onBytes: (bytes) => this.#onBytes(bytes),
    })
    socket.on('error', (error) => this.#gone.abort(error))
    socket.on('close', () => this.#gone.abort(endOfLink()))
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

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  get lostWrites(): number {
    return this.#lostWrites
  }

  listen(onBytes: OnBytes): void {
    this.#onBytes = onBytes
  }

  write(bytes: Uint8Array): boolean {
    const isWritten = writeBounded(this.#socket, bytes)
    if (!isWritten) this.#lostWrites++
    return isWritten
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#onBytes = () => undefined
    this.#paced[Symbol.dispose]()
    this.#socket.destroy()
    if (!this.#socket.closed) await once(this.#socket, 'close')
  }
}
