import type { BoundingBox } from '@marinedata/model'

/** A square of the map (Web Mercator): each digit, 0 to 3, chooses a quarter of the one before. */
export type Quadkey = string

interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Where the square map ends. */
const mostLatitude = 85.051_128
const radians = Math.PI / 180

/** From 0 to below the number of columns, from the west. */
const columnOf = (longitude: number, side: number): number =>
  Math.min(side - 1, Math.max(0, Math.floor(((longitude + 180) / 360) * side)))

/** Row from the north, starting at 0. A latitude beyond the map belongs to its edge. */
const rowOf = (latitude: number, side: number): number => {
  const sine = Math.sin(Math.min(mostLatitude, Math.max(-mostLatitude, latitude)) * radians)
  const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(side - 1, Math.max(0, Math.floor(share * side)))
}

const keyOf = (column: number, row: number, depth: number): Quadkey => {
  let key = ''
  for (let bit = 2 ** (depth - 1); bit >= 1; bit /= 2)
    key += String((Math.floor(column / bit) % 2) + 2 * (Math.floor(row / bit) % 2))
  return key
}

export const quadkeyOf = ({ latitude, longitude }: Point, depth: number): Quadkey => {
  const side = 2 ** depth
  return keyOf(columnOf(longitude, side), rowOf(latitude, side), depth)
}

/** The middle of a square. */
export const middleOf = (key: Quadkey): Point => {
  const side = 2 ** key.length
  let [column, row] = [0.5, 0.5]
  for (const [index, digit] of key.split('').entries()) {
    const bit = side / 2 ** (index + 1)
    column += (Number(digit) % 2) * bit
    row += Math.floor(Number(digit) / 2) * bit
  }
  const y = Math.PI * (1 - (2 * row) / side)
  return { latitude: Math.atan(Math.sinh(y)) / radians, longitude: (column / side) * 360 - 180 }
}

/** Degrees from west to east. */
export const widthOf = ({ west, east }: BoundingBox): number =>
  west <= east ? east - west : 360 - west + east

/** The squares of a depth that a box touches; undefined when there are more than `most`. */
export const squaresOf = (box: BoundingBox, depth: number, most: number): Quadkey[] | undefined => {
  const side = 2 ** depth
  const [top, bottom] = [rowOf(box.north, side), rowOf(box.south, side)]
  const west = columnOf(box.west, side)
  const span = (columnOf(box.east, side) - west + side) % side
  // From the east of a column around the earth to its west.
  const columns = span === 0 && widthOf(box) > 360 / side ? side : span + 1
  if (columns * (bottom - top + 1) > most) return undefined
  const keys: Quadkey[] = []
  for (let row = top; row <= bottom; row++)
    for (let step = 0; step < columns; step++) keys.push(keyOf((west + step) % side, row, depth))
  return keys
}
