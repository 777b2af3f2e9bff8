import type { Vector } from '#water/plane.ts'

/**
 * The centre of the circle nearest to these points, after Kåsa; undefined when they are in a line. It is biased on a
 * short arc, so it only serves as a starting point.
 */
export const centreThrough = (places: readonly Vector[]): Vector | undefined => {
  const count = places.length
  const north = places.reduce((total, place) => total + place.north, 0) / count
  const east = places.reduce((total, place) => total + place.east, 0) / count
  let [uu, uv, vv, uw, vw] = [0, 0, 0, 0, 0]
  for (const place of places) {
    const [u, v] = [place.north - north, place.east - east]
    const w = u * u + v * v
    uu += u * u
    uv += u * v
    vv += v * v
    uw += u * w
    vw += v * w
  }
  const size = uu * vv - uv * uv
  if (!(size > 1e-6 * (uu + vv) ** 2)) return undefined
  return { north: north + (vv * uw - uv * vw) / (2 * size), east: east + (uu * vw - uv * uw) / (2 * size) }
}
