import type { Readable } from 'node:stream'
import { stderrLimits } from '#protocol/limits.ts'
import { TokenBucket } from './token-bucket.ts'
import { RateLimiter } from './rate-limiter.ts'

const newline = 0x0a

/**
 * Reads the lines that a plugin writes to stderr. Lines beyond the line limit are dropped unparsed. Bytes beyond the
 * byte limit stay in the pipe. So a plugin that floods stderr costs the server almost nothing.
 */
export class StderrReader {
  readonly #stream: Readable
  readonly #onLine: (line: string) => void
  readonly #now: () => number
  readonly #lines: TokenBucket
  readonly #bytes: RateLimiter
  #refilledAt: number
  /** The start of a line that is not complete yet. */
  #rest: Buffer = Buffer.alloc(0)
  #isDropping = false
  #tail: Buffer = Buffer.alloc(0)
  #pause: NodeJS.Timeout | undefined
  /** Bytes in dropped lines. */
  droppedBytes = 0

  constructor(stream: Readable, onLine: (line: string) => void, now: () => number = () => performance.now()) {
    this.#stream = stream
    this.#onLine = onLine
    const { linesPerSecond, bytesPerSecond, burstSeconds } = stderrLimits
    this.#now = now
    this.#refilledAt = now()
    this.#lines = new TokenBucket(linesPerSecond, burstSeconds)
    this.#bytes = new RateLimiter(now, { messagesPerSecond: linesPerSecond, bytesPerSecond, burstSeconds })
    stream.on('data', this.#take)
    stream.on('error', () => undefined)
  }

  /** Milliseconds for which the plugin has exceeded the byte limit. */
  get overLimitMs(): number {
    return this.#bytes.overLimitMs
  }

  /** The last bytes that were written. */
  get tail(): string {
    return this.#tail.toString('utf8').trim()
  }

  /** Stops reading, and emits a last line that has no line end. */
  end(): void {
    clearTimeout(this.#pause)
    this.#stream.off('data', this.#take)
    // Discards the rest: the plugin cannot exit while its pipe is full.
    this.#stream.resume()
    if (!this.#isDropping) this.#emit(this.#rest)
    this.#rest = Buffer.alloc(0)
  }

  readonly #take = (chunk: Buffer): void => {
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-stderrLimits.tailBytes)]).subarray(
      -stderrLimits.tailBytes,
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
      this.#endLine(chunk.subarray(from, end))
      from = end + 1
    }
    const rest = chunk.subarray(from, from + stderrLimits.lineBytes - this.#rest.length)
    if (!this.#isDropping && rest.length > 0) this.#rest = Buffer.concat([this.#rest, rest])
  }

  /** Drops the rest of a chunk, and the remainder of its last line in later chunks. */
  #drop(chunk: Buffer, from: number): void {
    this.droppedBytes += chunk.length - from
    this.#rest = Buffer.alloc(0)
    this.#isDropping = chunk.at(-1) !== newline
  }

  #endLine(line: Buffer): void {
    const isComplete = !this.#isDropping
    this.#isDropping = false
    const whole = this.#rest.length === 0 ? line : Buffer.concat([this.#rest, line])
    this.#rest = Buffer.alloc(0)
    if (isComplete) this.#emit(whole)
  }

  #emit(line: Buffer): void {
    const text = line.toString('utf8', 0, stderrLimits.lineBytes)
    if (text.trim() !== '') this.#onLine(text)
  }
}
