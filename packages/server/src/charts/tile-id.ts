/** The position of a tile: zoom, and column and row from the north-west corner. */
export interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** The maximum zoom: ids of higher zooms would exceed the safe integers. No chart is that detailed. */
export const maxZoom = 26

/** Whether the position is inside the world map. */
export const isPlace = ({ z, x, y }: TilePlace): boolean =>
  [z, x, y].every(Number.isInteger) && z >= 0 && z <= maxZoom && x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z

/**
 * The id of a tile in a PMTiles archive. Ids count from the lowest zoom up, and within a zoom along a Hilbert curve, so
 * that neighbours are close together in the file.
 */
export const tileIdOf = ({ z, x: column, y: row }: TilePlace): number => {
  let id = (4 ** z - 1) / 3
  let [x, y] = [column, row]
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const isEast = (x & side) !== 0
    const isSouth = (y & side) !== 0
    id += side * side * (isEast ? (isSouth ? 2 : 3) : isSouth ? 1 : 0)
    if (isSouth) continue
    // The curve is rotated in the northern quadrants, and also mirrored in the eastern one.
    const [rotatedX, rotatedY] = isEast ? [side - 1 - (y & (side - 1)), side - 1 - (x & (side - 1))] : [y, x]
    x = rotatedX
    y = rotatedY
  }
  return id
}
