import { readFileSync } from 'node:fs'
import type { Path } from './path.ts'

type Point = readonly [number, number]

/** An outer ring and the waters that are cut out of it: closed paths on a world map with sides of length 1. */
export type Polygon = readonly Path[]

interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point }
  readonly arcs: readonly (readonly Point[])[]
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly number[][])[] }[] }
  }
}

const pole = -90
const turn = 360

const readTopology = (): Topology => {
  const file = new URL(import.meta.resolve('world-atlas/land-10m.json'))
  // The lock file pins this file, which has one MultiPolygon.
  return JSON.parse(readFileSync(file, 'utf8')) as Topology
}

/** Decodes arcs, which are stored as differences, to longitudes and latitudes. */
const decodeArcs = ({ transform: { scale, translate }, arcs }: Topology): Point[][] =>
  arcs.map((steps) => {
    let [x, y] = [0, 0]
    return steps.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]] as const
    })
  })

/**
 * The source is cut for a globe: its rings step from +180 to −180 in the middle of a coast, and that of Antarctica goes
 * once around. On a flat map each such step would be a line across all seas, and the fill would be on the wrong side of
 * it.
 */
const flattened = (ring: readonly Point[]): readonly Point[] => {
  let shift = 0
  const points = ring.map(([longitude, latitude], index): Point => {
    const step = longitude - (ring[index - 1]?.[0] ?? longitude)
    if (Math.abs(step) > turn / 2) shift -= Math.sign(step) * turn
    return [longitude + shift, latitude]
  })
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first[0] === last[0]) return brought(points)
  return [...points, [last[0], pole], [first[0], pole], first]
}

/** Moves a ring that began on the far side of the date line to where most of it belongs, with its inner waters. */
const brought = (ring: readonly Point[]): readonly Point[] => {
  const longitudes = ring.map(([longitude]) => longitude)
  const least = longitudes.reduce((one, other) => Math.min(one, other))
  const most = longitudes.reduce((one, other) => Math.max(one, other))
  const turns = Math.round((least + most) / 2 / turn)
  return turns === 0 ? ring : ring.map(([longitude, latitude]) => [longitude - turns * turn, latitude])
}

/** Mercator: eastwards from the date line, southwards from 85° north; the map ends at 85° south. */
const mapped = ([longitude, latitude]: Point): Point => {
  const y = 0.5 - Math.atanh(Math.sin((latitude * Math.PI) / 180)) / (2 * Math.PI)
  return [longitude / turn + 0.5, Math.min(1, y)]
}

/** All land of the world. Land that crosses the date line extends past 0 or 1, so that it is not torn. */
export const readLand = (): Polygon[] => {
  const topology = readTopology()
  const arcs = decodeArcs(topology)
  /** An arc by its number; a negative number means reversed. */
  const arcOf = (index: number): readonly Point[] =>
    index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])
  const ringOf = (indices: readonly number[]): Path =>
    flattened(indices.flatMap((index, at) => arcOf(index).slice(at === 0 ? 0 : 1))).flatMap(mapped)
  return topology.objects.land.geometries.flatMap(({ arcs: polygons }) =>
    polygons.map((rings) => rings.map(ringOf)),
  )
}

/** Where the source was cut, and where the map ends; no coast runs along it. */
const isOnSeam = (x: number, y: number): boolean => y >= 1 || Math.abs(x) < 1e-12 || Math.abs(x - 1) < 1e-12

/** Whether a step of a path is a cut of the source. */
export const isSeam = (path: Path, at: number): boolean =>
  isOnSeam(path[at - 2] ?? NaN, path[at - 1] ?? NaN) && isOnSeam(path[at] ?? NaN, path[at + 1] ?? NaN)

/** Whether a point of a path is on a cut and must not move. */
export const isOnCut = (path: Path, at: number): boolean => isOnSeam(path[at] ?? NaN, path[at + 1] ?? NaN)
