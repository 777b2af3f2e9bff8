import { PbfWriter } from 'pbf'
import type { Path } from './path.ts'

/** Units along one side of a tile. */
export const extent = 4096

export interface TileShapes {
  /** Closed, the last point equal to the first: clockwise on the screen for land, anticlockwise for inner waters. */
  readonly land: readonly Path[]
  readonly coast: readonly Path[]
}

// Mapbox Vector Tile 2.1, as far as needed: https://github.com/mapbox/vector-tile-spec
const geometry = { line: 2, polygon: 3 } as const
const command = { moveTo: 1, lineTo: 2, closePath: 7 } as const
const field = {
  tileLayer: 3,
  layer: { name: 1, feature: 2, extent: 5, version: 15 },
  feature: { type: 3, geometry: 4 },
} as const

interface Layer {
  readonly name: string
  readonly type: (typeof geometry)[keyof typeof geometry]
  readonly paths: readonly Path[]
}

const commandOf = (id: number, count: number): number => id | (count << 3)
const zigzag = (value: number): number => (value << 1) ^ (value >> 31)

/** All paths of a layer as one geometry: each point is encoded relative to the one before, also across paths. */
const commandsOf = ({ type, paths }: Layer): number[] => {
  const commands: number[] = []
  let [x, y] = [0, 0]
  const step = (path: Path, at: number): void => {
    const [toX = 0, toY = 0] = [path[at], path[at + 1]]
    commands.push(zigzag(toX - x), zigzag(toY - y))
    x = toX
    y = toY
  }
  const isClosed = type === geometry.polygon
  for (const path of paths) {
    // Closing a ring returns to its first point, so it is not encoded twice.
    const end = path.length - (isClosed ? 2 : 0)
    commands.push(commandOf(command.moveTo, 1))
    step(path, 0)
    commands.push(commandOf(command.lineTo, end / 2 - 1))
    for (let at = 2; at < end; at += 2) step(path, at)
    if (isClosed) commands.push(commandOf(command.closePath, 1))
  }
  return commands
}

const writeFeature = (layer: Layer, writer: PbfWriter): void => {
  writer.writeVarintField(field.feature.type, layer.type)
  writer.writePackedVarint(field.feature.geometry, commandsOf(layer))
}

const writeLayer = (layer: Layer, writer: PbfWriter): void => {
  writer.writeVarintField(field.layer.version, 2)
  writer.writeStringField(field.layer.name, layer.name)
  writer.writeMessage(field.layer.feature, writeFeature, layer)
  writer.writeVarintField(field.layer.extent, extent)
}

/** A vector tile with the layers `land` (polygons) and `coast` (lines), each one feature; empty layers are omitted. */
const encodeTile = ({ land, coast }: TileShapes): Uint8Array => {
  const writer = new PbfWriter()
  const layers: readonly Layer[] = [
    { name: 'land', type: geometry.polygon, paths: land },
    { name: 'coast', type: geometry.line, paths: coast },
  ]
  for (const layer of layers)
    if (layer.paths.length > 0) writer.writeMessage(field.tileLayer, writeLayer, layer)
  return writer.finish()
}

/** The layers as stated in the metadata of an archive. */
export const layersOf = (zooms: readonly number[]): object[] =>
  ['land', 'coast'].map((id) => ({
    id,
    fields: {},
    minzoom: Math.min(...zooms),
    maxzoom: Math.max(...zooms),
  }))

/** Encodes tiles one after the other, as an archive takes them. */
export const encodedTiles = function* <Tile extends { readonly shapes: TileShapes }>(
  tiles: Iterable<Tile>,
): Generator<Omit<Tile, 'shapes'> & { readonly bytes: Uint8Array }> {
  for (const { shapes, ...place } of tiles) yield { ...place, bytes: encodeTile(shapes) }
}
