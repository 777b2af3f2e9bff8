import { isInside, type BoundingBox, type Position } from '@marinedata/model'

const deepestLevel = 14

/**
 * Location of a box in the grid: a level whose cells are at least as large as the box, and the cells that it touches
 * there.
 */
interface Place {
  readonly level: number
  readonly cells: readonly number[]
}

const widthOf = ({ west, east }: BoundingBox): number => (west <= east ? east - west : 360 - (west - east))

const rowOf = (latitude: number, level: number): number => Math.floor(((latitude + 90) / 360) * 2 ** level)

const columnOf = (longitude: number, level: number): number =>
  Math.floor(((longitude + 180) / 360) * 2 ** level) % 2 ** level

const cellOf = (row: number, column: number, level: number): number => row * 2 ** level + column

const placeOf = (box: BoundingBox): Place => {
  const size = Math.max(box.north - box.south, widthOf(box))
  const level = size <= 0 ? deepestLevel : Math.min(deepestLevel, Math.floor(Math.log2(360 / size)))
  const columns = 2 ** level
  const west = columnOf(box.west, level)
  const last = (columnOf(box.east, level) - west + columns) % columns
  const cells: number[] = []
  for (let row = rowOf(box.south, level); row <= rowOf(box.north, level); row++)
    for (let step = 0; step <= last; step++) cells.push(cellOf(row, (west + step) % columns, level))
  return { level, cells }
}

/**
 * Spatial index of bounding boxes. Each box is in at most four cells of a grid whose cell size fits the box, so that
 * a thousand boxes around one harbour cost nothing for a position elsewhere.
 */
export class BoxGrid<T extends { readonly box: BoundingBox }> {
  readonly #levels = new Map<number, Map<number, Set<T>>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(item: T): void {
    const { level, cells } = placeOf(item.box)
    // A box with north below south contains nothing.
    if (cells.length === 0) return
    const grid = this.#levels.get(level) ?? new Map<number, Set<T>>()
    this.#levels.set(level, grid)
    for (const cell of cells) {
      const items = grid.get(cell) ?? new Set<T>()
      grid.set(cell, items)
      items.add(item)
    }
    this.#size++
  }

  delete(item: T): void {
    const { level, cells } = placeOf(item.box)
    const grid = this.#levels.get(level)
    if (grid === undefined || cells.length === 0) return
    for (const cell of cells) {
      const items = grid.get(cell)
      items?.delete(item)
      if (items?.size === 0) grid.delete(cell)
    }
    if (grid.size === 0) this.#levels.delete(level)
    this.#size--
  }

  /** The items whose box contains the position. */
  at(position: Position): T[] {
    const found: T[] = []
    for (const [level, grid] of this.#levels) {
      const cell = cellOf(rowOf(position.latitude, level), columnOf(position.longitude, level), level)
      const items = grid.get(cell)
      if (items === undefined) continue
      for (const item of items) if (isInside(item.box, position)) found.push(item)
    }
    return found
  }
}
