import type { GatewayEvents, GatewayReader } from './gateway-reader.ts'

/** Longer than the longest line of any gateway: 1,785 bytes in hexadecimal digits. */
const longestLine = 4_096

/** Reports what one line contains. */
export type ReadLine = (line: string, events: GatewayEvents) => void

/** Reads a gateway that sends text, line by line. A line that is too long is rejected up to its end. */
export class TextGatewayReader implements GatewayReader {
  readonly #events: GatewayEvents
  readonly #readLine: ReadLine
  readonly #decoder = new TextDecoder('latin1')
  #rest = ''
  #isDropping = false

  constructor(events: GatewayEvents, readLine: ReadLine) {
    this.#events = events
    this.#readLine = readLine
  }

  read(bytes: Uint8Array): void {
    const text = this.#rest + this.#decoder.decode(bytes)
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#take(text.slice(start, end))
      start = end + 1
    }
    this.#keep(text.slice(start))
  }

  #take(line: string): void {
    if (this.#isDropping) this.#isDropping = false
    else if (line.length > longestLine) this.#events.rejected?.()
    else if (line.trimEnd() !== '') this.#readLine(line.trimEnd(), this.#events)
  }

  #keep(rest: string): void {
    const isTooLong = rest.length > longestLine
    if (isTooLong && !this.#isDropping) this.#events.rejected?.()
    this.#isDropping ||= isTooLong
    this.#rest = this.#isDropping ? '' : rest
  }
}
