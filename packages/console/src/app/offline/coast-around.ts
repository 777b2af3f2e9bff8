import type { Place } from '#boat/reading.ts'

/** As deep as the coastline goes. */
const deepest = 8
const mostLatitude = 85.05

/** The tile of a place, with where the place is in it left out: the same until the boat is in another. */
export const tileAt = ({ latitude, longitude }: Place, z: number): readonly [x: number, y: number] => {
  const count = 2 ** z
  const bounded = (Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180
  const north = (1 - Math.atanh(Math.sin(bounded)) / Math.PI) / 2
  return [Math.floor(((longitude + 180) / 360) * count) % count, Math.floor(north * count)]
}

/** To this depth the whole earth is kept: whatever is missing deeper is drawn from there. */
const wholeTo = 2

const rowsOf = (y: number, count: number, reach: number): number[] =>
  Array.from({ length: 2 * reach + 1 }, (_, step) => y - reach + step).filter(
    (row) => row >= 0 && row < count,
  )

/**
 * The tiles that show a place and what lies around it, at every scale, as `z/x/y`: the whole earth in the smallest
 * scales and nine tiles in each of the others, 75 at most with about 160 kB. To the same depth the earth has 40,000.
 */
export const coastAround = (place: Place): readonly string[] => {
  const addresses = new Set<string>()
  for (let z = 0; z <= deepest; z++) {
    const count = 2 ** z
    const reach = z <= wholeTo ? count : 1
    const [x, y] = tileAt(place, z)
    for (const row of rowsOf(y, count, reach))
      for (let column = x - reach; column <= x + reach; column++)
        addresses.add(`${z}/${(column + count) % count}/${row}`)
  }
  return [...addresses]
}
