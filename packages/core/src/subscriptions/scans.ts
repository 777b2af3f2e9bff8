import type { Clock } from '#clock.ts'
import { cellsFor, type Cell, type ContextNode } from '#row.ts'
import type { ContextSource } from './context-source.ts'
import type { Group } from './group.ts'
import type { Subscription } from './matching/subscription.ts'

const limits = {
  sliceMs: 2,
  sliceCells: 500,
  /** Between two slices the core is left to everything else for so many times as long. */
  restPerWork: 3,
  leastRestMs: 1,
  overloadedMs: 100,
}

/** A search of the whole tree for one group: which cells it is to be sent, and what to do at the end. */
export interface Scan {
  readonly group: Group
  readonly isWanted: (cell: Cell, subscription: Subscription) => boolean
  readonly end: () => void
}

export interface ScansOptions {
  readonly source: ContextSource
  readonly clock: Clock
  readonly isOverloaded: () => boolean
  readonly tell: (group: Group, cells: readonly Cell[]) => void
}

interface RunningScan extends Scan {
  readonly contexts: Iterator<ContextNode>
}

/**
 * Searches the tree for groups, all of them by turns and a slice at a time, with a rest after each slice that is longer
 * than the slice: however much is searched for, most of the core is left to what comes in and goes out.
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
    this.#schedule(limits.leastRestMs)
  }

  /** Ends the searches of a group that is gone. */
  stop(group: Group): void {
    this.#running = this.#running.filter((scan) => scan.group !== group)
  }

  #schedule(restMs: number): void {
    if (this.#isScheduled || this.#running.length === 0) return
    this.#isScheduled = true
    this.#options.clock.after(restMs, this.#step)
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
    this.#schedule(Math.max(limits.leastRestMs, (clock.now() - startedAt) * limits.restPerWork))
  }

  /** Looks at some contexts; true when there are no more, or nobody who reads. */
  #slice({ group, isWanted, contexts }: RunningScan, startedAt: number): boolean {
    // Whoever is behind is told the latest values when it has caught up.
    if (!hasLiveSession(group)) return true
    const { clock, tell } = this.#options
    const cells: Cell[] = []
    let isOver = false
    do {
      const next = contexts.next()
      isOver = next.done === true
      if (next.done !== true) collect(next.value, { group, isWanted }, cells)
    } while (!isOver && cells.length < limits.sliceCells && clock.now() - startedAt < limits.sliceMs)
    if (cells.length > 0) tell(group, cells)
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
