/** Longer than any sentence with its TAG blocks. Longer lines are dropped. */
const longestLine = 1_024

/** Splits the bytes of a port into lines. Buffers at most one line. */
export class LineReader {
  readonly #onLine: (line: string) => void
  readonly #onOverlong: () => void
  #rest = ''
  /** True while the rest of a dropped line arrives. */
  #isPassingOver: boolean

  /** The first line after opening is partial and is skipped. */
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
