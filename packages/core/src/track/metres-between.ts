import type { Position } from '@marinedata/model'

const earthRadius = 6_371_000
const degree = Math.PI / 180

/** Great-circle distance in metres. Also correct across the date line. */
export const metresBetween = (from: Position, to: Position): number => {
  const south = from.latitude * degree
  const north = to.latitude * degree
  const height = Math.sin((north - south) / 2)
  const width = Math.sin(((to.longitude - from.longitude) * degree) / 2)
  const part = height * height + Math.cos(south) * Math.cos(north) * width * width
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(part)))
}
