import type { TilePlace } from '../../packages/server/src/charts/tile-id.ts'
import { boxAround, clipLine, clipRing, isApart, isWithinBox, type Box } from './clip.ts'
import { extent, type TileShapes } from './encode-tile.ts'
import type { Polygon } from './land.ts'
import { doubleAreaOf, reversed, rounded, simplified, type Path } from './path.ts'
import { isOnCut, isSeam } from './world-map.ts'

/** A tile, or, where all is land, every tile of a zoom within a place. */
export interface CutTile {
  readonly place: TilePlace
  readonly zoom: number
  readonly shapes: TileShapes
}

export interface CutOptions {
  readonly zooms: readonly number[]
  /**
   * How far a coast may be moved at a zoom to save points, in units of the tile. Smaller land is omitted; 0 keeps
   * everything.
   */
  readonly toleranceAt: (zoom: number) => number
  /** Only tiles that touch it, on a map with sides of length 1; the world when absent. */
  readonly area?: Box
}

/** How far shapes extend over the tile's border, in its units, so that strokes do not end there. */
const buffer = 32

/** A path with its bounds, so that most are placed without a look at their points. */
interface Bounded {
  readonly path: Path
  readonly box: Box
}

const bounded = (path: Path): Bounded => ({ path, box: boxAround(path) })

/** Land and coasts of a part of the world. */
interface Region {
  /** An outer ring and its inner waters each. */
  readonly polygons: readonly (readonly Bounded[])[]
  readonly coasts: readonly Bounded[]
}

/** The parts of a ring that are coast. */
const coastOf = (ring: Path): Path[] => {
  const lines: number[][] = []
  let line: number[] = []
  for (let at = 0; at < ring.length; at += 2) {
    if (at > 0 && isSeam(ring, at)) {
      lines.push(line)
      line = []
    }
    line.push(ring[at] ?? 0, ring[at + 1] ?? 0)
  }
  return [...lines, line].filter(({ length }) => length > 2)
}

/** Coasts are taken from the rings before they are cut, or the borders of tiles would be drawn as coast. */
const regionOf = (polygons: readonly Polygon[]): Region => ({
  polygons: polygons.map((rings) => rings.map(bounded)),
  coasts: polygons.flatMap((polygon) => polygon.flatMap((ring) => coastOf(ring).map(bounded))),
})

const clipRings = (rings: readonly Bounded[], box: Box): readonly Bounded[] =>
  rings.flatMap((ring) => {
    if (isApart(ring.box, box)) return []
    if (isWithinBox(ring.box, box)) return [ring]
    const path = clipRing(ring.path, box, ring.box)
    return path.length === 0 ? [] : [bounded(path)]
  })

const clipCoast = (line: Bounded, box: Box): readonly Bounded[] => {
  if (isApart(line.box, box)) return []
  return isWithinBox(line.box, box) ? [line] : clipLine(line.path, box, line.box).map(bounded)
}

const clipRegion = ({ polygons, coasts }: Region, box: Box): Region => ({
  polygons: polygons.map((rings) => clipRings(rings, box)).filter(({ length }) => length > 0),
  coasts: coasts.flatMap((line) => clipCoast(line, box)),
})

/** The paths of a copy of the world that reach into a box. */
const shifted = (paths: readonly Bounded[], by: number, into: Box): Bounded[] =>
  paths.flatMap(({ path, box }) => {
    const shiftedBox = { ...box, west: box.west + by, east: box.east + by }
    if (isApart(shiftedBox, into)) return []
    return [
      { path: by === 0 ? path : path.map((value, at) => value + (at % 2 === 0 ? by : 0)), box: shiftedBox },
    ]
  })

/** Repeats what crosses the date line on the other side, so that it is seen on both. */
const wrapped = ({ polygons, coasts }: Region, margin: number): Region => {
  const box: Box = { west: -margin, north: -1, east: 1 + margin, south: 2 }
  const copies = [-1, 0, 1].map((by) => {
    const copy = {
      polygons: polygons.map((rings) => shifted(rings, by, box)).filter(({ length }) => length > 0),
      coasts: shifted(coasts, by, box),
    }
    return clipRegion(copy, box)
  })
  return {
    polygons: copies.flatMap((copy) => copy.polygons),
    coasts: copies.flatMap((copy) => copy.coasts),
  }
}

const sizeOf = (ring: Path): number => Math.sqrt(Math.abs(doubleAreaOf(ring)) / 2)

/** The land of the world, simplified. */
const simplifiedLand = (land: readonly Polygon[], tolerance: number): readonly Polygon[] => {
  if (tolerance === 0) return land
  const simplifying = { tolerance, isFixed: isOnCut }
  return land
    .filter(([outer = []]) => sizeOf(outer) >= tolerance)
    .map((polygon) => polygon.map((ring) => simplified(ring, simplifying)))
}

/** Rings that enclose an area, wound so that inner waters stay open when all are filled at once. */
const wound = (ring: Path, index: number): Path[] => {
  const area = doubleAreaOf(ring)
  if (area === 0) return []
  return [area > 0 === (index === 0) ? ring : reversed(ring)]
}

const shapesOf = ({ polygons, coasts }: Region, { z, x, y }: TilePlace): TileShapes => {
  const grid = { x: x / 2 ** z, y: y / 2 ** z, scale: extent * 2 ** z }
  return {
    land: polygons.flatMap((rings) => rings.flatMap(({ path }, index) => wound(rounded(path, grid), index))),
    coast: coasts.map(({ path }) => rounded(path, grid)).filter(({ length }) => length > 2),
  }
}

const [least, most] = [-buffer, extent + buffer]
/** A tile that is all land. */
const allLand: TileShapes = {
  land: [[least, least, most, least, most, most, least, most, least, least]],
  coast: [],
}

/** Also where a coast that is too small for a tile was rounded away. */
const isWholeTile = ({ land, coast }: TileShapes): boolean =>
  coast.length === 0 && land.length === 1 && doubleAreaOf(land[0] ?? []) === 2 * (most - least) ** 2

const isAllLand = ({ polygons: [rings, ...others], coasts }: Region, box: Box): boolean => {
  const [ring] = rings ?? []
  if (coasts.length > 0 || others.length > 0 || rings?.length !== 1 || ring === undefined) return false
  const whole = 2 * (box.east - box.west) * (box.south - box.north)
  return Math.abs(Math.abs(doubleAreaOf(ring.path)) / whole - 1) < 1e-9
}

const quartersOf = ({ z, x, y }: TilePlace): TilePlace[] =>
  [0, 1, 2, 3].map((quarter) => ({ z: z + 1, x: 2 * x + (quarter & 1), y: 2 * y + (quarter >> 1) }))

const boxOf = ({ z, x, y }: TilePlace, margin: number): Box => ({
  west: x / 2 ** z - margin,
  north: y / 2 ** z - margin,
  east: (x + 1) / 2 ** z + margin,
  south: (y + 1) / 2 ** z + margin,
})

/** A place that is to be cut, with what lies in it. */
interface Part {
  readonly place: TilePlace
  readonly region: Region
}

const isEmpty = ({ polygons, coasts }: Region): boolean => polygons.length === 0 && coasts.length === 0

/** What is drawn in a tile; nothing if all of it is too small. */
const drawnIn = ({ place, region }: Part): readonly TileShapes[] => {
  const shapes = shapesOf(region, place)
  if (shapes.land.length === 0 && shapes.coast.length === 0) return []
  return [isWholeTile(shapes) ? allLand : shapes]
}

interface CutZoom {
  readonly zoom: number
  readonly area: Box
}

/** The tiles of one zoom, found by quartering the world recursively. */
const cutZoom = function* (land: readonly Polygon[], { zoom, area }: CutZoom): Generator<CutTile> {
  const margin = buffer / (extent * 2 ** zoom)
  const waiting: Part[] = [{ place: { z: 0, x: 0, y: 0 }, region: wrapped(regionOf(land), margin) }]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { place, region } = part
    const box = boxOf(place, 0)
    if (isEmpty(region) || isApart(box, area)) continue
    if (isWithinBox(box, area) && isAllLand(region, boxOf(place, margin)))
      yield { place, zoom, shapes: allLand }
    else if (place.z === zoom) for (const shapes of drawnIn(part)) yield { place, zoom, shapes }
    else
      for (const quarter of quartersOf(place))
        waiting.push({ place: quarter, region: clipRegion(region, boxOf(quarter, margin)) })
  }
}

const world: Box = { west: 0, north: 0, east: 1, south: 1 }

/** The land in the tiles that touch an area. What lies beyond does not need to be simplified. */
const landNear = (land: readonly Polygon[], area: Box, zoom: number): readonly Polygon[] => {
  const side = 2 ** -zoom
  // Twice the buffer: the cut is not drawn as a coast.
  const margin = (2 * buffer * side) / extent
  const box: Box = {
    west: Math.floor(area.west / side) * side - margin,
    north: Math.floor(area.north / side) * side - margin,
    east: (Math.floor(area.east / side) + 1) * side + margin,
    south: (Math.floor(area.south / side) + 1) * side + margin,
  }
  const copiesOf = (polygon: Polygon): readonly Polygon[] => {
    const rings = polygon.map(bounded)
    return [-1, 0, 1].map((by) => clipRings(shifted(rings, by, box), box).map(({ path }) => path))
  }
  return land.flatMap(copiesOf).filter(({ length }) => length > 0)
}

/** Every tile with land or coast; the others are sea. */
export const cutTiles = function* (
  land: readonly Polygon[],
  { zooms, toleranceAt, area }: CutOptions,
): Generator<CutTile> {
  const near = area === undefined ? land : landNear(land, area, Math.min(...zooms))
  for (const zoom of zooms) {
    const seen = simplifiedLand(near, toleranceAt(zoom) / (extent * 2 ** zoom))
    yield* cutZoom(seen, { zoom, area: area ?? world })
  }
}
