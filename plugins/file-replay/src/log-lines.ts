import { open, type FileHandle } from 'node:fs/promises'

/** A line of the file. */
export interface LogLine {
  /** Undefined for a line that is too long to be parsed. */
  readonly text: string | undefined
  /** Byte offset of the next line. */
  readonly end: number
}

/** The server refuses longer deltas. */
export const longestLine = 65_536
const lineFeed = 10
/** Bytes of a binary log that are read at once: the position of the replay is exact to these. */
const binaryPart = 4_096

/** A sliding window over the file: the start of an incomplete line, and what was read after it. */
class Window {
  /**
   * One buffer for the whole file: new buffers for every chunk of a large log would pile up before garbage collection.
   */
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
    // The line is already too long, so the rest of it is discarded.
    this.#end += this.filled
    this.#isTooLong = true
    this.filled = 0
  }

  /** The text after the last line feed. */
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

/** Reads a file of any size line by line, no faster than the lines are consumed. */
export async function* logLines(file: string): AsyncGenerator<LogLine> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, 0)
  yield* bytesRead > 0 && isBinary(buffer.readUInt8()) ? binaryLines(handle) : textLines(handle)
}

/** Logs of text start with a printable character or a blank, logs of a gateway's bytes with a control character. */
const isBinary = (firstByte: number): boolean => firstByte < 0x20 && ![9, 10, 13].includes(firstByte)

async function* textLines(handle: FileHandle): AsyncGenerator<LogLine> {
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

/** Loads the tables of NMEA 2000, which logs of text may not need. */
async function* binaryLines(handle: FileHandle): AsyncGenerator<LogLine> {
  const { BinaryLogReader } = await import('@marinedata/nmea2000')
  const reader = new BinaryLogReader()
  const bytes = Buffer.allocUnsafeSlow(binaryPart)
  for (let end = 0; ;) {
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, null)
    if (bytesRead === 0) return
    end += bytesRead
    for (const text of reader.read(bytes.subarray(0, bytesRead))) yield { text, end }
  }
}
