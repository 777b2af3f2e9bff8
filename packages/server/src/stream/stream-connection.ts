import type { Frame, Outlet } from '@marinedata/core'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { wireOf } from './wire.ts'

/** Closed when nothing that was sent has been read for so long. */
const stuckAfterMs = 8_000

/** How much was handed to a socket so far; only sockets of the network count it. */
interface CountingSocket {
  readonly bytesWritten?: number
}

/** One socket as an outlet: shared frames go to it as they are, without being encoded again. */
export class StreamConnection implements Outlet {
  readonly #socket: Duplex & CountingSocket
  readonly #webSocket: WebSocket
  #readBytes = -1
  #readAt: number

  constructor(webSocket: WebSocket, socket: Duplex, now: number) {
    this.#webSocket = webSocket
    this.#socket = socket
    this.#readAt = now
  }

  backlog(): number {
    return this.#socket.writableLength
  }

  send(frame: Frame): void {
    frame.wire ??= wireOf(frame.deltas)
    this.write(frame.wire)
  }

  /** A message for this client alone. */
  tell(message: object): void {
    this.write(wireOf([JSON.stringify(message)]))
  }

  write(wire: Uint8Array): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#socket.write(wire)
  }

  close(reason: string): void {
    // A reader that does not read would not read a farewell either.
    if (this.backlog() > 0) this.#webSocket.terminate()
    else this.#webSocket.close(1001, reason)
  }

  /** True when the reader has taken nothing for too long although something waits. */
  isStuck(now: number): boolean {
    const waiting = this.#socket.writableLength
    const read = (this.#socket.bytesWritten ?? 0) - waiting
    if (waiting === 0 || read !== this.#readBytes) {
      this.#readBytes = read
      this.#readAt = now
    }
    return now - this.#readAt > stuckAfterMs
  }
}
