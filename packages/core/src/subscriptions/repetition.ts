import { pause, type Clock } from '#clock.ts'
import { cellsFor, type Cell, type Row } from '#row.ts'
import type { ContextSource } from './context-source.ts'
import type { Group } from './group.ts'

const sliceRows = 2_000

type Telling = (group: Group, cells: readonly Cell[]) => void

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
    this.#quietSince = group.settledAt
  }

  start(source: ContextSource, clock: Clock, tell: Telling): void {
    this.#timer = clock.after(this.#periodMs, () => {
      if (this.#group.sessions.size === 0) return
      this.start(source, clock, tell)
      void this.#repeat(source, clock, tell)
    })
  }

  stop(): void {
    this.#timer?.[Symbol.dispose]()
  }

  async #repeat(source: ContextSource, clock: Clock, tell: Telling): Promise<void> {
    const quietSince = this.#quietSince
    this.#quietSince = source.sequence
    const isQuiet = ({ sequence }: Cell): boolean => sequence <= quietSince
    const quiet: Row[] = []
    let rows = 0
    for (const context of source.contexts())
      for (const row of context.rowByPath.values()) {
        if (this.#repeated(row).some(isQuiet)) quiet.push(row)
        if (++rows % sliceRows === 0) await pause(clock)
      }
    // Some may have been heard of while others were looked at.
    tell(
      this.#group,
      quiet.flatMap((row) => this.#repeated(row).filter(isQuiet)),
    )
  }

  #repeated(row: Row): readonly Cell[] {
    const wish = this.#group.wishIn(row)
    if (wish === undefined || wish.subscription.rhythm.repeatMs === 0) return []
    return cellsFor(row, wish.wantsAllSources)
  }
}
