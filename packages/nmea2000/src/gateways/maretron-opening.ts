import { CommandSequence, type Command } from './command-sequence.ts'
import { maretronBinaryMode, maretronConnect, maretronConnected } from './maretron-ipg.ts'
import type { Opening, OpeningOptions } from './opening.ts'

const utf8 = new TextEncoder()

/** The gateway's text after a wrong password. */
const refused = 'NO'

const firstWord = (text: string): string => text.split('\t', 1)[0] ?? ''

/** Signs in to a Maretron IPG100. */
export class MaretronOpening implements Opening {
  readonly #sequence: CommandSequence<string>
  readonly #connect: Command<string>

  constructor({ timer, write, password, onReady, onFailed }: OpeningOptions) {
    this.#connect = {
      bytes: utf8.encode(maretronConnect(password)),
      takes: (text) => {
        if (firstWord(text) === refused) return 'it refused the password'
        return firstWord(text) === maretronConnected
      },
    }
    const onDone = (): void => {
      write(utf8.encode(maretronBinaryMode))
      onReady()
    }
    this.#sequence = new CommandSequence({ timer, write, onDone, onFailed })
  }

  start(): void {
    this.#sequence.run([this.#connect])
  }

  takeText(text: string): void {
    this.#sequence.take(text)
  }

  [Symbol.dispose](): void {
    this.#sequence[Symbol.dispose]()
  }
}
