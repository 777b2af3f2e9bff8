/** Where a tile is: its zoom, and its column and row from the north-western corner. */
export interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Beyond it, numbers of tiles are no longer exact; nobody draws charts that fine. */
export const deepestZoom = 26

/** Whether there is such a tile in a map of the world. */
export const isPlace = ({ z, x, y }: TilePlace): boolean =>
  [z, x, y].every(Number.isInteger) &&
  z >= 0 &&
  z <= deepestZoom &&
  x >= 0 &&
  x < 2 ** z &&
  y >= 0 &&
  y < 2 ** z

/**
 * The number of a tile in a PMTiles archive: tiles are counted from the lowest zoom up, and within one along a Hilbert
 * curve, so that neighbours lie together in the file.
 */
export const tileIdOf = ({ z, x: column, y: row }: TilePlace): number => {
  let id = (4 ** z - 1) / 3
  let [x, y] = [column, row]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const isEast = (x & side) !== 0
    const isSouth = (y & side) !== 0
    id += side * side * (isEast ? (isSouth ? 2 : 3) : isSouth ? 1 : 0)
    if (isSouth) continue
    // The curve enters a northern quarter turned, and the eastern one mirrored besides.
    const [turnedX, turnedY] = isEast ? [side - 1 - (y & (side - 1)), side - 1 - (x & (side - 1))] : [y, x]
    x = turnedX
    y = turnedY
  }
  return id
}
