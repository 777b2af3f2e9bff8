import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

const recordHeadBytes = 5
const segmentBytes = 1_448
/** IPv4 and TCP with timestamps. */
const packetHeadBytes = 52

/** Counts the records of TLS in one direction of a connection. */
class RecordCounter {
  #head: number[] = []
  #left = 0
  packets = 0

  take(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#left === 0) {
        this.#head.push(bytes[at++] ?? 0)
        if (this.#head.length < recordHeadBytes) continue
        this.#left = (this.#head[3] ?? 0) * 256 + (this.#head[4] ?? 0)
        this.packets += Math.ceil((recordHeadBytes + this.#left) / segmentBytes)
        this.#head = []
      } else {
        const taken = Math.min(this.#left, bytes.length - at)
        this.#left -= taken
        at += taken
      }
    }
  }
}

/** Passes on connections and counts their bytes: what TLS, HTTP and WebSocket add is counted, too. */
export class CountingProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #packets = 0
  #isDown = false
  /** In both directions. */
  bytes = 0
  connections = 0

  private constructor(target: number) {
    this.#server = createServer((boat) => {
      if (this.#isDown) return void boat.destroy()
      this.connections++
      const gateway = connect(target, '127.0.0.1')
      for (const [from, to] of [
        [boat, gateway],
        [gateway, boat],
      ] as const)
        this.#pass(from, to)
      return undefined
    })
  }

  static async start(target: number): Promise<CountingProxy> {
    const proxy = new CountingProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' ? (address?.port ?? 0) : 0
  }

  /**
   * What the headers of TCP and IP add at most: every record in packets of its own, each of which is acknowledged by
   * another one, and the packets that open and end a connection.
   */
  get headerBytes(): number {
    return (2 * this.#packets + 7 * this.connections) * packetHeadBytes
  }

  /** Without a link all connections end, and none begins. */
  setDown(isDown: boolean): void {
    this.#isDown = isDown
    if (isDown) for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.setDown(true)
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #pass(from: Socket, to: Socket): void {
    const counter = new RecordCounter()
    this.#sockets.add(from)
    from.on('data', (bytes) => {
      const before = counter.packets
      counter.take(bytes)
      this.#packets += counter.packets - before
      this.bytes += bytes.length
      to.write(bytes)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
  }
}
