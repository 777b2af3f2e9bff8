import { MarineDataError } from '@marinedata/model'
import type { Frame } from './frames.ts'
import { sizes } from './limits.ts'

type TunnelFrame = Extract<Frame, { readonly tunnel: number }>

/** The socket at one end of a tunnel: the remote user's, or the boat's server's. */
export interface TunnelSocket {
  write(bytes: Uint8Array, written: () => void): void
  pause(): void
  resume(): void
  /** Closes it after what was written. */
  end(): void
}

/**
 * One end of a tunnel, which carries the bytes of a connection. At most `tunnelWindow` bytes are on their way in each
 * direction, so that a slow reader delays its own tunnel only: an empty data frame says that `tunnelGrant` of them were
 * taken.
 */
export class TunnelEnd {
  readonly #tunnel: number
  readonly #socket: TunnelSocket
  readonly #send: (frame: TunnelFrame) => void
  #maySend: number = sizes.tunnelWindow
  #waiting = 0
  #taken = 0
  #isOpen = true

  constructor(tunnel: number, socket: TunnelSocket, send: (frame: TunnelFrame) => void) {
    this.#tunnel = tunnel
    this.#socket = socket
    this.#send = send
  }

  /** Bytes that the socket has read, at most 64 kB per call. */
  socketRead(bytes: Uint8Array): void {
    if (!this.#isOpen) return
    for (let at = 0; at < bytes.length; at += sizes.tunnelBytes) {
      const body = bytes.subarray(at, at + sizes.tunnelBytes)
      this.#send({ type: 'tunnel-data', tunnel: this.#tunnel, body })
    }
    this.#maySend -= bytes.length
    if (this.#maySend <= 0) this.#socket.pause()
  }

  /** The socket is closed. */
  socketClosed(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#send({ type: 'tunnel-close', tunnel: this.#tunnel })
  }

  /** @throws MarineDataError `invalid-message` when the other end sends more than it may: the connection must be closed */
  received(frame: TunnelFrame): void {
    if (!this.#isOpen) return
    if (frame.type === 'tunnel-close') this.connectionLost()
    else if (frame.type === 'tunnel-data') this.#receiveBytes(frame.body)
  }

  /** The other end is gone. */
  connectionLost(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#socket.end()
  }

  #receiveBytes(bytes: Uint8Array): void {
    if (bytes.length === 0) return this.#receiveGrant()
    this.#waiting += bytes.length
    if (this.#waiting > sizes.tunnelWindow + sizes.tunnelOverrun)
      throw new MarineDataError('invalid-message', 'The uplink carries more bytes of a tunnel than it may')
    this.#socket.write(bytes, () => this.#written(bytes.length))
  }

  #receiveGrant(): void {
    if (this.#maySend + sizes.tunnelGrant > sizes.tunnelWindow)
      throw new MarineDataError('invalid-message', 'The uplink grants bytes of a tunnel that were not sent')
    this.#maySend += sizes.tunnelGrant
    if (this.#maySend > 0) this.#socket.resume()
  }

  #written(length: number): void {
    this.#waiting -= length
    this.#taken += length
    for (; this.#taken >= sizes.tunnelGrant && this.#isOpen; this.#taken -= sizes.tunnelGrant)
      this.#send({ type: 'tunnel-data', tunnel: this.#tunnel, body: new Uint8Array() })
  }
}
