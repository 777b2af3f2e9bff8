import type { Path } from './path.ts'

const pole = -90
const turn = 360

/** Moves a ring that began on the far side of the date line to where most of it belongs, with its inner waters. */
const brought = (ring: number[]): number[] => {
  let [least, most] = [Infinity, -Infinity]
  for (let at = 0; at < ring.length; at += 2) {
    least = Math.min(least, ring[at] ?? 0)
    most = Math.max(most, ring[at] ?? 0)
  }
  const turns = Math.round((least + most) / 2 / turn)
  for (let at = 0; at < ring.length; at += 2) ring[at] = (ring[at] ?? 0) - turns * turn
  return ring
}

/**
 * Rings of a globe step from +180 to −180 in the middle of a coast, and that of Antarctica goes once around. On a flat
 * map each such step would be a line across all seas, and the fill would be on the wrong side of it.
 */
const flattened = (ring: Path): number[] => {
  const points = [...ring]
  let shift = 0
  for (let at = 2; at < ring.length; at += 2) {
    const step = (ring[at] ?? 0) - (ring[at - 2] ?? 0)
    if (Math.abs(step) > turn / 2) shift -= Math.sign(step) * turn
    points[at] = (ring[at] ?? 0) + shift
  }
  const [first = 0, firstLatitude = 0] = points
  const last = points.at(-2) ?? first
  return first === last ? brought(points) : [...points, last, pole, first, pole, first, firstLatitude]
}

/** Mercator: southwards from 85° north; the map ends at 85° south. */
const rowOf = (latitude: number): number =>
  Math.min(1, 0.5 - Math.atanh(Math.sin((latitude * Math.PI) / 180)) / (2 * Math.PI))

/**
 * A closed ring of longitudes and latitudes on a world map with sides of length 1, which begins at the date line in the
 * west. A ring that crosses the date line extends past 0 or 1, so that it is not torn.
 */
export const ringOnMap = (degrees: Path): Path => {
  const ring = flattened(degrees)
  for (let at = 0; at < ring.length; at += 2) {
    ring[at] = (ring[at] ?? 0) / turn + 0.5
    ring[at + 1] = rowOf(ring[at + 1] ?? 0)
  }
  return ring
}

/** Where a source was cut, and where the map ends; no coast runs along it. */
const isOnSeam = (x: number, y: number): boolean => y >= 1 || Math.abs(x) < 1e-12 || Math.abs(x - 1) < 1e-12

/** Whether a step of a path is a cut of the source. */
export const isSeam = (path: Path, at: number): boolean =>
  isOnSeam(path[at - 2] ?? NaN, path[at - 1] ?? NaN) && isOnSeam(path[at] ?? NaN, path[at + 1] ?? NaN)

/** Whether a point of a path is on a cut and must not move. */
export const isOnCut = (path: Path, at: number): boolean => isOnSeam(path[at] ?? NaN, path[at + 1] ?? NaN)
