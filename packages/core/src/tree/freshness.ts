import type { Cell, Row } from '#tree/row.ts'
import type { ListedContext } from './context-list.ts'

const slotMs = 250
const slots = 64
const minTimeoutMs = 2_000
// Five intervals of a slow source would call a value live that is an hour old.
const patientTimeoutMs = 120_000
const maxTimeoutMs = 900_000
// A measurement received once has no usual interval yet; a minute of silence is then enough to doubt it.
const provisionalTimeoutMs = 60_000

const declaredTimeout = ({ path, context }: Row): number | undefined =>
  context.metadataByPath?.get(path)?.timeout ?? path.metadata?.timeout

/** How long a cell stays live without a new value: from metadata or learned from its interval; Infinity for facts. */
export const timeoutOf = (cell: Cell): number => {
  const { path } = cell.row
  if (path.isNotification || path.isAttribute || path.isServerDecision) return Infinity
  const declared = declaredTimeout(cell.row)
  if (declared !== undefined) return declared * 1000
  if (cell.intervalMs > 0) return learnedTimeout(cell.intervalMs)
  return path.metadata?.units === undefined && !path.isMeasurement ? Infinity : provisionalTimeoutMs
}

/** Five usual intervals; for a source that sends every minute or less often, one and a half, and at most 15 minutes. */
const learnedTimeout = (intervalMs: number): number => {
  const patient = Math.max(patientTimeoutMs, 1.5 * intervalMs)
  return Math.min(maxTimeoutMs, Math.max(minTimeoutMs, Math.min(5 * intervalMs, patient)))
}

/** Records the time of a value and learns its usual interval. */
export const noteReceived = (cell: Cell, now: number): void => {
  const sinceLast = now - cell.receivedAt
  // A first value has no interval, and values that come together say nothing about the usual one.
  if (cell.value !== undefined && sinceLast > 0) cell.intervalMs = learnedInterval(cell, sinceLast)
  cell.receivedAt = now
}

// The gap of an outage counts for little, but it counts: else a slow source that began in haste would be stale for ever.
const learnedInterval = (cell: Cell, sinceLast: number): number => {
  if (cell.intervalMs === 0) return cell.isStale ? 0 : Math.max(1, Math.round(sinceLast))
  const gap = cell.isStale ? Math.min(sinceLast, 2 * timeoutOf(cell)) : sinceLast
  return Math.max(1, Math.round(cell.intervalMs + (gap - cell.intervalMs) / 8))
}

/**
 * Finds what has gone stale. Contexts, not cells, wait in the slots of a wheel, so that a write costs
 * nothing here and a forgotten context leaves nothing behind.
 */
export class FreshnessWheel {
  readonly #slots: Set<ListedContext>[] = Array.from({ length: slots }, () => new Set())
  #lastSlot = 0

  /** Looks at the context no later than at that time (and no later than one turn of the wheel from now). */
  schedule(context: ListedContext, at: number, now: number): void {
    const due = Math.min(Math.max(at, now + slotMs), now + slotMs * (slots - 2))
    // A check that is already due waits for the next sweep and must not be delayed.
    if (context.checkAt >= 0 && context.checkAt <= due) return
    this.remove(context)
    context.checkAt = due
    this.#slotAt(due).add(context)
  }

  remove(context: ListedContext): void {
    if (context.checkAt >= 0) this.#slotAt(context.checkAt).delete(context)
    context.checkAt = -1
  }

  /** Takes out every context that is due. */
  take(now: number): ListedContext[] {
    const due: ListedContext[] = []
    const last = Math.floor(now / slotMs)
    const first = Math.max(this.#lastSlot, last - slots + 1)
    for (let turn = first; turn < last; turn++) {
      const slot = this.#slots[turn % slots]
      if (slot === undefined) continue
      due.push(...slot)
      slot.clear()
    }
    this.#lastSlot = last
    for (const context of due) context.checkAt = -1
    return due
  }

  #slotAt(at: number): Set<ListedContext> {
    const slot = this.#slots[Math.floor(at / slotMs) % slots]
    return slot ?? new Set()
  }
}
