import type { Link, OnBytes, Peer, WriteOptions } from './link.ts'

/** What every link has: a consumer of its bytes, the reason of its end, and the number of lost writes. */
export abstract class BaseLink implements Link {
  abstract readonly kind: Link['kind']
  #onBytes: OnBytes = () => undefined
  readonly #gone = new AbortController()
  #lostWrites = 0

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  get lostWrites(): number {
    return this.#lostWrites
  }

  listen(onBytes: OnBytes): void {
    this.#onBytes = onBytes
  }

  abstract write(bytes: Uint8Array, options?: WriteOptions): boolean

  async [Symbol.asyncDispose](): Promise<void> {
    this.#onBytes = () => undefined
    await this.close()
  }

  /** Ends the connection. No bytes are passed on any more. */
  protected abstract close(): Promise<void>

  protected pass(bytes: Buffer, from?: Peer): void {
    this.#onBytes(bytes, from)
  }

  /** The connection has ended. The first reason counts. */
  protected end(reason: Error): void {
    this.#gone.abort(reason)
  }

  /** Counts a write that a receiver lost. Returns what `write` returns. */
  protected counted(isWritten: boolean): boolean {
    if (!isWritten) this.#lostWrites++
    return isWritten
  }
}
