import type { GatewayReader } from './gateway.ts'

/** Longer than the longest line of any gateway: 1,785 bytes in hexadecimal digits. */
const longestLine = 4_096

/** Splits what arrives into lines. A line that is too long is dropped up to its end. */
export class TextLines implements GatewayReader {
  readonly #onLine: (line: string) => void
  readonly #onTooLong: () => void
  readonly #decoder = new TextDecoder('latin1')
  #rest = ''
  #isDropping = false

  constructor(onLine: (line: string) => void, onTooLong: () => void) {
    this.#onLine = onLine
    this.#onTooLong = onTooLong
  }

  read(bytes: Uint8Array): void {
    const text = this.#rest + this.#decoder.decode(bytes)
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#take(text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end))
      start = end + 1
    }
    this.#keep(text.slice(start))
  }

  #take(line: string): void {
    if (this.#isDropping) this.#isDropping = false
    else if (line.length > longestLine) this.#onTooLong()
    else if (line !== '') this.#onLine(line)
  }

  #keep(rest: string): void {
    const isTooLong = rest.length > longestLine
    if (isTooLong && !this.#isDropping) this.#onTooLong()
    this.#isDropping ||= isTooLong
    this.#rest = this.#isDropping ? '' : rest
  }
}
