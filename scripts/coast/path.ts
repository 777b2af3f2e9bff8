/** Points as x, y, x, y, …, y downwards; the last point of a closed path equals the first. */
export type Path = readonly number[]

/** Twice the area of a closed path; positive when it runs clockwise on the screen. */
export const doubleAreaOf = (path: Path): number => {
  let area = 0
  for (let at = 2; at < path.length; at += 2)
    area += (path[at - 2] ?? 0) * (path[at + 1] ?? 0) - (path[at] ?? 0) * (path[at - 1] ?? 0)
  return area
}

export const reversed = (path: Path): Path => {
  const back: number[] = []
  for (let at = path.length - 2; at >= 0; at -= 2) back.push(path[at] ?? 0, path[at + 1] ?? 0)
  return back
}

/** Rounds to whole units and removes duplicate points. */
export const rounded = (path: Path, { x, y, scale }: { x: number; y: number; scale: number }): Path => {
  const points: number[] = []
  for (let at = 0; at < path.length; at += 2) {
    const toX = Math.round(((path[at] ?? 0) - x) * scale)
    const toY = Math.round(((path[at + 1] ?? 0) - y) * scale)
    if (at === 0 || toX !== points.at(-2) || toY !== points.at(-1)) points.push(toX, toY)
  }
  return points
}

/** The squared distance of a point from a segment. */
const squaredDistance = (path: Path, at: number, [from, to]: readonly [number, number]): number => {
  const x = path[from] ?? 0
  const y = path[from + 1] ?? 0
  const dx = (path[to] ?? 0) - x
  const dy = (path[to + 1] ?? 0) - y
  const px = (path[at] ?? 0) - x
  const py = (path[at + 1] ?? 0) - y
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared))
  return (px - along * dx) ** 2 + (py - along * dy) ** 2
}

/** The point of a stretch farthest from its chord; undefined when none exceeds the tolerance. */
const farthest = (path: Path, stretch: readonly [number, number], tolerance: number): number | undefined => {
  let most = tolerance ** 2
  let found: number | undefined
  for (let at = stretch[0] + 2; at < stretch[1]; at += 2) {
    const distance = squaredDistance(path, at, stretch)
    if (distance <= most) continue
    most = distance
    found = at
  }
  return found
}

export interface Simplifying {
  readonly tolerance: number
  /** Points that are always kept. */
  readonly isFixed: (path: Path, at: number) => boolean
}

/** Simplifies a path: Douglas–Peucker. */
export const simplified = (path: Path, { tolerance, isFixed }: Simplifying): Path => {
  const last = path.length - 2
  const isKept = new Uint8Array(path.length)
  const waiting: [number, number][] = []
  let from = 0
  isKept[0] = 1
  for (let at = 2; at <= last; at += 2) {
    if (at < last && !isFixed(path, at)) continue
    isKept[at] = 1
    waiting.push([from, at])
    from = at
  }
  for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
    const at = farthest(path, stretch, tolerance)
    if (at === undefined) continue
    isKept[at] = 1
    waiting.push([stretch[0], at], [at, stretch[1]])
  }
  const points: number[] = []
  for (let at = 0; at <= last; at += 2) if (isKept[at] === 1) points.push(path[at] ?? 0, path[at + 1] ?? 0)
  return points
}
