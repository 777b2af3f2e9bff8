import type { Clock } from '#clock.ts'
import { cellsFor, type Cell, type ContextNode, type Row } from '#row.ts'
import type { ContextSource } from './context-source.ts'
import { Fragment, frameOf, latestFragments, metadataJson, type Frame } from './frame.ts'
import type { Group } from './group.ts'
import type { Lag } from './session.ts'

/** What is still to be told: values, and what is known of paths. */
interface Lack {
  readonly cells: Cell[]
  readonly described: Row[]
}

const noLack = (): Lack => ({ cells: [], described: [] })

const sliceCells = 500
const sliceMs = 2

/**
 * Finds what a session lacks by the numbers of changes, not by a queue of its own: a slow reader costs no memory,
 * and a new one is just a reader that has nothing yet.
 */
export class CatchUp {
  readonly #group: Group
  readonly #lag: Lag
  readonly #upTo: number

  /** @param upTo the newest change to be told; what changes while it is told comes after, once */
  constructor(group: Group, lag: Lag, upTo: number) {
    this.#group = group
    this.#lag = lag
    this.#upTo = upTo
  }

  /**
   * The frames, a slice of the work at each step, for waiting input to go first between two of them; undefined when
   * nothing came of it. A frame is to be sent at once: an alarm may overtake it otherwise.
   */
  *frames(source: ContextSource, clock: Clock): Generator<Frame | undefined, void> {
    let startedAt = clock.now()
    let lack = noLack()
    for (const context of source.contexts()) {
      if (!this.#collect(context, lack)) continue
      if (lack.cells.length < sliceCells && clock.now() - startedAt < sliceMs) continue
      yield this.#frame(lack, clock)
      lack = noLack()
      startedAt = clock.now()
    }
    yield this.#frame(lack, clock)
  }

  /** Everything at once, for the short rest. */
  rest(source: ContextSource, clock: Clock): Frame | undefined {
    const lack = noLack()
    for (const context of source.contexts()) this.#collect(context, lack)
    return this.#frame(lack, clock)
  }

  /** Adds what is lacking of a context; true when it was worth a look. */
  #collect(context: ContextNode, { cells, described }: Lack): boolean {
    const { since, sinceForNew } = this.#lag
    if (context.sequence <= Math.min(since, sinceForNew)) return false
    const subscriptions = this.#group.subscriptions.in(context)
    if (subscriptions.length === 0) return true
    for (const row of context.rowByPath.values()) {
      const serving = subscriptions.find(({ path }) => path.matches(row.path))
      if (serving === undefined) continue
      const from = this.#toldUpTo(row)
      if (this.#group.wantsMetadata && this.#isBetween(from, row.describedAt)) described.push(row)
      for (const cell of cellsFor(row, serving.wantsAllSources))
        if (this.#isBetween(from, cell.sequence)) cells.push(cell)
    }
    return true
  }

  #isBetween(from: number, sequence: number): boolean {
    return sequence > from && sequence <= this.#upTo
  }

  /** The change up to which a row was told: 0 when its context came into a box since, or may have. */
  #toldUpTo(row: Row): number {
    const { since, sinceForNew, before } = this.#lag
    const wasCovered = before?.coveredAt(row, since) ?? false
    if (wasCovered !== false) return wasCovered === true ? since : 0
    return this.#group.subscriptions.coveredAt(row, sinceForNew) === true ? sinceForNew : 0
  }

  #frame({ cells, described }: Lack, clock: Clock): Frame | undefined {
    const fragments = [...descriptions(described, clock.timestamp()), ...latestFragments(cells)]
    return fragments.length === 0 ? undefined : frameOf(fragments, this.#lag.isConflated)
  }
}

const descriptions = (described: readonly Row[], timestamp: string): Fragment[] =>
  [...Map.groupBy(described, ({ context }) => context)].flatMap(([context, rows]) => {
    const json = metadataJson(rows, timestamp)
    return json === undefined ? [] : [new Fragment(context, json)]
  })
