import type { Frame } from '#screens/chart/geo/frame.ts'
import { tileExtent } from './coast-shapes.ts'
import type { CoastTiles, DrawnTile } from './coast-tiles.ts'
import type { Colours } from './colours.ts'
import { cornerOf, parentOf, tileSide, tilesIn, type TileSpot } from './tile-cover.ts'

const coastWidth = 1.5

/** Pixels of the screen for one unit of the tile. */
const scaleOf = (spot: TileSpot, { resolution }: Frame): number => tileSide(spot) / tileExtent / resolution

/** From now on, the units of the tile are drawn where they belong. */
const enter = (context: CanvasRenderingContext2D, spot: TileSpot, frame: Frame): void => {
  const [x, y] = frame.pixelOf(cornerOf(spot))
  context.translate(x, y)
  context.rotate(frame.rotation)
  const scale = scaleOf(spot, frame)
  context.scale(scale, scale)
}

interface Painting {
  readonly context: CanvasRenderingContext2D
  readonly frame: Frame
  readonly colours: Colours
}

const drawTile = ({ context, frame, colours }: Painting, spot: TileSpot, tile: DrawnTile): void => {
  context.save()
  enter(context, spot, frame)
  context.fillStyle = colours.land
  context.fill(tile.land)
  context.strokeStyle = colours.coast
  context.lineWidth = coastWidth / scaleOf(spot, frame)
  context.lineJoin = 'round'
  context.stroke(tile.coast)
  context.restore()
}

/** While a tile is on its way, what a coarser one shows there. */
const drawCoarser = (painting: Painting, spot: TileSpot, tiles: CoastTiles): void => {
  const { context, frame } = painting
  for (let above = parentOf(spot); above !== undefined; above = parentOf(above)) {
    const tile = tiles.peek(above)
    if (tile === undefined) continue
    if (tile === 'sea') return
    context.save()
    enter(context, spot, frame)
    context.beginPath()
    context.rect(0, 0, tileExtent, tileExtent)
    context.restore()
    context.save()
    context.clip()
    drawTile(painting, above, tile)
    context.restore()
    return
  }
}

/** Sea, and land where it is known. */
export const paintCoast = (painting: Painting, tiles: CoastTiles): void => {
  const { context, frame, colours } = painting
  context.fillStyle = colours.sea
  context.fillRect(0, 0, frame.width, frame.height)
  for (const spot of tilesIn(frame)) {
    const tile = tiles.get(spot)
    if (tile === undefined) drawCoarser(painting, spot, tiles)
    else if (tile !== 'sea') drawTile(painting, spot, tile)
  }
}
