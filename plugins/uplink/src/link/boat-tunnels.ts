import { shoreAddress } from '@marinedata/model'
import { encodeFrame, mostTunnels, TunnelEnd, type Frame } from '@marinedata/uplink-protocol'
import { connect, type Socket } from 'node:net'
import type { Link } from './link.ts'

type TunnelFrame = Extract<Frame, { readonly tunnel: number }>

export interface BoatTunnelsOptions {
  /** The port of the boat's server; undefined: its console cannot be opened remotely. */
  readonly port: number | undefined
  readonly link: Pick<Link, 'send'>
}

const limits = {
  /** A browser keeps a WebSocket alive more often than this. */
  idleMs: 120_000,
  /** Then the browser connects again, if someone still looks. */
  longestMs: 3_600_000,
  /** New connections to the boat's own server. A browser opens six. */
  perSecond: 50,
} as const

interface Tunnel {
  readonly end: TunnelEnd
  readonly socket: Socket
}

/**
 * The boat's ends of tunnels: each is a connection to the boat's server, which ends TLS and decides who may do what. They come
 * from a separate address, so that the server can recognise remote connections.
 */
export class BoatTunnels implements Disposable {
  readonly #options: BoatTunnelsOptions
  readonly #tunnels = new Map<number, Tunnel>()
  #isPaused = false
  #second = 0
  #opened = 0

  constructor(options: BoatTunnelsOptions) {
    this.#options = options
  }

  /** @throws MarineDataError `invalid-message` when the fleet sends more than it may: the connection must be closed */
  received(frame: TunnelFrame): void {
    if (frame.type === 'tunnel-open') this.#open(frame.tunnel)
    // A tunnel that was just closed here is unknown.
    else this.#tunnels.get(frame.tunnel)?.end.received(frame)
  }

  /** @param isPaused the budget is spent: all tunnels end, and new ones are refused */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (isPaused) this[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    for (const { end, socket } of this.#tunnels.values()) {
      end.connectionLost()
      socket.destroy()
    }
    this.#tunnels.clear()
  }

  #send(frame: TunnelFrame): void {
    this.#options.link.send(encodeFrame(frame))
  }

  #open(tunnel: number): void {
    const { port } = this.#options
    const isFull = this.#tunnels.size >= mostTunnels || this.#tunnels.has(tunnel) || this.#isFlood()
    if (port === undefined || this.#isPaused || isFull) return this.#send({ type: 'tunnel-close', tunnel })
    const socket = connect({ host: '127.0.0.1', port, localAddress: shoreAddress })
    const end = new TunnelEnd(
      tunnel,
      {
        write: (bytes, written) => socket.write(bytes, () => written()),
        pause: () => socket.pause(),
        resume: () => socket.resume(),
        // The server's output has no reader: frees the place for another tunnel immediately.
        end: () => socket.destroySoon(),
      },
      (frame) => this.#send(frame),
    )
    this.#tunnels.set(tunnel, { end, socket })
    const longest = setTimeout(() => socket.destroy(), limits.longestMs)
    socket.setTimeout(limits.idleMs, () => socket.destroy())
    socket.on('data', (bytes) => end.socketRead(bytes))
    // Its close follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(longest)
      end.socketClosed()
      this.#tunnels.delete(tunnel)
    })
    return undefined
  }

  /** Anyone who reaches the gateway can open tunnels, so this ends no connection to it. */
  #isFlood(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) this.#opened = 0
    this.#second = second
    return ++this.#opened > limits.perSecond
  }
}
