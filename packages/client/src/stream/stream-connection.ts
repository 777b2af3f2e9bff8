/** Options of one connection. */
export interface StreamConnectionOptions {
  readonly url: string
  /** The connection is closed after this time without a message, counted from the attempt to connect. */
  readonly silenceMs: number
  readonly onText: (text: string) => void
  /** Called once, unless the connection was closed by `close`. */
  readonly onEnd: () => void
}

/** Maximum number of unsent bytes in the socket. Beyond it, `send` returns false. */
const maxUnsentBytes = 1_048_576
/** Timeout of the close handshake. */
const closeTimeoutMs = 1_000

// Silence is checked twice: if this process was suspended, messages that arrived meanwhile are read between the two
// checks.
const firstCheck = 0.9

/** One WebSocket connection, from the attempt to its end. */
export class StreamConnection {
  readonly #options: StreamConnectionOptions
  readonly #socket: WebSocket
  readonly #ended = Promise.withResolvers<void>()
  #receivedAt = performance.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  /** Starts to connect immediately. */
  constructor(options: StreamConnectionOptions) {
    this.#options = options
    this.#socket = new WebSocket(options.url)
    this.#socket.addEventListener('message', ({ data }: { readonly data: unknown }) => this.#receive(data))
    this.#socket.addEventListener('error', () => this.#end())
    this.#socket.addEventListener('close', () => {
      this.#ended.resolve()
      this.#end()
    })
    this.#checkSilence(options.silenceMs * firstCheck)
  }

  /** Sends a message; false when the socket is not open or its buffer is full. */
  send(message: object): boolean {
    if (this.#isOver || this.#socket.readyState !== WebSocket.OPEN) return false
    if (this.#socket.bufferedAmount > maxUnsentBytes) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Closes the socket and waits for the close handshake, up to a timeout. */
  async close(): Promise<void> {
    this.#release()
    this.#socket.close(1000)
    const deadline = setTimeout(() => this.#ended.resolve(), closeTimeoutMs)
    await this.#ended.promise
    clearTimeout(deadline)
  }

  #receive(data: unknown): void {
    if (this.#isOver) return
    this.#receivedAt = performance.now()
    if (typeof data === 'string') this.#options.onText(data)
  }

  #checkSilence(afterMs: number, isLastCheck = false): void {
    this.#timer = setTimeout(() => {
      const { silenceMs } = this.#options
      const leftMs = this.#receivedAt + silenceMs * firstCheck - performance.now()
      if (leftMs > 0) this.#checkSilence(leftMs)
      else if (isLastCheck) this.#end()
      else this.#checkSilence(silenceMs * (1 - firstCheck), true)
    }, afterMs)
  }

  #end(): void {
    if (this.#isOver) return
    this.#release()
    this.#socket.close()
    this.#options.onEnd()
  }

  #release(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }
}
