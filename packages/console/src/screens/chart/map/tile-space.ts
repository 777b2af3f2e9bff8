import type { Frame } from '#screens/chart/geo/frame.ts'
import type { Colours } from './colours.ts'
import { cornerOf, tileSide, type TileSpot } from './tile-cover.ts'

/** What tiles are drawn with. */
export interface Painting {
  readonly context: CanvasRenderingContext2D
  readonly frame: Frame
  readonly colours: Colours
}

/** Pixels along one side of a tile. */
export const sidePixels = (spot: TileSpot, { resolution }: Frame): number => tileSide(spot) / resolution

/**
 * Draws in tile units at the position of the tile.
 * @param units along one side of it
 */
export const inTile = (
  { context, frame }: Painting,
  { spot, units }: { readonly spot: TileSpot; readonly units: number },
  draw: (pixelsPerUnit: number) => void,
): void => {
  const [x, y] = frame.pixelOf(cornerOf(spot))
  const scale = sidePixels(spot, frame) / units
  context.save()
  context.translate(x, y)
  context.rotate(frame.rotation)
  context.scale(scale, scale)
  draw(scale)
  context.restore()
}
