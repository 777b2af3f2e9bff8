import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection between browser and server that can be cut, like Wi-Fi behind a mast. */
export class CuttableLine implements AsyncDisposable {
  readonly #server = createServer({ allowHalfOpen: false }, (socket) => this.#carry(socket))
  readonly #sockets = new Set<Socket>()
  readonly #port: number
  #isCut = false

  private constructor(port: number) {
    this.#port = port
  }

  static async to(url: string): Promise<CuttableLine> {
    const line = new CuttableLine(Number(new URL(url).port))
    line.#server.listen(0, '127.0.0.1')
    await once(line.#server, 'listening')
    return line
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Closes all connections and rejects new ones. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Stops all traffic without closing anything: a boat out of range. */
  freeze(): void {
    for (const socket of this.#sockets) socket.pause()
  }

  mend(): void {
    this.#isCut = false
    for (const socket of this.#sockets) socket.resume()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #carry(near: Socket): void {
    if (this.#isCut) {
      near.destroy()
      return
    }
    const far = connect(this.#port, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }
}
