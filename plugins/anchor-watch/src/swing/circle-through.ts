import type { Vector } from '#water/plane.ts'

/**
 * The middle of the circle that lies closest to these places, after Kåsa; undefined when they are all in a line. It comes
 * out too near on a short arc, so it is a place to begin from and no more.
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
