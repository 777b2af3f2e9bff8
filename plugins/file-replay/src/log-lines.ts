import { open } from 'node:fs/promises'

/** A line of the file. */
export interface LogLine {
  /** Undefined for a line that is too long to be looked at. */
  readonly text: string | undefined
  /** Where the next line begins, in bytes. */
  readonly end: number
}

/** No delta that the server takes is longer. */
export const longestLine = 65_536
const lineFeed = 10

/** The part of the file that is looked at: the beginning of a line, and what was read behind it. */
class Window {
  /** One for the whole file: a fresh one for each piece would wait for the garbage collector, and a large log has many. */
  readonly bytes = Buffer.allocUnsafeSlow(2 * longestLine)
  filled = 0
  #end = 0
  #isTooLong = false

  #feedFrom(start: number): number {
    const feed = this.bytes.indexOf(lineFeed, start)
    return feed < this.filled ? feed : -1
  }

  *takeLines(): Generator<LogLine> {
    let start = 0
    for (let feed = this.#feedFrom(0); feed >= 0; feed = this.#feedFrom(start)) {
      this.#end += feed + 1 - start
      yield { text: this.#text(start, feed), end: this.#end }
      start = feed + 1
    }
    this.bytes.copyWithin(0, start, this.filled)
    this.filled -= start
    if (this.filled <= longestLine) return
    // It is already too long: what is left of it need not be kept.
    this.#end += this.filled
    this.#isTooLong = true
    this.filled = 0
  }

  /** What stands behind the last line feed. */
  *takeRest(): Generator<LogLine> {
    if (this.filled > 0 || this.#isTooLong)
      yield { text: this.#text(0, this.filled), end: this.#end + this.filled }
  }

  #text(start: number, end: number): string | undefined {
    const isTooLong = this.#isTooLong || end - start > longestLine
    this.#isTooLong = false
    return isTooLong ? undefined : this.bytes.toString('utf8', start, end)
  }
}

/** Reads a file line by line, as slowly as the lines are taken, whatever its size. */
export async function* logLines(file: string): AsyncGenerator<LogLine> {
  await using handle = await open(file)
  const window = new Window()
  const read = async (): Promise<number> => {
    const { bytes, filled } = window
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, null)
    window.filled += bytesRead
    return bytesRead
  }
  while ((await read()) > 0) yield* window.takeLines()
  yield* window.takeRest()
}
