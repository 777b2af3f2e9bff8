import type { Path } from './path.ts'

/** A half plane, on one side of a vertical (`x`) or horizontal (`y`) line. */
interface Half {
  readonly axis: 0 | 1
  readonly line: number
  /** 1 for the side beyond the line, −1 for the side before it. */
  readonly side: 1 | -1
}

export interface Box {
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

export const boxAround = (path: Path): Box => {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < path.length; at += 2) {
    const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0]
    if (x < west) west = x
    if (x > east) east = x
    if (y < north) north = y
    if (y > south) south = y
  }
  return { west, north, east, south }
}

export const isApart = (one: Box, other: Box): boolean =>
  one.east < other.west || one.west > other.east || one.south < other.north || one.north > other.south

export const isWithinBox = (inner: Box, outer: Box): boolean =>
  inner.west >= outer.west &&
  inner.east <= outer.east &&
  inner.north >= outer.north &&
  inner.south <= outer.south

/** The sides of a box that cut a path with these bounds. */
const halvesOf = ({ west, north, east, south }: Box, bounds: Box): readonly Half[] => {
  const halves: readonly (Half & { readonly isCut: boolean })[] = [
    { axis: 0, line: west, side: 1, isCut: bounds.west < west },
    { axis: 0, line: east, side: -1, isCut: bounds.east > east },
    { axis: 1, line: north, side: 1, isCut: bounds.north < north },
    { axis: 1, line: south, side: -1, isCut: bounds.south > south },
  ]
  return halves.filter(({ isCut }) => isCut)
}

const isWithin = (path: Path, at: number, { axis, line, side }: Half): boolean =>
  ((path[at + axis] ?? 0) - line) * side >= 0

/** The step of a path to the point at an index. */
interface Step {
  readonly path: Path
  readonly at: number
}

/** Adds the point where a step crosses the line. */
const pushCrossing = (points: number[], { path, at }: Step, { axis, line }: Half): void => {
  const [fromX, fromY] = [path[at - 2] ?? 0, path[at - 1] ?? 0]
  const [toX, toY] = [path[at] ?? 0, path[at + 1] ?? 0]
  const part = axis === 0 ? (line - fromX) / (toX - fromX) : (line - fromY) / (toY - fromY)
  if (axis === 0) points.push(line, fromY + part * (toY - fromY))
  else points.push(fromX + part * (toX - fromX), line)
}

const close = (points: number[]): number[] => {
  const [x, y] = points
  const isClosed = x === points.at(-2) && y === points.at(-1)
  if (!isClosed && x !== undefined && y !== undefined) points.push(x, y)
  return points
}

/** Sutherland–Hodgman: what is cut off is replaced by a segment along the line. */
const clipRingBy = (path: Path, half: Half): Path => {
  const inside: number[] = []
  let wasIn = false
  for (let at = 0; at < path.length; at += 2) {
    const isIn = isWithin(path, at, half)
    if (at > 0 && isIn !== wasIn) pushCrossing(inside, { path, at }, half)
    if (isIn) inside.push(path[at] ?? 0, path[at + 1] ?? 0)
    wasIn = isIn
  }
  return close(inside)
}

const clipLineBy = (path: Path, half: Half): Path[] => {
  const parts: number[][] = []
  let part: number[] = []
  let wasIn = false
  for (let at = 0; at < path.length; at += 2) {
    const isIn = isWithin(path, at, half)
    const isCrossing = at > 0 && isIn !== wasIn
    if (isCrossing && isIn) {
      parts.push(part)
      part = []
    }
    if (isCrossing) pushCrossing(part, { path, at }, half)
    if (isIn) part.push(path[at] ?? 0, path[at + 1] ?? 0)
    wasIn = isIn
  }
  return [...parts, part].filter(({ length }) => length > 2)
}

/** The part of a closed path that is inside, closed along the border; empty when there is none. */
export const clipRing = (ring: Path, box: Box, bounds: Box): Path =>
  halvesOf(box, bounds).reduce((rest, half) => (rest.length === 0 ? rest : clipRingBy(rest, half)), ring)

/** The parts of a path that are inside, open where it leaves. */
export const clipLine = (line: Path, box: Box, bounds: Box): Path[] => {
  let parts: Path[] = [line]
  for (const half of halvesOf(box, bounds)) parts = parts.flatMap((part) => clipLineBy(part, half))
  return parts
}
