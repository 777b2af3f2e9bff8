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

const halvesOf = ({ west, north, east, south }: Box): readonly Half[] => [
  { axis: 0, line: west, side: 1 },
  { axis: 0, line: east, side: -1 },
  { axis: 1, line: north, side: 1 },
  { axis: 1, line: south, side: -1 },
]

const isWithin = (path: Path, at: number, { axis, line, side }: Half): boolean =>
  ((path[at + axis] ?? 0) - line) * side >= 0

/** Where the step to a point crosses the line. */
const crossing = (path: Path, at: number, { axis, line }: Half): [number, number] => {
  const [fromX = 0, fromY = 0, toX = 0, toY = 0] = path.slice(at - 2, at + 2)
  const [from, to] = axis === 0 ? [fromX, toX] : [fromY, toY]
  const part = (line - from) / (to - from)
  return axis === 0 ? [line, fromY + part * (toY - fromY)] : [fromX + part * (toX - fromX), line]
}

const closed = (path: Path): Path => {
  const isClosed = path[0] === path.at(-2) && path[1] === path.at(-1)
  return isClosed ? path : [...path, ...path.slice(0, 2)]
}

/** Sutherland–Hodgman: what is cut off is replaced by a segment along the line. */
const clipRingBy = (ring: Path, half: Half): Path => {
  const inside: number[] = []
  for (let at = 0; at < ring.length; at += 2) {
    const isIn = isWithin(ring, at, half)
    if (at > 0 && isIn !== isWithin(ring, at - 2, half)) inside.push(...crossing(ring, at, half))
    if (isIn) inside.push(ring[at] ?? 0, ring[at + 1] ?? 0)
  }
  return closed(inside)
}

const clipLineBy = (line: Path, half: Half): Path[] => {
  const parts: number[][] = []
  let part: number[] = []
  for (let at = 0; at < line.length; at += 2) {
    const isIn = isWithin(line, at, half)
    const isCrossing = at > 0 && isIn !== isWithin(line, at - 2, half)
    if (isCrossing && isIn) {
      parts.push(part)
      part = []
    }
    if (isCrossing) part.push(...crossing(line, at, half))
    if (isIn) part.push(line[at] ?? 0, line[at + 1] ?? 0)
  }
  return [...parts, part].filter(({ length }) => length > 2)
}

/** The part of a closed path that is inside, closed along the border; empty when there is none. */
export const clipRing = (ring: Path, box: Box): Path =>
  halvesOf(box).reduce((rest, half) => (rest.length === 0 ? rest : clipRingBy(rest, half)), ring)

/** The parts of a path that are inside, open where it leaves. */
export const clipLine = (line: Path, box: Box): Path[] => {
  let parts: Path[] = [line]
  for (const half of halvesOf(box)) parts = parts.flatMap((part) => clipLineBy(part, half))
  return parts
}
