import { pause, type Clock } from '#clock.ts'
import { cellsOf, type Cell, type ContextNode, type Row } from '#row.ts'
import { frameOf, latestFragments, metadataJson, type Fragment, type Frame } from './frame.ts'
import type { Group } from './group.ts'
import type { Lag } from './session.ts'

/** What the subscriptions read of the tree. */
export interface ContextSource {
  readonly sequence: number
  contexts(): Iterable<ContextNode>
}

const sliceCells = 500
const sliceMs = 2

/**
 * Finds what a session lacks by the numbers of changes, not by a queue of its own: a slow reader costs no memory,
 * and a new one is just a reader that has nothing yet.
 */
export class CatchUp {
  readonly #group: Group
  readonly #lag: Lag

  constructor(group: Group, lag: Lag) {
    this.#group = group
    this.#lag = lag
  }

  /** The frames in slices; waiting input goes first between two of them. */
  async *frames(source: ContextSource, clock: Clock): AsyncGenerator<Frame> {
    let startedAt = clock.now()
    let cells: Cell[] = []
    for (const context of source.contexts()) {
      if (!this.#collect(context, cells)) continue
      if (cells.length < sliceCells && clock.now() - startedAt < sliceMs) continue
      yield this.#frame(cells, clock)
      cells = []
      await pause(clock)
      startedAt = clock.now()
    }
    if (cells.length > 0) yield this.#frame(cells, clock)
  }

  /** Everything at once, for the short rest. */
  rest(source: ContextSource, clock: Clock): Frame | undefined {
    const cells: Cell[] = []
    for (const context of source.contexts()) this.#collect(context, cells)
    return cells.length === 0 ? undefined : this.#frame(cells, clock)
  }

  /** Adds what is lacking of a context; true when it was worth a look. */
  #collect(context: ContextNode, cells: Cell[]): boolean {
    const { since, sinceForNew, before } = this.#lag
    if (context.sequence <= Math.min(since, sinceForNew)) return false
    for (const row of context.rowByPath.values()) {
      const wish = this.#group.wishIn(row)
      if (wish === undefined) continue
      const hadBefore = before !== undefined && before.interestsIn(row).length > 0
      const from = hadBefore ? since : sinceForNew
      for (const cell of offered(row, wish.wantsAllSources)) if (cell.sequence > from) cells.push(cell)
    }
    return true
  }

  #frame(cells: readonly Cell[], clock: Clock): Frame {
    const described = this.#group.wantsMetadata ? this.#descriptions(cells, clock.timestamp()) : []
    return frameOf([...described, ...latestFragments(cells)], this.#lag.isConflated)
  }

  #descriptions(cells: readonly Cell[], timestamp: string): Fragment[] {
    const cellsByContext = Map.groupBy(
      cells.filter(({ row }) => row.describedAt > Math.min(this.#lag.since, this.#lag.sinceForNew)),
      ({ row }) => row.context,
    )
    return [...cellsByContext].flatMap(([context, described]) => {
      const json = metadataJson(described, timestamp)
      return json === undefined ? [] : [{ context, json, values: 0 }]
    })
  }
}

const offered = (row: Row, wantsAllSources: boolean): Cell[] =>
  wantsAllSources || row.path.isPerSource ? cellsOf(row) : [row.preferred]
