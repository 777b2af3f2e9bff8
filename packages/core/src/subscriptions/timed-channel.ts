import type { Clock } from '#clock.ts'
import { cellsOf, type Cell, type ContextNode } from '#tree/row.ts'
import type { Pacing } from './matching/subscription.ts'

/** Maximum number of held cells, per channel and in total. */
const limits = { perChannel: 4_096, inAll: 131_072 }

/** Counts the cells held by all channels. */
export class HeldCells {
  #count = 0

  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#count >= limits.inAll
  }

  add(count: number): void {
    this.#count += count
  }
}

/**
 * Holds changes of subscriptions with one period until the period ends. Up to a limit it holds the cells; beyond it,
 * only the sequence of the first change, and the cells are found again by a scan of the tree. The owner is its group.
 */
export class TimedChannel<Owner extends { readonly latest: Set<Cell> }> {
  readonly group: Owner
  readonly pacing: Pacing
  readonly #held: HeldCells
  readonly #latest = new Set<Cell>()
  /** The sequence before the first held change, and before the first change that the running scan looks for. */
  #heldFrom = Infinity
  #searchedFrom = Infinity
  #isOverfull = false
  #isDue = false
  #timer: Disposable | undefined
  #releasedAt: number | undefined

  constructor(group: Owner, pacing: Pacing, held: HeldCells) {
    this.group = group
    this.pacing = pacing
    this.#held = held
  }

  /** The sequence before the first unsent change; Infinity if all are sent. */
  get heldFrom(): number {
    return Math.min(this.#heldFrom, this.#searchedFrom)
  }

  /** Holds the cell until the end of the period, then calls `release`. */
  hold(cell: Cell, clock: Clock, release: (channel: TimedChannel<Owner>) => void): void {
    this.#holdCell(cell)
    this.#heldFrom = Math.min(this.#heldFrom, cell.sequence - 1)
    if (this.#timer !== undefined) return
    const now = clock.now()
    // The first value of `at-most-every` is sent without delay; the first of `every` waits one period.
    this.#releasedAt ??= this.pacing.kind === 'every' ? now : -Infinity
    const delay = Math.max(0, this.#releasedAt + this.pacing.periodMs - now)
    this.#timer = clock.after(delay, () => {
      this.#timer = undefined
      this.#releasedAt = clock.now()
      release(this)
    })
  }

  /**
   * Ends the period: moves the held cells to the group's next flush.
   * @returns the change after which the tree must be scanned, when the limit was exceeded; otherwise undefined, also
   * while the scan of the previous period is still running
   */
  release(): number | undefined {
    for (const cell of this.#latest) this.group.latest.add(cell)
    this.#empty()
    this.#isDue = this.#isOverfull && this.#searchedFrom !== Infinity
    if (this.#isDue) return undefined
    const from = this.#isOverfull ? this.#heldFrom : undefined
    this.#isOverfull = false
    this.#heldFrom = Infinity
    if (from !== undefined) this.#searchedFrom = from
    return from
  }

  /** Marks the scan as finished; returns true if the next period ended during it. */
  endSearch(): boolean {
    this.#searchedFrom = Infinity
    return this.#isDue
  }

  forget(context: ContextNode): void {
    if (this.#latest.size === 0) return
    for (const row of context.rowByPath.values())
      for (const cell of cellsOf(row)) if (this.#latest.delete(cell)) this.#held.add(-1)
  }

  stop(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
    this.#empty()
  }

  #holdCell(cell: Cell): void {
    if (this.#isOverfull || this.#latest.has(cell)) return
    this.#isOverfull = this.#latest.size >= limits.perChannel || this.#held.isFull
    if (this.#isOverfull) return this.#empty()
    this.#latest.add(cell)
    this.#held.add(1)
  }

  #empty(): void {
    this.#held.add(-this.#latest.size)
    this.#latest.clear()
  }
}
