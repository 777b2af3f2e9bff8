import { clipLine, clipRing, type Box } from './clip.ts'
import { extent, type TileShapes } from './encode-tile.ts'
import { isOnCut, isSeam, type Polygon } from './land.ts'
import { doubleAreaOf, reversed, rounded, simplified, type Path } from './path.ts'

export interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

export interface CutTile extends TilePlace {
  readonly shapes: TileShapes
}

export const deepestZoom = 8
/** How far shapes extend over the tile's border, in its units, so that strokes do not end there. */
const buffer = 32
/**
 * How far a coast may be moved to save points, in units of the tile: one pixel where a tile is 512 wide. Smaller land
 * is omitted. The deepest tiles, which are shown magnified, are not simplified.
 */
const tolerance = 8

/** Land and coasts of a part of the world. */
interface Region {
  readonly polygons: readonly Polygon[]
  readonly coasts: readonly Path[]
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
  polygons,
  coasts: polygons.flatMap((polygon) => polygon.flatMap(coastOf)),
})

const clipRegion = ({ polygons, coasts }: Region, box: Box): Region => ({
  polygons: polygons
    .map((rings) => rings.map((ring) => clipRing(ring, box)).filter(({ length }) => length > 0))
    .filter(({ length }) => length > 0),
  coasts: coasts.flatMap((line) => clipLine(line, box)),
})

const shifted = ({ polygons, coasts }: Region, by: number): Region => {
  const shift = (path: Path): Path => path.map((value, at) => (at % 2 === 0 ? value + by : value))
  return { polygons: polygons.map((rings) => rings.map(shift)), coasts: coasts.map(shift) }
}

/** Repeats what crosses the date line on the other side, so that it is seen on both. */
const wrapped = (world: Region, margin: number): Region => {
  const box: Box = { west: -margin, north: -1, east: 1 + margin, south: 2 }
  const copies = [-1, 0, 1].map((by) => clipRegion(shifted(world, by), box))
  return {
    polygons: copies.flatMap(({ polygons }) => polygons),
    coasts: copies.flatMap(({ coasts }) => coasts),
  }
}

const sizeOf = ([outer = []]: Polygon): number => Math.sqrt(Math.abs(doubleAreaOf(outer)) / 2)

/** The land of the world, simplified for a zoom. */
const seenAt = (zoom: number, land: readonly Polygon[]): Polygon[] => {
  if (zoom === deepestZoom) return [...land]
  const least = tolerance / (extent * 2 ** zoom)
  const simplifying = { tolerance: least, isFixed: isOnCut }
  return land
    .filter((polygon) => sizeOf(polygon) >= least)
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
    land: polygons.flatMap((rings) => rings.flatMap((ring, index) => wound(rounded(ring, grid), index))),
    coast: coasts.map((line) => rounded(line, grid)).filter(({ length }) => length > 2),
  }
}

const [near, far] = [-buffer, extent + buffer]
/** A tile that is all land. */
const allLand: TileShapes = {
  land: [[near, near, far, near, far, far, near, far, near, near]],
  coast: [],
}

const isAllLand = ({ land, coast }: TileShapes): boolean =>
  coast.length === 0 && land.length === 1 && doubleAreaOf(land[0] ?? []) === 2 * (far - near) ** 2

const quartersOf = ({ z, x, y }: TilePlace): TilePlace[] =>
  [0, 1, 2, 3].map((quarter) => ({ z: z + 1, x: 2 * x + (quarter & 1), y: 2 * y + (quarter >> 1) }))

const boxOf = ({ z, x, y }: TilePlace, margin: number): Box => ({
  west: x / 2 ** z - margin,
  north: y / 2 ** z - margin,
  east: (x + 1) / 2 ** z + margin,
  south: (y + 1) / 2 ** z + margin,
})

/** The tiles of one zoom, found by quartering the world recursively. */
const cutZoom = function* (zoom: number, land: readonly Polygon[]): Generator<CutTile> {
  const margin = buffer / (extent * 2 ** zoom)
  const world = wrapped(regionOf(seenAt(zoom, land)), margin)
  const waiting = [{ place: { z: 0, x: 0, y: 0 }, region: world }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { place, region } = next
    if (region.polygons.length === 0 && region.coasts.length === 0) continue
    if (place.z < zoom) {
      for (const quarter of quartersOf(place))
        waiting.push({ place: quarter, region: clipRegion(region, boxOf(quarter, margin)) })
      continue
    }
    const shapes = shapesOf(region, place)
    if (shapes.land.length > 0 || shapes.coast.length > 0)
      yield { ...place, shapes: isAllLand(shapes) ? allLand : shapes }
  }
}

/** Every tile with land or coast; the others are sea. */
export const cutTiles = function* (land: readonly Polygon[]): Generator<CutTile> {
  for (let zoom = 0; zoom <= deepestZoom; zoom++) yield* cutZoom(zoom, land)
}
