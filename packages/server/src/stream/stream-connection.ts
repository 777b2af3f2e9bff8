import type { Frame, Outlet } from '@marinedata/core'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { latin1WireOf, wireOf } from './wire.ts'

/** Closed after so many heartbeats without a sign that the reader reads. */
const silentBeatsAtMost = 7

/** How much was handed to a socket so far; only sockets of the network count it. */
interface CountingSocket {
  readonly bytesWritten?: number
}

/** One socket as an outlet: shared frames go to it as they are, without being encoded again. */
export class StreamConnection implements Outlet {
  readonly #socket: Duplex & CountingSocket
  readonly #webSocket: WebSocket
  #readBytes = 0
  #wasWaiting = false
  #silentBeats = 0

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.#webSocket = webSocket
    this.#socket = socket
    webSocket.on('pong', () => {
      this.#silentBeats = 0
    })
  }

  backlog(): number {
    return this.#socket.writableLength
  }

  /** A frame that others get too is made bytes at the second sending, and then shared. */
  send(frame: Frame): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return
    if (frame.sent++ === 0 && frame.isAscii) this.#socket.write(latin1WireOf(frame.deltas), 'latin1')
    else this.#socket.write((frame.wire ??= wireOf(frame.deltas)))
  }

  /** A message for this client alone. */
  tell(message: object): void {
    this.write(wireOf([JSON.stringify(message)]))
  }

  write(wire: Uint8Array): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#socket.write(wire)
  }

  /** Whether goodbye was said. */
  get isClosing(): boolean {
    return this.#webSocket.readyState !== this.#webSocket.OPEN
  }

  close(reason: string, code = 1001): void {
    // A reader that does not read would not read a farewell either.
    if (this.backlog() > 0) this.#webSocket.terminate()
    else this.#webSocket.close(code, reason)
  }

  /** What a client says is a sign of life too, unless it leaves unread what waits for it. */
  noteHeard(): void {
    if (this.backlog() === 0) this.#silentBeats = 0
  }

  /**
   * To be called at every heartbeat; true when the reader has given no sign of reading for too long. The machine's own
   * buffers swallow megabytes before anything waits here, so the reader is asked for a sign. Beats are counted, not
   * time: a server that was held up itself blames nobody for it.
   */
  isStuck(): boolean {
    const waiting = this.backlog()
    const read = (this.#socket.bytesWritten ?? 0) - waiting
    // With those buffers full, whatever went on was read.
    if (waiting > 0 && this.#wasWaiting && read > this.#readBytes) this.#silentBeats = 0
    this.#wasWaiting = waiting > 0
    this.#readBytes = read
    return this.#silentBeats++ >= silentBeatsAtMost
  }

  /** Asks for a sign of life. */
  ping(): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.ping()
  }

  /** Ends it without a farewell, which a reader that does not read would not read either. */
  cutOff(): void {
    this.#webSocket.terminate()
  }
}
