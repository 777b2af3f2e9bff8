import { encodeFrame, mostTunnels, TunnelEnd, type Frame } from '@marinedata/uplink-protocol'
import type { Socket } from 'node:net'

type TunnelFrame = Extract<Frame, { readonly tunnel: number }>

/** The gateway's ends of the tunnels of one boat. */
export class SessionTunnels implements Disposable {
  readonly #send: (bytes: Uint8Array) => void
  readonly #ends = new Map<number, TunnelEnd>()
  #newest = 0

  constructor(send: (bytes: Uint8Array) => void) {
    this.#send = send
  }

  /**
   * Carries a connection to the boat's own server. Returns false when the boat takes no more of them.
   * @param first what was read from the socket already
   */
  open(socket: Socket, first: Buffer): boolean {
    if (this.#ends.size >= mostTunnels) return false
    const tunnel = ++this.#newest
    const end = new TunnelEnd(
      tunnel,
      {
        write: (bytes, written) => socket.write(bytes, written),
        pause: () => socket.pause(),
        resume: () => socket.resume(),
        end: () => socket.end(),
      },
      (frame) => this.#send(encodeFrame(frame)),
    )
    this.#ends.set(tunnel, end)
    this.#send(encodeFrame({ type: 'tunnel-open', tunnel }))
    end.socketRead(first)
    socket.on('data', (bytes) => end.socketRead(bytes))
    socket.on('close', () => {
      end.socketClosed()
      this.#ends.delete(tunnel)
    })
    return true
  }

  /** @throws MarineDataError `invalid-message` when the boat sends more than it may: the connection must be closed */
  received(frame: TunnelFrame): void {
    // A tunnel that was just closed here is unknown.
    this.#ends.get(frame.tunnel)?.received(frame)
  }

  /** The connection of the boat has ended. */
  [Symbol.dispose](): void {
    for (const end of this.#ends.values()) end.connectionLost()
  }
}
