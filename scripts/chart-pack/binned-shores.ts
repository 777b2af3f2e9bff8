import type { Polygon } from '../coast/land.ts'
import { ringOnMap } from '../coast/world-map.ts'
import { reversed, type Path } from '../coast/path.ts'

/**
 * Shorelines of GSHHG as GMT stores them: cut by a grid of bins that begins at 0° E, 90° N and runs eastwards, then
 * southwards. A polygon that crosses bins has one segment per crossing.
 */
export interface BinnedShores {
  readonly version: string
  readonly binMinutes: number
  readonly segmentsInBin: Int32Array
  /** Bits 0–2: side of the exit, 3–5: side of the entry, 6–8: level, from 9: number of points. */
  readonly segmentInfo: Int32Array
  readonly firstPoint: Int32Array
  readonly polygonOfSegment: Int32Array
  /** The polygon around a polygon; −1 for none. */
  readonly parentOfPolygon: Int32Array
  /** From the south-west corner of the bin, in 65535ths of it. */
  readonly longitude: Uint16Array
  readonly latitude: Uint16Array
}

interface Heading {
  readonly version: string
  readonly binMinutes: number
  readonly arrays: readonly { readonly name: string; readonly kind: 'i4' | 'u2'; readonly length: number }[]
}

/** Reads the form that read-binned.py writes: one line of JSON that names the arrays, then the arrays. */
export const parseShores = (bytes: Buffer): BinnedShores => {
  const end = bytes.indexOf('\n')
  // Written by read-binned.py beside this file.
  const { arrays, ...facts } = JSON.parse(bytes.toString('utf8', 0, end)) as Heading
  let from = end + 1
  const columns = arrays.map(({ name, kind, length }) => {
    const Column = kind === 'u2' ? Uint16Array : Int32Array
    const size = length * Column.BYTES_PER_ELEMENT
    if (from + size > bytes.length) throw new RangeError(`The shorelines end in the middle of "${name}"`)
    const part = new Uint8Array(bytes.subarray(from, from + size))
    from += size
    return [name, new Column(part.buffer)]
  })
  return { ...facts, ...Object.fromEntries(columns) } as BinnedShores
}

const gridSteps = 65_535
/** The side of a segment that begins or ends inside its bin: a whole ring. */
const inside = 4
/** Antarctica’s grounding line, which lies within its ice front. The ice front is what a sailor meets. */
const groundingLine = 6

/** Columns and rows of bins to the neighbour beyond each side: south, east, north, west. */
const neighbours = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const

/** A segment on a grid of whole numbers over the globe, so that ends can be compared. */
class Segments {
  readonly #shores: BinnedShores
  readonly #binOf: Int32Array
  readonly #columns: number

  constructor(shores: BinnedShores) {
    this.#shores = shores
    this.#columns = (360 * 60) / shores.binMinutes
    this.#binOf = new Int32Array(shores.segmentInfo.length)
    let segment = 0
    for (const [bin, count] of shores.segmentsInBin.entries())
      for (let each = 0; each < count; each++) this.#binOf[segment++] = bin
  }

  get count(): number {
    return this.#shores.segmentInfo.length
  }

  #info(segment: number): number {
    return this.#shores.segmentInfo[segment] ?? 0
  }

  levelOf(segment: number): number {
    return (this.#info(segment) >> 6) & 7
  }

  isRing(segment: number): boolean {
    return ((this.#info(segment) >> 3) & 7) === inside
  }

  polygonOf(segment: number): number {
    return this.#shores.polygonOfSegment[segment] ?? -1
  }

  /** The bin and the place on the grid where a segment begins. */
  startOf(segment: number): string {
    const [column, row] = this.#binAt(segment)
    return this.#keyOf(segment, [column, row], this.#shores.firstPoint[segment] ?? 0)
  }

  /** Where the segment after this one begins: at its end, in the bin beyond the side of its exit. */
  nextStartOf(segment: number): string {
    const [column, row] = this.#binAt(segment)
    const [east, north] = neighbours[this.#info(segment) & 3] ?? [0, 0]
    const next = [(column + east + this.#columns) % this.#columns, row + north] as const
    return this.#keyOf(segment, next, (this.#shores.firstPoint[segment] ?? 0) + this.#sizeOf(segment) - 1)
  }

  /** Adds the points of a segment in degrees. */
  pushPoints(points: number[], segment: number): void {
    const { firstPoint, longitude, latitude, binMinutes } = this.#shores
    const [column, row] = this.#binAt(segment)
    const degrees = binMinutes / 60
    const first = firstPoint[segment] ?? 0
    for (let at = first; at < first + this.#sizeOf(segment); at++) {
      const east = (column + (longitude[at] ?? 0) / gridSteps) * degrees
      const north = (row + (latitude[at] ?? 0) / gridSteps) * degrees - 90
      points.push(east > 180 ? east - 360 : east, north)
    }
  }

  #sizeOf(segment: number): number {
    return this.#info(segment) >> 9
  }

  /** Column from 0° E and row from the south. */
  #binAt(segment: number): readonly [number, number] {
    const bin = this.#binOf[segment] ?? 0
    const rows = this.#shores.segmentsInBin.length / this.#columns
    return [bin % this.#columns, rows - 1 - Math.floor(bin / this.#columns)]
  }

  #keyOf(segment: number, bin: readonly [number, number], point: number): string {
    const [column, row] = this.#binAt(segment)
    const x = (column * gridSteps + (this.#shores.longitude[point] ?? 0)) % (this.#columns * gridSteps)
    const y = row * gridSteps + (this.#shores.latitude[point] ?? 0)
    return `${this.polygonOf(segment)} ${bin.join()} ${x},${y}`
  }
}

/** The segments of each ring, in order. */
const chainsOf = function* (segments: Segments): Generator<readonly number[]> {
  const open = new Map<string, number>()
  for (let segment = 0; segment < segments.count; segment++) {
    if (segments.levelOf(segment) === groundingLine) continue
    if (segments.isRing(segment)) yield [segment]
    else open.set(segments.startOf(segment), segment)
  }
  for (const [start, segment] of open) {
    const chain = [segment]
    open.delete(start)
    for (let key = segments.nextStartOf(segment); key !== start;) {
      const next = open.get(key)
      if (next === undefined) throw new RangeError(`A shoreline ends at ${key}, in the middle of a polygon`)
      open.delete(key)
      chain.push(next)
      key = segments.nextStartOf(next)
    }
    yield chain
  }
}

/** Begins a ring at the date line if it meets it: Antarctica is cut there, and the cut must not look like a coast. */
const fromDateLine = (ring: number[]): number[] => {
  const at = ring.findIndex((value, index) => index % 2 === 0 && Math.abs(value) === 180)
  return at <= 0 ? ring : [...ring.slice(at), ...ring.slice(2, at + 2)]
}

const isRound = (ring: Path): boolean => {
  let turned = 0
  for (let at = 2; at < ring.length; at += 2) {
    const step = (ring[at] ?? 0) - (ring[at - 2] ?? 0)
    turned += step - 360 * Math.round(step / 360)
  }
  return Math.abs(turned) > 180
}

const ringOf = (segments: Segments, chain: readonly number[]): Path => {
  const points: number[] = []
  for (const segment of chain) {
    // The first point of a segment is the last of the one before.
    if (points.length > 0) points.length -= 2
    segments.pushPoints(points, segment)
  }
  // Clockwise on the screen, as tiles have it.
  return reversed(ringOnMap(isRound(points) ? fromDateLine(points) : points))
}

/** Odd levels are land (1 in the sea, 3 in a lake), even ones are waters in the land around them. */
const isWater = (level: number): boolean => level % 2 === 0

/** All land, with its lakes. */
export const landOf = (shores: BinnedShores): Polygon[] => {
  const segments = new Segments(shores)
  const polygonById = new Map<number, Path[]>()
  const waters: { parent: number; ring: Path }[] = []
  for (const chain of chainsOf(segments)) {
    const [segment = 0] = chain
    const [id, ring] = [segments.polygonOf(segment), ringOf(segments, chain)]
    if (isWater(segments.levelOf(segment))) waters.push({ parent: shores.parentOfPolygon[id] ?? -1, ring })
    else polygonById.set(id, [ring])
  }
  for (const { parent, ring } of waters) {
    const polygon = polygonById.get(parent)
    if (polygon === undefined) throw new RangeError(`A lake is in land ${parent}, which is missing`)
    polygon.push(ring)
  }
  return [...polygonById.values()]
}
