/** A replay that is later than this has been held up: it goes on from there instead of rushing after what it missed. */
const latestMs = 1_000

/** When a line is due: as far after the line before it as it was recorded, faster or slower. Times are milliseconds. */
export class Tempo {
  readonly #speed: number
  readonly #now: () => number
  /** A recorded time, and when it was played. */
  #anchor: { readonly recorded: number; played: number } | undefined
  /** The newest recorded time that was played. */
  #reached = -Infinity
  #pausedAt: number | undefined

  /** @param now monotonic */
  constructor(speed: number, now: () => number) {
    this.#speed = speed
    this.#now = now
  }

  /** A recording begins here, whatever came before it. */
  begin(recorded: number): void {
    this.#anchor = { recorded, played: this.#pausedAt ?? this.#now() }
    this.#reached = recorded
  }

  /** The next line is the first. */
  restart(): void {
    this.#anchor = undefined
    this.#reached = -Infinity
  }

  /** Milliseconds until a line is due; 0 when it is. What is older than what was played is due at once. */
  waitFor(recorded: number): number {
    if (recorded <= this.#reached) return 0
    if (this.#anchor === undefined) this.begin(recorded)
    const anchor = this.#anchor
    if (anchor === undefined) return 0
    const waitMs = anchor.played + (recorded - anchor.recorded) / this.#speed - this.#now()
    if (waitMs > 0) return waitMs
    if (waitMs < -latestMs) anchor.played -= waitMs
    this.#reached = recorded
    return 0
  }

  pause(): void {
    this.#pausedAt ??= this.#now()
  }

  /** The time in between did not pass. */
  resume(): void {
    if (this.#pausedAt === undefined) return
    if (this.#anchor !== undefined) this.#anchor.played += this.#now() - this.#pausedAt
    this.#pausedAt = undefined
  }
}
