import type { ReadableChart } from '@marinedata/model'
import { toMap, worldWidth } from '#screens/chart/geo/mercator.ts'

/** West, south, east, north in map metres. Across the date line, east lies in the next copy of the world. */
export const extentOf = ({
  bounds: [west, south, east, north],
}: Pick<ReadableChart, 'bounds'>): [number, number, number, number] => {
  const [left, bottom] = toMap({ latitude: south, longitude: west })
  const [right, top] = toMap({ latitude: north, longitude: east })
  return [left, bottom, right < left ? right + worldWidth : right, top]
}
