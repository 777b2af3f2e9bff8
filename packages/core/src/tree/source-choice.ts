import type { Cell, Row } from '#tree/row.ts'

/** How long a better-ranked source, or the one before, must be live before it takes over from a live source. */
export const takeOverAfterMs = 5_000

export const isLive = (cell: Cell): boolean => !cell.isStale && cell.value !== null

/** The source to prefer when the present one is not live: the best-ranked live source, or else the present one. */
export const substituteFor = (row: Row): Cell => {
  let best = row.preferred
  for (const cell of row.others ?? [])
    if (isLive(cell) && (!isLive(best) || cell.rank < best.rank)) best = cell
  return best
}

/**
 * Whether a source that just sent a value takes over. A source that is not live is replaced immediately. A
 * better-ranked source takes over only after it has been live for a while, so that two sources do not alternate. So does
 * one of equal rank that was displaced while it was not live: a short silence must not change the source for good.
 */
export const takesOver = (challenger: Cell, row: Row, now: number): boolean => {
  if (!isLive(challenger)) return false
  if (!isLive(row.preferred)) return true
  const { rank } = row.preferred
  const isEntitled = challenger.rank < rank || (challenger === row.displaced && challenger.rank === rank)
  return isEntitled && now - challenger.liveSince >= takeOverAfterMs
}

/** Makes the cell the row's preferred one. */
export const prefer = (row: Row, cell: Cell): void => {
  if (row.preferred === cell) return
  if (isLive(row.preferred) || cell === row.displaced) row.displaced = undefined
  else row.displaced ??= row.preferred
  row.others = [row.preferred, ...(row.others ?? []).filter((other) => other !== cell)]
  row.preferred = cell
}
