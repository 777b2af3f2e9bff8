import type { Readable } from 'node:stream'
import { stderrLimits } from '#protocol/limits.ts'
import { Allowance } from './allowance.ts'
import { LinePace } from './line-pace.ts'

const newline = 0x0a

/**
 * Reads the lines that a plugin writes to stderr. Lines beyond the pace are dropped without being looked at, bytes beyond it
 * wait in the pipe: a plugin that writes without end costs the server next to nothing.
 */
export class StderrReader {
  readonly #stream: Readable
  readonly #tell: (line: string) => void
  readonly #now: () => number
  readonly #lines: Allowance
  readonly #bytes: LinePace
  #refilledAt: number
  /** The beginning of a line whose end has not come. */
  #rest: Buffer = Buffer.alloc(0)
  #isDropping = false
  #tail: Buffer = Buffer.alloc(0)
  #pause: NodeJS.Timeout | undefined
  /** Bytes of lines that were dropped. */
  droppedBytes = 0

  constructor(stream: Readable, tell: (line: string) => void, now: () => number = () => performance.now()) {
    this.#stream = stream
    this.#tell = tell
    const { linesPerSecond, bytesPerSecond, burstSeconds } = stderrLimits
    this.#now = now
    this.#refilledAt = now()
    this.#lines = new Allowance(linesPerSecond, burstSeconds)
    this.#bytes = new LinePace(now, { messagesPerSecond: linesPerSecond, bytesPerSecond, burstSeconds })
    stream.on('data', this.#take)
    stream.on('error', () => undefined)
  }

  /** For how long the plugin has been writing more than is read. */
  get pressedMs(): number {
    return this.#bytes.pressedMs
  }

  /** The end of all that was written. */
  get lastWords(): string {
    return this.#tail.toString('utf8').trim()
  }

  /** No more comes: tells what came without an end of line. */
  end(): void {
    clearTimeout(this.#pause)
    this.#stream.off('data', this.#take)
    // What is still under way is let go, so that the other side can end.
    this.#stream.resume()
    if (!this.#isDropping) this.#tellOf(this.#rest)
    this.#rest = Buffer.alloc(0)
  }

  readonly #take = (chunk: Buffer): void => {
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-stderrLimits.lastWordsBytes)]).subarray(
      -stderrLimits.lastWordsBytes,
    )
    const now = this.#now()
    this.#lines.refill(now - this.#refilledAt)
    this.#refilledAt = now
    this.#split(chunk)
    const waitMs = this.#bytes.take(0, chunk.length)
    if (waitMs === 0) return
    this.#stream.pause()
    this.#pause = setTimeout(() => this.#stream.resume(), waitMs)
  }

  #split(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      if (!this.#lines.tryTake(1)) return this.#drop(chunk, from)
      this.#tellLine(chunk.subarray(from, end))
      from = end + 1
    }
    const rest = chunk.subarray(from, from + stderrLimits.lineBytes - this.#rest.length)
    if (!this.#isDropping && rest.length > 0) this.#rest = Buffer.concat([this.#rest, rest])
  }

  /** Drops the rest of a chunk, and what follows of the line in which it ends. */
  #drop(chunk: Buffer, from: number): void {
    this.droppedBytes += chunk.length - from
    this.#rest = Buffer.alloc(0)
    this.#isDropping = chunk.at(-1) !== newline
  }

  #tellLine(line: Buffer): void {
    const isTold = !this.#isDropping
    this.#isDropping = false
    const whole = this.#rest.length === 0 ? line : Buffer.concat([this.#rest, line])
    this.#rest = Buffer.alloc(0)
    if (isTold) this.#tellOf(whole)
  }

  #tellOf(line: Buffer): void {
    const text = line.toString('utf8', 0, stderrLimits.lineBytes)
    if (text.trim() !== '') this.#tell(text)
  }
}
