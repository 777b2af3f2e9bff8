import { connect, type Socket } from 'node:net'
import { BenchError } from '../bench-error.ts'

const headerEnd = '\r\n\r\n'
const chunkedEnd = '0\r\n\r\n'
const readBuffer = Buffer.allocUnsafeSlow(128 * 1024)

/** Where the current response ends: after this many bytes, or after the last chunk. */
type Extent = { readonly kind: 'length'; readonly bytes: number } | { readonly kind: 'chunked' }

const extentOf = (head: string): Extent => {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return length === undefined ? { kind: 'chunked' } : { kind: 'length', bytes: Number(length) }
}

export interface RawHttpOptions {
  readonly port: number
  readonly path: string
  /** Called after each complete response with the size of its body on the wire. */
  readonly onAnswer: (bytes: number) => void
}

/**
 * A keep-alive connection that requests one path repeatedly and only finds the end of each response: an ordinary client
 * would be slower than the servers it measures.
 */
export class RawHttp {
  readonly #socket: Socket
  readonly #request: Buffer
  readonly #onAnswer: (bytes: number) => void
  #head = ''
  #extent: Extent | undefined
  #received = 0
  #tail = ''
  /** Why the connection failed. */
  failure: BenchError | undefined

  constructor({ port, path, onAnswer }: RawHttpOptions) {
    this.#onAnswer = onAnswer
    this.#request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}${headerEnd}`)
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: readBuffer, callback: (length) => this.#take(length) },
    })
    this.#socket.on('error', (cause) => this.#fail(`${path}: ${cause.message}`))
    this.#socket.on('close', () => this.#fail(`${path}: connection was closed`))
  }

  ask(): void {
    this.#socket.write(this.#request)
  }

  close(): void {
    this.#socket.destroy()
  }

  #fail(reason: string): void {
    this.failure ??= new BenchError(`GET ${reason}`)
  }

  #take(length: number): boolean {
    let from = 0
    if (this.#extent === undefined) {
      from = this.#readHead(length)
      if (from < 0) return true
    }
    this.#received += length - from
    if (this.#isWhole(from, length)) {
      this.#extent = undefined
      this.#onAnswer(this.#received)
    }
    return true
  }

  /** Returns the offset of the body, -1 while the head is incomplete. */
  #readHead(length: number): number {
    const before = this.#head
    const text = before + readBuffer.toString('latin1', 0, length)
    const end = text.indexOf(headerEnd)
    if (end < 0) {
      this.#head = text
      return -1
    }
    if (!text.startsWith('HTTP/1.1 200')) this.#fail(`answered ${text.slice(0, text.indexOf('\r\n'))}`)
    this.#head = ''
    this.#tail = ''
    this.#received = 0
    this.#extent = extentOf(text.slice(0, end))
    return end + headerEnd.length - before.length
  }

  #isWhole(from: number, length: number): boolean {
    if (this.#extent?.kind === 'length') return this.#received >= this.#extent.bytes
    // The end marker may be split between two reads.
    const last = readBuffer.toString('latin1', Math.max(from, length - chunkedEnd.length), length)
    this.#tail = (this.#tail + last).slice(-chunkedEnd.length)
    return this.#tail === chunkedEnd
  }
}
