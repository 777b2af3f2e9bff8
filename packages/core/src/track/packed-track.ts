import { isWholePosition, type TrackPoint } from '@marinedata/model'

const perDegree = 1e6

/** Serializes a track as integer differences between consecutive points. A full track takes about 90 kB. */
export const packTrack = (points: readonly TrackPoint[]): string => {
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

const isIntegers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => Number.isSafeInteger(item))

const parseIntegers = (packed: string): readonly number[] => {
  try {
    const value: unknown = JSON.parse(packed)
    return isIntegers(value) ? value : []
  } catch {
    return []
  }
}

/** Parses a packed track. Invalid text gives an empty track, so that a damaged file does not prevent a start. */
export const unpackTrack = (packed: string): TrackPoint[] => {
  const numbers = parseIntegers(packed)
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
