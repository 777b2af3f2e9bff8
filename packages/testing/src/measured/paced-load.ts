import type { WebSocket } from 'ws'

const tickMs = 2

export interface PacedLoadOptions {
  /** Every message is sent to each socket. */
  readonly sockets: readonly WebSocket[]
  readonly perSecond: number
  /** The text of the next message. */
  readonly make: () => string
}

/** Sends messages at a constant rate; a late timer catches up immediately. */
export class PacedLoad implements Disposable {
  readonly #options: PacedLoadOptions
  readonly #startedAt = performance.now()
  readonly #timer: NodeJS.Timeout
  #sent = 0

  constructor(options: PacedLoadOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  get sent(): number {
    return this.#sent
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const { sockets, perSecond, make } = this.#options
    const due = ((performance.now() - this.#startedAt) / 1000) * perSecond
    for (; this.#sent < due; this.#sent++) {
      const message = make()
      for (const socket of sockets) socket.send(message)
    }
  }
}
