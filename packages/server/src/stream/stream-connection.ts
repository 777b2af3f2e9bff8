import type { Frame, Outlet } from '@marinedata/core'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { latin1WireOf, wireOf } from './wire.ts'

/** Closed after so many heartbeats without a sign that the reader reads. */
const silentBeatsAtMost = 7

/** A client that has left so much unread is not read either until it has caught up. */
export const unreadBytes = 65_536

/** After so many milliseconds of work for its messages, a client is not read for so many times as long. */
const work = { sliceMs: 5, restPerWork: 3 }

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
  #pingData: Buffer | undefined
  #pauses = 0
  #workMs = 0
  #isUnread = false
  #isResting = false

  constructor(webSocket: WebSocket, socket: Duplex) {
    this.#webSocket = webSocket
    this.#socket = socket
    webSocket.on('pong', () => {
      this.#silentBeats = 0
    })
    webSocket.on('ping', (data: Buffer) => this.#notePing(data))
    socket.on('drain', () => {
      this.#isUnread = false
      this.#resume()
    })
  }

  /** How often the client was not read for a while: it left replies unread, or made too much work. */
  get pauses(): number {
    return this.#pauses
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

  /**
   * The reply to a message of this client. Stops reading from a client that leaves its replies unread, until it has read
   * them: replies then wait at the client, not in the memory of the server.
   */
  reply(message: object): void {
    this.tell(message)
    this.#pauseIfUnread()
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

  /** Answers the newest ping of those that came together: one pong stands for all of them. */
  #notePing(data: Buffer): void {
    const isFirst = this.#pingData === undefined
    this.#pingData = data
    if (isFirst) setImmediate(() => this.#pong())
  }

  #pong(): void {
    const data = this.#pingData
    this.#pingData = undefined
    if (this.isClosing || this.#pauseIfUnread()) return
    this.#webSocket.pong(data)
  }

  /**
   * Notes work that a message has made, such as looking for what a new subscription covers. A client that makes much of it
   * is read more slowly, so that most of the core is left to all others.
   */
  noteWork(ms: number): void {
    this.#workMs += ms
    if (this.#workMs < work.sliceMs || this.#isResting) return
    this.#isResting = true
    this.#pause()
    setTimeout(() => this.#endRest(), this.#workMs * work.restPerWork).unref()
    this.#workMs = 0
  }

  #endRest(): void {
    this.#isResting = false
    this.#resume()
  }

  #pauseIfUnread(): boolean {
    if (this.backlog() <= unreadBytes) return false
    this.#isUnread = true
    this.#pause()
    return true
  }

  #pause(): void {
    if (!this.#webSocket.isPaused) this.#pauses++
    this.#webSocket.pause()
  }

  #resume(): void {
    if (!this.#isUnread && !this.#isResting) this.#webSocket.resume()
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
