import { writeFileSync } from 'node:fs'

/** A part of a polygon in one bin of a degree. */
interface Segment {
  /** The south-west corner of the bin, degrees. */
  readonly bin: readonly [longitude: number, latitude: number]
  readonly polygon: number
  readonly level: number
  /** Sides where it enters and leaves: south, east, north, west from 0 on; a whole ring has neither. */
  readonly sides?: readonly [entry: number, exit: number]
  /** Shares of the bin from its south-west corner, with land on the left. */
  readonly points: readonly (readonly [number, number])[]
}

const [columns, rows] = [360, 180]
const inside = [4, 4] as const

const binOf = ({ bin: [longitude, latitude] }: Segment): number =>
  (rows - 1 - (latitude + 90)) * columns + ((longitude + columns) % columns)

/** An island across 0° E in the Channel, with a lake, and an islet in the lake. */
const island: readonly Segment[] = [
  {
    bin: [-1, 50],
    polygon: 0,
    level: 1,
    sides: [1, 1],
    points: [
      [1, 0.45],
      [0.8, 0.45],
      [0.8, 0.15],
      [1, 0.15],
    ],
  },
  {
    bin: [0, 50],
    polygon: 0,
    level: 1,
    sides: [3, 3],
    points: [
      [0, 0.15],
      [0.2, 0.15],
      [0.2, 0.45],
      [0, 0.45],
    ],
  },
  {
    bin: [0, 50],
    polygon: 1,
    level: 2,
    points: [
      [0.05, 0.2],
      [0.05, 0.4],
      [0.15, 0.4],
      [0.15, 0.2],
      [0.05, 0.2],
    ],
  },
  {
    bin: [0, 50],
    polygon: 2,
    level: 3,
    points: [
      [0.09, 0.28],
      [0.11, 0.28],
      [0.11, 0.32],
      [0.09, 0.32],
      [0.09, 0.28],
    ],
  },
]
const parents = [-1, 0, 1]

const infoOf = ({ level, sides: [entry, exit] = inside, points }: Segment): number =>
  (points.length << 9) | (level << 6) | (entry << 3) | exit

/** Writes shorelines in the form that scripts/chart-pack/read-binned.py makes of GSHHG. */
export const makeShores = (file: string): void => {
  const segments = island.toSorted((one, other) => binOf(one) - binOf(other))
  const segmentsInBin = new Int32Array(columns * rows)
  for (const segment of segments) segmentsInBin[binOf(segment)]!++
  const points = segments.flatMap((segment) => segment.points)
  const firstPoint = segments.map((_, at) =>
    segments.slice(0, at).reduce((sum, segment) => sum + segment.points.length, 0),
  )
  const gridded = (axis: 0 | 1): Uint16Array => Uint16Array.from(points, (point) => point[axis] * 65_535)
  const columnByName = {
    segmentsInBin,
    segmentInfo: Int32Array.from(segments, infoOf),
    firstPoint: Int32Array.from(firstPoint),
    polygonOfSegment: Int32Array.from(segments, ({ polygon }) => polygon),
    parentOfPolygon: Int32Array.from(parents),
    longitude: gridded(0),
    latitude: gridded(1),
  }
  const arrays = Object.entries(columnByName).map(([name, column]) => ({
    name,
    kind: column instanceof Uint16Array ? 'u2' : 'i4',
    length: column.length,
  }))
  const heading = JSON.stringify({ version: 'test', binMinutes: 60, arrays })
  const bytes = Object.values(columnByName).map(({ buffer }) => Buffer.from(buffer))
  writeFileSync(file, Buffer.concat([Buffer.from(`${heading}\n`), ...bytes]))
}
