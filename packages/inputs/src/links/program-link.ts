import type { Link, OnBytes } from './link.ts'
import { startProgram, type Command, type Program } from './program.ts'

export interface ProgramLinkOptions {
  /** Its output is read. */
  readonly reading: Command
  /** Its input is written; default the input of the reading program. */
  readonly writing?: Command
}

/** A link over the input and output of programs, such as `candump` and `canplayer`. It is gone when one of them ends. */
export class ProgramLink implements Link {
  readonly kind = 'program'
  readonly #gone = new AbortController()
  readonly #stack = new AsyncDisposableStack()
  readonly #writer: Program
  #onBytes: OnBytes = () => undefined
  #lostWrites = 0

  constructor({ reading, writing }: ProgramLinkOptions) {
    const ended = (reason: Error): void => this.#gone.abort(reason)
    const reader = this.#stack.use(startProgram(reading, { bytes: (bytes) => this.#onBytes(bytes), ended }))
    this.#writer = writing === undefined ? reader : this.#stack.use(startProgram(writing, { ended }))
  }

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  get lostWrites(): number {
    return this.#lostWrites
  }

  listen(onBytes: OnBytes): void {
    this.#onBytes = onBytes
  }

  write(bytes: Uint8Array): boolean {
    const isWritten = !this.#gone.signal.aborted && this.#writer.write(bytes)
    if (!isWritten) this.#lostWrites++
    return isWritten
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#onBytes = () => undefined
    await this.#stack[Symbol.asyncDispose]()
  }
}
