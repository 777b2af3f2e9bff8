/** Longer than any sentence with its TAG blocks. Longer lines are dropped. */
const longestLine = 1_024

export interface LineReaderOptions {
  readonly onLine: (line: string) => void
  /** A line was too long and is dropped up to its end. */
  readonly onOverlong?: () => void
  /** The first line is partial, as after opening a serial port, and is skipped. */
  readonly isFirstPartial: boolean
}

/** Splits bytes into lines. Buffers at most one line. */
export class LineReader {
  readonly #onLine: (line: string) => void
  readonly #onOverlong: () => void
  #rest = ''
  /** True while the rest of a dropped line arrives. */
  #isPassingOver: boolean

  constructor({ onLine, onOverlong = () => undefined, isFirstPartial }: LineReaderOptions) {
    this.#onLine = onLine
    this.#onOverlong = onOverlong
    this.#isPassingOver = isFirstPartial
  }

  read(bytes: Buffer): void {
    const [first = '', ...more] = bytes.toString('latin1').split(/[\r\n]+/)
    this.#take(first)
    for (const piece of more) {
      this.end()
      this.#take(piece)
    }
  }

  /** Ends the present line, as at the end of a datagram. */
  end(): void {
    const line = this.#rest
    this.#rest = ''
    this.#isPassingOver = false
    if (line !== '') this.#onLine(line)
  }

  #take(piece: string): void {
    if (this.#isPassingOver) return
    this.#rest += piece
    if (this.#rest.length <= longestLine) return
    this.#rest = ''
    this.#isPassingOver = true
    this.#onOverlong()
  }
}
