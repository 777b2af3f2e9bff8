import type { Clock } from '#clock.ts'
import { cellsFor, type Cell, type ContextNode } from '#tree/row.ts'
import type { ContextSource } from './context-source.ts'
import type { Group } from './group.ts'
import type { Subscription } from './matching/subscription.ts'

const limits = {
  sliceMs: 2,
  sliceCells: 500,
  /** The pause between two slices is this many times the duration of the slice. */
  pausePerWork: 3,
  minPauseMs: 1,
  overloadedMs: 100,
}

/** A scan of the whole tree for one group: selects the cells to send, and calls back at the end. */
export interface Scan {
  readonly group: Group
  readonly isWanted: (cell: Cell, subscription: Subscription) => boolean
  readonly end: () => void
}

export interface ScansOptions {
  readonly source: ContextSource
  readonly clock: Clock
  readonly isOverloaded: () => boolean
  readonly send: (group: Group, cells: readonly Cell[]) => void
}

interface RunningScan extends Scan {
  readonly contexts: Iterator<ContextNode>
}

/**
 * Scans the tree for groups, round-robin and one slice at a time. The pause after each slice is longer than the
 * slice, so that scans never use most of the CPU core, however many there are.
 */
export class Scans {
  readonly #options: ScansOptions
  #running: RunningScan[] = []
  #isScheduled = false

  constructor(options: ScansOptions) {
    this.#options = options
  }

  start(scan: Scan): void {
    const contexts = this.#options.source.contexts()[Symbol.iterator]()
    this.#running.push({ ...scan, contexts })
    this.#schedule(limits.minPauseMs)
  }

  /** Cancels the scans of a removed group. */
  stop(group: Group): void {
    this.#running = this.#running.filter((scan) => scan.group !== group)
  }

  #schedule(pauseMs: number): void {
    if (this.#isScheduled || this.#running.length === 0) return
    this.#isScheduled = true
    this.#options.clock.after(pauseMs, this.#step)
  }

  readonly #step = (): void => {
    this.#isScheduled = false
    const { clock, isOverloaded } = this.#options
    if (isOverloaded()) return this.#schedule(limits.overloadedMs)
    const scan = this.#running.shift()
    if (scan === undefined) return
    const startedAt = clock.now()
    const isOver = this.#slice(scan, startedAt)
    if (isOver) scan.end()
    else this.#running.push(scan)
    this.#schedule(Math.max(limits.minPauseMs, (clock.now() - startedAt) * limits.pausePerWork))
  }

  /** Scans some contexts; true when there are no more, or no session is live. */
  #slice({ group, isWanted, contexts }: RunningScan, startedAt: number): boolean {
    // Sessions that are catching up get the latest values anyway.
    if (!hasLiveSession(group)) return true
    const { clock, send } = this.#options
    const cells: Cell[] = []
    let isOver = false
    do {
      const next = contexts.next()
      isOver = next.done === true
      if (next.done !== true) collect(next.value, { group, isWanted }, cells)
    } while (!isOver && cells.length < limits.sliceCells && clock.now() - startedAt < limits.sliceMs)
    if (cells.length > 0) send(group, cells)
    return isOver
  }
}

const hasLiveSession = ({ sessions }: Group): boolean => {
  for (const { lag } of sessions) if (lag === undefined) return true
  return false
}

const collect = (
  context: ContextNode,
  { group, isWanted }: Pick<Scan, 'group' | 'isWanted'>,
  cells: Cell[],
): void => {
  const subscriptions = group.subscriptions.in(context)
  if (subscriptions.length === 0) return
  for (const row of context.rowByPath.values()) {
    const serving = subscriptions.find(({ path }) => path.matches(row.path))
    if (serving === undefined) continue
    for (const cell of cellsFor(row, serving.wantsAllSources)) if (isWanted(cell, serving)) cells.push(cell)
  }
}
