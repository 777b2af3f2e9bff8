import { isWholePosition, type TrackPoint } from '@marinedata/model'

const perDegree = 1e6

/** A track as text: whole numbers, each as the difference to the point before, so that a full one takes some 90 kB. */
export const packedTrack = (points: readonly TrackPoint[]): string => {
  const differences: number[] = []
  let [time, north, east] = [0, 0, 0]
  for (const [at, latitude, longitude] of points) {
    const [toNorth, toEast] = [Math.round(latitude * perDegree), Math.round(longitude * perDegree)]
    differences.push(at - time, toNorth - north, toEast - east)
    time = at
    north = toNorth
    east = toEast
  }
  return JSON.stringify(differences)
}

const isWholeNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => Number.isSafeInteger(item))

const numbersIn = (packed: string): readonly number[] => {
  try {
    const value: unknown = JSON.parse(packed)
    return isWholeNumbers(value) ? value : []
  } catch {
    return []
  }
}

/** The track that was packed; none when that cannot be read, which is a loss but no reason not to start. */
export const unpackedTrack = (packed: string): TrackPoint[] => {
  const numbers = numbersIn(packed)
  const points: TrackPoint[] = []
  let [time, north, east] = [0, 0, 0]
  for (let index = 0; index + 2 < numbers.length; index += 3) {
    time += numbers[index] ?? 0
    north += numbers[index + 1] ?? 0
    east += numbers[index + 2] ?? 0
    const [latitude, longitude] = [north / perDegree, east / perDegree]
    if (!isWholePosition({ latitude, longitude })) return []
    points.push([time, latitude, longitude])
  }
  return points
}
