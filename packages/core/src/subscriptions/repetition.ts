import { pause, type Clock } from '#clock.ts'
import type { ContextSource } from './catch-up.ts'
import type { Group } from './group.ts'

const sliceRows = 2_000

/** Repeats the latest values of the rows whose wish asks for it and that were quiet since the last time. */
export class Repetition {
  readonly #group: Group
  readonly #periodMs: number
  #quietSince: number
  #timer: Disposable | undefined

  /** Gives undefined when no wish of the group asks for repetition. */
  static of(group: Group): Repetition | undefined {
    const periods = group.subscriptions.map(({ rhythm }) => rhythm.repeatMs).filter((period) => period > 0)
    return periods.length === 0 ? undefined : new Repetition(group, Math.min(...periods))
  }

  private constructor(group: Group, periodMs: number) {
    this.#group = group
    this.#periodMs = periodMs
    this.#quietSince = group.takenAt
  }

  start(source: ContextSource, clock: Clock, request: (group: Group) => void): void {
    this.#timer = clock.after(this.#periodMs, () => {
      if (this.#group.sessions.size === 0) return
      this.start(source, clock, request)
      void this.#repeat(source, clock, request)
    })
  }

  stop(): void {
    this.#timer?.[Symbol.dispose]()
  }

  async #repeat(source: ContextSource, clock: Clock, request: (group: Group) => void): Promise<void> {
    const quietSince = this.#quietSince
    this.#quietSince = source.sequence
    let rows = 0
    for (const context of source.contexts())
      for (const row of context.rowByPath.values()) {
        const wish = this.#group.wishIn(row)
        const isQuiet = row.preferred.sequence <= quietSince
        if (isQuiet && wish !== undefined && wish.subscription.rhythm.repeatMs > 0)
          this.#group.latest.add(row.preferred)
        if (++rows % sliceRows === 0) await pause(clock)
      }
    if (this.#group.latest.size > 0) request(this.#group)
  }
}
