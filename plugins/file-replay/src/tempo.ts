/** Beyond this delay the replay continues from the present instead of catching up. */
const latestMs = 1_000

/** Computes when a line is due: the recorded interval after the line before it, divided by the speed. Milliseconds. */
export class Tempo {
  readonly #speed: number
  readonly #now: () => number
  /** A recorded time, and when it was played. */
  #anchor: { readonly recorded: number; played: number } | undefined
  /** The latest recorded time that was played. */
  #reached = -Infinity
  #pausedAt: number | undefined

  /** @param now monotonic */
  constructor(speed: number, now: () => number) {
    this.#speed = speed
    this.#now = now
  }

  /** Starts a recording at this recorded time. */
  begin(recorded: number): void {
    this.#anchor = { recorded, played: this.#pausedAt ?? this.#now() }
    this.#reached = recorded
  }

  /** The next line is treated as the first. */
  restart(): void {
    this.#anchor = undefined
    this.#reached = -Infinity
  }

  /** Milliseconds until a line is due; 0 when it is. A line older than the last one is due at once. */
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

  /** Excludes the paused time. */
  resume(): void {
    if (this.#pausedAt === undefined) return
    if (this.#anchor !== undefined) this.#anchor.played += this.#now() - this.#pausedAt
    this.#pausedAt = undefined
  }
}
