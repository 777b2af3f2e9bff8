/** One connection, and who wants to know of it. */
export interface StreamLinkOptions {
  readonly url: string
  /** Without a word for so long, from the first attempt on, the connection counts as dead. */
  readonly silenceMs: number
  readonly onText: (text: string) => void
  /** Called once, unless the link was closed from this side. */
  readonly onEnd: () => void
}

/** What may wait in the socket before more is refused. */
const mostUnsentBytes = 1_048_576
/** How long a farewell is waited for. */
const farewellMs = 1_000

// Silence is looked for twice: when this process itself stood still, what has come meanwhile is read between the looks.
const firstLook = 0.9

/** One WebSocket from the attempt to its end. A link that has ended stays ended. */
export class StreamLink {
  readonly #options: StreamLinkOptions
  readonly #socket: WebSocket
  readonly #ended = Promise.withResolvers<void>()
  #heardAt = performance.now()
  #watch: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  /** Starts to connect at once. */
  constructor(options: StreamLinkOptions) {
    this.#options = options
    this.#socket = new WebSocket(options.url)
    this.#socket.addEventListener('message', ({ data }: { readonly data: unknown }) => this.#hear(data))
    this.#socket.addEventListener('error', () => this.#end())
    this.#socket.addEventListener('close', () => {
      this.#ended.resolve()
      this.#end()
    })
    this.#watchSilence(options.silenceMs * firstLook)
  }

  /** Hands a message to the socket; false when it is not open or has too much to send already. */
  send(message: object): boolean {
    if (this.#isOver || this.#socket.readyState !== WebSocket.OPEN) return false
    if (this.#socket.bufferedAmount > mostUnsentBytes) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Says goodbye and waits, though not long, until the other side has heard it. */
  async close(): Promise<void> {
    this.#release()
    this.#socket.close(1000)
    const deadline = setTimeout(() => this.#ended.resolve(), farewellMs)
    await this.#ended.promise
    clearTimeout(deadline)
  }

  #hear(data: unknown): void {
    if (this.#isOver) return
    this.#heardAt = performance.now()
    if (typeof data === 'string') this.#options.onText(data)
  }

  #watchSilence(afterMs: number, isLastLook = false): void {
    this.#watch = setTimeout(() => {
      const { silenceMs } = this.#options
      const leftMs = this.#heardAt + silenceMs * firstLook - performance.now()
      if (leftMs > 0) this.#watchSilence(leftMs)
      else if (isLastLook) this.#end()
      else this.#watchSilence(silenceMs * (1 - firstLook), true)
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
    clearTimeout(this.#watch)
  }
}
