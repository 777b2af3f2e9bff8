import type { Clock } from '#clock.ts'
import { cellsFor, type Cell, type ContextNode, type Row } from '#tree/row.ts'
import type { ContextSource } from './context-source.ts'
import { Fragment, frameOf, latestFragments, metadataJson, type Frame } from './frame.ts'
import type { Group, Lag } from './group.ts'

/** Values and metadata that a session has not received yet. */
interface Missing {
  readonly cells: Cell[]
  readonly described: Row[]
}

const nothingMissing = (): Missing => ({ cells: [], described: [] })

const sliceCells = 500
const sliceMs = 2

/**
 * Finds the values that a session has missed by comparing change sequences, without a queue per session. A slow client therefore
 * costs no memory, and a new client has simply missed everything.
 */
export class CatchUp {
  readonly #group: Group
  readonly #lag: Lag
  readonly #upTo: number

  /** @param upTo the newest change to send; later changes are sent afterwards, once */
  constructor(group: Group, lag: Lag, upTo: number) {
    this.#group = group
    this.#lag = lag
    this.#upTo = upTo
  }

  /**
   * Yields frames, one slice of work per step, so that pending input can be processed between steps; undefined when a
   * slice has nothing to send. Send each frame immediately, otherwise a newer alarm may overtake it.
   */
  *frames(source: ContextSource, clock: Clock): Generator<Frame | undefined, void> {
    let startedAt = clock.now()
    let missing = nothingMissing()
    for (const context of source.contexts()) {
      if (!this.#collect(context, missing)) continue
      if (missing.cells.length < sliceCells && clock.now() - startedAt < sliceMs) continue
      yield this.#frame(missing, source.epoch, clock)
      missing = nothingMissing()
      startedAt = clock.now()
    }
    yield this.#frame(missing, source.epoch, clock)
  }

  /** All missing values in one frame, for a short remainder. */
  remainder(source: ContextSource, clock: Clock): Frame | undefined {
    const missing = nothingMissing()
    for (const context of source.contexts()) this.#collect(context, missing)
    return this.#frame(missing, source.epoch, clock)
  }

  /** Adds the missing values of a context; false when the context has no new changes. */
  #collect(context: ContextNode, { cells, described }: Missing): boolean {
    const { since, sinceForNew } = this.#lag
    if (context.sequence <= Math.min(since, sinceForNew)) return false
    const subscriptions = this.#group.subscriptions.in(context)
    if (subscriptions.length === 0) return true
    for (const row of context.rowByPath.values()) {
      const serving = subscriptions.find(({ path }) => path.matches(row.path))
      if (serving === undefined) continue
      const from = this.#sentUpTo(row)
      if (this.#group.wantsMetadata && this.#isBetween(from, row.describedAt)) described.push(row)
      for (const cell of cellsFor(row, serving.wantsAllSources))
        if (this.#isBetween(from, cell.sequence)) cells.push(cell)
    }
    return true
  }

  #isBetween(from: number, sequence: number): boolean {
    return sequence > from && sequence <= this.#upTo
  }

  /** The change up to which the row was sent: 0 when its context has entered a bounding box since, or may have. */
  #sentUpTo(row: Row): number {
    const { since, sinceForNew, before } = this.#lag
    const wasCovered = before?.coveredAt(row, since) ?? false
    if (wasCovered !== false) return wasCovered === true ? since : 0
    // Entered a box of the old subscriptions while the session was behind: the whole context is still to be sent.
    if (before !== undefined && before.coveredAt(row, sinceForNew) !== false) return 0
    return this.#group.subscriptions.coveredAt(row, sinceForNew) === true ? sinceForNew : 0
  }

  #frame({ cells, described }: Missing, epoch: number, clock: Clock): Frame | undefined {
    const fragments = [...descriptions(described, clock.timestamp()), ...latestFragments(cells)]
    return fragments.length === 0
      ? undefined
      : frameOf(fragments, { epoch, isConflated: this.#lag.isConflated })
  }
}

const descriptions = (described: readonly Row[], timestamp: string): Fragment[] =>
  [...Map.groupBy(described, ({ context }) => context)].flatMap(([context, rows]) => {
    const json = metadataJson(rows, timestamp)
    const sequence = Math.max(...rows.map(({ describedAt }) => describedAt))
    return json === undefined ? [] : [new Fragment(context, json, { sequence })]
  })
