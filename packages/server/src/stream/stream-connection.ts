import type { Frame, Outlet } from '@marinedata/core'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { latin1WireOf, wireOf } from './wire.ts'

/** Closes a connection after this many heartbeats without a sign that the client reads. */
const maxSilentBeats = 7

/** Reading from a client is paused while it has more unread bytes than this. */
export const unreadBytes = 65_536

/** After `sliceMs` of work for its messages, reading from a client is paused for `restPerWork` times the work. */
const work = { sliceMs: 5, restPerWork: 3 }

/** The bytes handed to a socket so far; only network sockets count them. */
interface CountingSocket {
  readonly bytesWritten?: number
}

/** One socket as an outlet: shared frames go to it as they are, without being encoded again. */
export class StreamConnection implements Outlet {
  readonly #socket: Duplex & CountingSocket
  readonly #webSocket: WebSocket
  readonly #wireOf: ((frame: Frame) => Uint8Array) | undefined
  #readBytes = 0
  #wasWaiting = false
  #silentBeats = 0
  #pingData: Buffer | undefined
  #pauses = 0
  #workMs = 0
  #isUnread = false
  #isResting = false
  #handle: (data: RawData) => void = () => undefined
  /** Messages of one read from the socket that arrived after reading was paused: less than one read holds. */
  #deferred: RawData[] = []

  /** @param encode encodes frames in another dialect than the native one */
  constructor(webSocket: WebSocket, socket: Duplex, encode?: (frame: Frame) => Uint8Array) {
    this.#webSocket = webSocket
    this.#socket = socket
    this.#wireOf = encode
    webSocket.on('pong', () => {
      this.#silentBeats = 0
    })
    webSocket.on('ping', (data: Buffer) => this.#notePing(data))
    socket.on('drain', () => {
      this.#isUnread = false
      this.#resume()
    })
  }

  /**
   * Calls back for every message. `ws` passes on all messages that came with one read from the socket, also when it is
   * paused in between. Those wait until reading resumes, so that one client cannot occupy the event loop with them.
   */
  onMessage(handle: (data: RawData) => void): void {
    this.#handle = handle
    this.#webSocket.on('message', (data) => {
      // Messages after the close frame are ignored.
      if (this.isClosing) return
      if (this.#isPaused) this.#deferred.push(data)
      else handle(data)
    })
  }

  /** How often reading from the client was paused: it left replies unread, or caused too much work. */
  get pauses(): number {
    return this.#pauses
  }

  backlog(): number {
    return this.#socket.writableLength
  }

  /** A frame for several clients is encoded at the second sending, and the bytes are shared from then on. */
  send(frame: Frame): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return
    if (this.#wireOf !== undefined) this.#socket.write(this.#wireOf(frame))
    else if (frame.sent++ === 0 && frame.isAscii) this.#socket.write(latin1WireOf(frame.deltas), 'latin1')
    else this.#socket.write((frame.wire ??= wireOf(frame.deltas)))
  }

  /** A message for this client alone. */
  sendMessage(message: object): void {
    this.write(wireOf([JSON.stringify(message)]))
  }

  /**
   * The reply to a message of this client. Stops reading from a client that leaves its replies unread, until it has
   * read them: replies then wait at the client, not in the memory of the server.
   */
  reply(message: object): void {
    this.sendMessage(message)
    this.#pauseIfUnread()
  }

  write(wire: Uint8Array): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#socket.write(wire)
  }

  /** Whether the close handshake has started. */
  get isClosing(): boolean {
    return this.#webSocket.readyState !== this.#webSocket.OPEN
  }

  close(reason: string, code = 1001): void {
    // A client that does not read would not read a close frame either.
    if (this.backlog() > 0) this.#webSocket.terminate()
    else this.#webSocket.close(code, reason)
  }

  /** A received message is a sign of life too, unless the client leaves its backlog unread. */
  noteMessage(): void {
    if (this.backlog() === 0) this.#silentBeats = 0
  }

  /**
   * To be called at every heartbeat; true when the reader has given no sign of reading for too long. The machine's buffers
   * swallow megabytes before anything waits here, so the reader is asked for a sign. Beats are counted, not time: a server that
   * was blocked must not blame its readers.
   */
  isStuck(): boolean {
    const waiting = this.backlog()
    const read = (this.#socket.bytesWritten ?? 0) - waiting
    // While those buffers are full, progress means that the client has read.
    if (waiting > 0 && this.#wasWaiting && read > this.#readBytes) this.#silentBeats = 0
    this.#wasWaiting = waiting > 0
    this.#readBytes = read
    return this.#silentBeats++ >= maxSilentBeats
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
   * Notes work that a message has made, such as looking for what a new subscription covers. A client that makes much
   * of it is read more slowly, so that most of the core is left to all others.
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

  get #isPaused(): boolean {
    return this.#isUnread || this.#isResting
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

  /** Handles the deferred messages, then reads on. Handling one may pause again. */
  #resume(): void {
    while (!this.#isPaused) {
      const data = this.#deferred.shift()
      if (data === undefined) return this.#webSocket.resume()
      if (this.isClosing) this.#deferred = []
      else this.#handle(data)
    }
  }

  /** Asks for a sign of life. */
  ping(): void {
    if (this.#webSocket.readyState === this.#webSocket.OPEN) this.#webSocket.ping()
  }

  /** Closes the connection without a close frame, which a client that does not read would not read either. */
  terminate(): void {
    this.#webSocket.terminate()
  }
}
