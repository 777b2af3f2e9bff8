import type { Timer } from '#timer.ts'

/** How long a gateway may take to answer a command, and how often it is sent. */
const answer = { withinMs: 2_000, tries: 3 }

/** One command to a gateway. */
export interface Command<Answer> {
  readonly bytes: Uint8Array
  /** Whether this answer ends the command. A text says why the gateway refused it. */
  readonly takes: (answer: Answer) => boolean | string
}

export interface SequenceOptions {
  readonly timer: Timer
  readonly write: (bytes: Uint8Array) => void
  readonly onDone: () => void
  readonly onFailed: (reason: string) => void
}

/** Sends commands to a gateway one by one, each after the answer to the one before. A command without an answer is repeated twice. */
export class CommandSequence<Answer> implements Disposable {
  readonly #options: SequenceOptions
  #commands: readonly Command<Answer>[] = []
  #tries = 0
  #waiting: Disposable | undefined

  constructor(options: SequenceOptions) {
    this.#options = options
  }

  /** Sends these commands. Commands that were waiting are dropped. */
  run(commands: readonly Command<Answer>[]): void {
    this[Symbol.dispose]()
    this.#commands = commands
    this.#tries = 0
    this.#send()
  }

  /** Takes what the gateway answered. */
  take(given: Answer): void {
    const [command, ...rest] = this.#commands
    const taken = command?.takes(given) ?? false
    if (typeof taken === 'string') this.#fail(taken)
    // A command whose answer began other commands is done already.
    else if (taken && this.#commands[0] === command) this.run(rest)
  }

  [Symbol.dispose](): void {
    this.#waiting?.[Symbol.dispose]()
    this.#commands = []
  }

  #send(): void {
    const [command] = this.#commands
    if (command === undefined) return this.#options.onDone()
    if (this.#tries++ >= answer.tries) return this.#fail('it does not answer')
    this.#waiting = this.#options.timer.after(answer.withinMs, () => this.#send())
    this.#options.write(command.bytes)
  }

  #fail(reason: string): void {
    this[Symbol.dispose]()
    this.#options.onFailed(reason)
  }
}
