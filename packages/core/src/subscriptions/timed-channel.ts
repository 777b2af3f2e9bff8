import type { Clock } from '#clock.ts'
import { cellsOf, type Cell, type ContextNode } from '#row.ts'
import type { Group } from './group.ts'
import type { Rhythm } from './matching/subscription.ts'

/** How many cells may be held: by one channel, and by all of them. */
const limits = { perChannel: 4_096, inAll: 131_072 }

/** Counts what all channels hold together. */
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
 * Holds back the changes of one rhythm until its period is over. It holds the cells while they are few; beyond that only
 * the number of the first change, by which they are found again in the tree.
 */
export class TimedChannel {
  readonly group: Group
  readonly rhythm: Rhythm
  readonly #held: HeldCells
  readonly #latest = new Set<Cell>()
  /** The change before the first one that is held, and before the first one that a search in the tree is to find. */
  #heldFrom = Infinity
  #searchedFrom = Infinity
  #isOverfull = false
  #isDue = false
  #timer: Disposable | undefined
  #releasedAt: number | undefined

  constructor(group: Group, rhythm: Rhythm, held: HeldCells) {
    this.group = group
    this.rhythm = rhythm
    this.#held = held
  }

  /** The change before the first one that is not yet told; Infinity when there is none. */
  get heldFrom(): number {
    return Math.min(this.#heldFrom, this.#searchedFrom)
  }

  /** Keeps the cell until the period is over, then calls back. */
  hold(cell: Cell, clock: Clock, release: (channel: TimedChannel) => void): void {
    this.#keep(cell)
    this.#heldFrom = Math.min(this.#heldFrom, cell.sequence - 1)
    if (this.#timer !== undefined) return
    const now = clock.now()
    // The first value of `at most every` need not wait; the first of `every` waits one period.
    this.#releasedAt ??= this.rhythm.kind === 'every' ? now : -Infinity
    const delay = Math.max(0, this.#releasedAt + this.rhythm.periodMs - now)
    this.#timer = clock.after(delay, () => {
      this.#timer = undefined
      this.#releasedAt = clock.now()
      release(this)
    })
  }

  /**
   * Ends the period: what was held goes to the group's next round.
   * @returns the change after which the tree is to be searched, when more was held than could be kept; undefined otherwise,
   * also while it is being searched for the period before
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

  /** The tree was searched; true when the next period was over meanwhile. */
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

  #keep(cell: Cell): void {
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
