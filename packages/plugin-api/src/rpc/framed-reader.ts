import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-jsonrpc'
import type { Readable } from 'node:stream'

const marker = Buffer.from('Content-Length: ')
const endOfHeader = Buffer.from('\r\n\r\n')
const headerBytes = 256

/** Input that is not a valid message. */
export interface ReaderEvents {
  /** Bytes outside any message: something printed to stdout. */
  noise(bytes: Buffer): void
  /** A message over the size limit. It is skipped. */
  tooLarge(bytes: number): void
  /** A message that is not JSON-RPC. */
  malformed(): void
}

/** Limits how fast messages are read. */
export interface ReadLimiter {
  /** Counts a message or noise. Returns the milliseconds to wait before reading on. */
  take(messages: number, bytes: number): number
}

export interface FramedReaderOptions {
  readonly messageBytes: number
  readonly events: ReaderEvents
  readonly limiter?: ReadLimiter
}

/**
 * Reads `Content-Length` messages and recovers from bad input: it skips noise between messages, never buffers a message
 * over the size limit, and pauses the stream when the sender exceeds the rate limit.
 */
export class FramedReader extends AbstractMessageReader {
  readonly #stream: Readable
  readonly #options: FramedReaderOptions
  #callback: DataCallback | undefined
  #pending: Buffer = Buffer.alloc(0)
  #skip = 0
  #limiter: ReadLimiter | undefined
  #pauseTimer: NodeJS.Timeout | undefined
  #delivered = 0

  constructor(stream: Readable, options: FramedReaderOptions) {
    super()
    this.#stream = stream
    this.#options = options
    this.#limiter = options.limiter
  }

  /** Number of messages passed to the listener. */
  get delivered(): number {
    return this.#delivered
  }

  /**
   * Reads on without the rate limit: the sender has exited, and the buffer of the pipe bounds what it left.
   */
  readRest(): void {
    this.#limiter = undefined
    if (this.#pauseTimer === undefined) return
    clearTimeout(this.#pauseTimer)
    this.#resume()
  }

  listen(callback: DataCallback): Disposable {
    this.#callback = callback
    this.#stream.on('data', this.#onData)
    this.#stream.on('error', (error) => this.fireError(error))
    this.#stream.on('close', () => this.fireClose())
    return { dispose: () => this.dispose() }
  }

  override dispose(): void {
    clearTimeout(this.#pauseTimer)
    this.#callback = undefined
    this.#stream.off('data', this.#onData)
    // Discards further input: the sender cannot exit while its pipe is full.
    this.#stream.resume()
    super.dispose()
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    if (this.#pauseTimer === undefined) this.#read()
  }

  #read(): void {
    while (this.#callback !== undefined && this.#pending.length > 0) {
      const taken = this.#skip > 0 ? this.#skipSome() : this.#takeMessage()
      if (taken === undefined) return
      const waitMs = this.#limiter?.take(taken.messages, taken.bytes) ?? 0
      if (waitMs > 0) return this.#pauseFor(waitMs)
    }
  }

  #pauseFor(waitMs: number): void {
    this.#stream.pause()
    this.#pauseTimer = setTimeout(() => this.#resume(), waitMs)
  }

  #resume(): void {
    this.#pauseTimer = undefined
    this.#read()
    if (this.#pauseTimer === undefined) this.#stream.resume()
  }

  #drop(bytes: number): void {
    this.#pending = this.#pending.subarray(bytes)
  }

  #skipSome(): Taken {
    const bytes = Math.min(this.#skip, this.#pending.length)
    this.#skip -= bytes
    this.#drop(bytes)
    return { messages: 0, bytes }
  }

  #takeMessage(): Taken | undefined {
    const at = this.#pending.indexOf(marker)
    if (at !== 0) return this.#skipNoise(at < 0 ? unmarkedLength(this.#pending) : at)
    const end = this.#pending.indexOf(endOfHeader)
    if (end < 0 || end > headerBytes)
      return this.#pending.length > headerBytes ? this.#skipNoise(marker.length) : undefined
    const length = lengthIn(this.#pending.toString('latin1', marker.length, end))
    return length === undefined
      ? this.#skipNoise(marker.length)
      : this.#takeBody(end + endOfHeader.length, length)
  }

  #skipNoise(bytes: number): Taken | undefined {
    if (bytes === 0) return undefined
    this.#options.events.noise(this.#pending.subarray(0, bytes))
    this.#drop(bytes)
    return { messages: 0, bytes }
  }

  #takeBody(start: number, length: number): Taken | undefined {
    const { messageBytes, events } = this.#options
    if (length > messageBytes) {
      this.#skip = length
      this.#drop(start)
      events.tooLarge(length)
      return { messages: 1, bytes: start }
    }
    if (this.#pending.length < start + length) return undefined
    const message = messageOf(this.#pending.toString('utf8', start, start + length))
    if (message === undefined) {
      // Noise may have been written into the body, so the search for the next message starts right after the header.
      events.malformed()
      this.#drop(start)
      return { messages: 1, bytes: start }
    }
    this.#drop(start + length)
    this.#delivered++
    this.#callback?.(message)
    return { messages: 1, bytes: start + length }
  }
}

interface Taken {
  readonly messages: number
  readonly bytes: number
}

/** How many leading bytes cannot be the start of a marker. */
const unmarkedLength = (bytes: Buffer): number => {
  for (let tail = Math.min(marker.length - 1, bytes.length); tail > 0; tail--)
    if (bytes.subarray(bytes.length - tail).equals(marker.subarray(0, tail))) return bytes.length - tail
  return bytes.length
}

const lengthIn = (header: string): number | undefined => {
  const digits = header.split('\r\n')[0] ?? ''
  return /^[0-9]{1,12}$/.test(digits) ? Number(digits) : undefined
}

const messageOf = (text: string): Message | undefined => {
  try {
    const message: unknown = JSON.parse(text)
    return isMessage(message) ? message : undefined
  } catch {
    return undefined
  }
}

const isName = (name: unknown): boolean => typeof name === 'string' && name.length <= 128

const isId = (id: unknown): boolean => typeof id === 'number' || isName(id)

// vscode-jsonrpc does not validate the id in a cancellation.
const isCancellation = (message: Readonly<Record<string, unknown>>): boolean => {
  const { params } = message
  return typeof params === 'object' && params !== null && 'id' in params && isId(params.id)
}

const isCall = (method: unknown, message: Readonly<Record<string, unknown>>): boolean =>
  method === '$/cancelRequest' ? !('id' in message) && isCancellation(message) : isName(method)

const isMessage = (message: unknown): message is Message => {
  if (typeof message !== 'object' || message === null) return false
  const members = message as Readonly<Record<string, unknown>>
  if (members['jsonrpc'] !== '2.0' || ('id' in members && !isId(members['id']))) return false
  if ('method' in members) return isCall(members['method'], members)
  return 'id' in members && ('result' in members || 'error' in members)
}
