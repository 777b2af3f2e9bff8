import type { Cell, Row } from '#row.ts'

/** How long a better source must have been live before it takes over from one that is live too. */
export const takeOverAfterMs = 5_000

export const isLive = (cell: Cell): boolean => !cell.isStale && cell.value !== null

/** The source to prefer once the present one is not live: the best-ranked live one, else the present one. */
export const substituteFor = (row: Row): Cell => {
  let best = row.preferred
  for (const cell of row.others ?? [])
    if (isLive(cell) && (!isLive(best) || cell.rank < best.rank)) best = cell
  return best
}

/**
 * Whether a source that was just heard takes over. Away from a dead source at once; back to a better one only
 * after it has been live for a while, so that two sources never take turns.
 */
export const takesOver = (challenger: Cell, row: Row, now: number): boolean => {
  if (!isLive(challenger)) return false
  if (!isLive(row.preferred)) return true
  return challenger.rank < row.preferred.rank && now - challenger.liveSince >= takeOverAfterMs
}

/** Makes the cell the row's preferred one. */
export const prefer = (row: Row, cell: Cell): void => {
  if (row.preferred === cell) return
  row.others = [row.preferred, ...(row.others ?? []).filter((other) => other !== cell)]
  row.preferred = cell
}
