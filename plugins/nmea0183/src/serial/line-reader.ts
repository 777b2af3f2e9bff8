/** Longer than any sentence with its tags; what is longer is no line of ours. */
const longestLine = 1_024

/** Finds lines in what a port sends, and never holds more than one of them. */
export class LineReader {
  readonly #onLine: (line: string) => void
  readonly #onOverlong: () => void
  #rest = ''
  /** What comes belongs to a line that is not wanted, up to its end. */
  #isPassingOver: boolean

  /** A port that is opened is in the middle of a line, which is passed over. */
  constructor(onLine: (line: string) => void, onOverlong: () => void = () => undefined) {
    this.#onLine = onLine
    this.#onOverlong = onOverlong
    this.#isPassingOver = true
  }

  read(bytes: Buffer): void {
    const [first = '', ...more] = bytes.toString('latin1').split(/[\r\n]+/)
    this.#take(first)
    for (const piece of more) {
      this.#end()
      this.#take(piece)
    }
  }

  #take(piece: string): void {
    if (this.#isPassingOver) return
    this.#rest += piece
    if (this.#rest.length <= longestLine) return
    this.#rest = ''
    this.#isPassingOver = true
    this.#onOverlong()
  }

  #end(): void {
    const line = this.#rest
    this.#rest = ''
    this.#isPassingOver = false
    if (line !== '') this.#onLine(line)
  }
}
