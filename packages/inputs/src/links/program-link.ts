import { BaseLink } from './base-link.ts'
import { startProgram, type Command, type Program } from './program.ts'

export interface ProgramLinkOptions {
  /** Its output is read. */
  readonly reading: Command
  /** Its input is written; default the input of the reading program. */
  readonly writing?: Command
}

/** A link over the input and output of programs, such as `candump` and `canplayer`. It is gone when one of them ends. */
export class ProgramLink extends BaseLink {
  readonly kind = 'program'
  readonly #stack = new AsyncDisposableStack()
  readonly #writer: Program

  constructor({ reading, writing }: ProgramLinkOptions) {
    super()
    const ended = (reason: Error): void => this.end(reason)
    const reader = this.#stack.use(startProgram(reading, { bytes: (bytes) => this.pass(bytes), ended }))
    this.#writer = writing === undefined ? reader : this.#stack.use(startProgram(writing, { ended }))
  }

  write(bytes: Uint8Array): boolean {
    const isWritten = !this.gone.aborted && this.#writer.write(bytes)
    return this.counted(isWritten)
  }

  protected async close(): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }
}
