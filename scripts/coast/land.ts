import { readFileSync } from 'node:fs'
import type { Path } from './path.ts'
import { ringOnMap } from './world-map.ts'

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

/** All land of the world. Land that crosses the date line extends past 0 or 1, so that it is not torn. */
export const readLand = (): Polygon[] => {
  const topology = readTopology()
  const arcs = decodeArcs(topology)
  /** An arc by its number; a negative number means reversed. */
  const arcOf = (index: number): readonly Point[] =>
    index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])
  const ringOf = (indices: readonly number[]): Path =>
    ringOnMap(indices.flatMap((index, at) => arcOf(index).slice(at === 0 ? 0 : 1)).flat())
  return topology.objects.land.geometries.flatMap(({ arcs: polygons }) =>
    polygons.map((rings) => rings.map(ringOf)),
  )
}
