import type { Place } from '#boat/reading.ts'

/** Deepest zoom level of the coastline. */
const deepest = 8
const mostLatitude = 85.05

/** Tile that contains a place. It changes only when the boat enters another tile. */
export const tileAt = ({ latitude, longitude }: Place, z: number): readonly [x: number, y: number] => {
  const count = 2 ** z
  const bounded = (Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180
  const north = (1 - Math.atanh(Math.sin(bounded)) / Math.PI) / 2
  return [Math.floor(((longitude + 180) / 360) * count) % count, Math.floor(north * count)]
}

/** The whole earth is stored down to this zoom level. Missing deeper tiles are drawn from it. */
const wholeTo = 2

const rowsOf = (y: number, count: number, reach: number): number[] =>
  Array.from({ length: 2 * reach + 1 }, (_, step) => y - reach + step).filter(
    (row) => row >= 0 && row < count,
  )

/**
 * Tiles around a place at every zoom level, as `z/x/y`: the whole earth at the smallest scales and nine tiles at each
 * other level. At most 75 tiles, about 160 kB; the whole earth to the same depth has 40,000.
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
