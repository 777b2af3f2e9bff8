/** A sentence that comes back takes less than this through a chain of servers. */
const rememberedMs = 5_000
const mostRemembered = 8_192

interface Sent {
  readonly origin: string
  readonly at: number
}

/**
 * What was sent in the last seconds, and where it came from. A sentence that arrives from elsewhere although we have sent
 * it has come back: it would go round for ever. The same sentence from the same origin is a repetition, as of a heading
 * at anchor.
 */
export class SentSentences {
  readonly #now: () => number
  readonly #sentByLine = new Map<string, Sent>()

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get size(): number {
    return this.#sentByLine.size
  }

  remember(line: string, origin: string): void {
    const now = this.#now()
    // Puts it at the end, so that the first one is always the oldest.
    this.#sentByLine.delete(line)
    this.#sentByLine.set(line, { origin, at: now })
    for (const [oldest, { at }] of this.#sentByLine) {
      if (this.#sentByLine.size <= mostRemembered && now - at < rememberedMs) break
      this.#sentByLine.delete(oldest)
    }
  }

  /** Whether we have sent this line, and it did not come from this origin. */
  hasComeBack(line: string, origin: string): boolean {
    const sent = this.#sentByLine.get(line)
    return sent !== undefined && sent.origin !== origin && this.#now() - sent.at < rememberedMs
  }
}
