import { tileExtent } from './coast-shapes.ts'
import type { CoastTile, CoastTiles } from './coast-tiles.ts'
import { deepestCoast, parentOf, tilesIn, type TileSpot } from './tile-cover.ts'
import { inTile, type Painting } from './tile-space.ts'

const coastWidth = 1.5

const drawTile = (painting: Painting, spot: TileSpot, tile: CoastTile): void => {
  const { context, colours } = painting
  inTile(painting, { spot, units: tileExtent }, (scale) => {
    context.fillStyle = colours.land
    context.fill(tile.land)
    context.strokeStyle = colours.coast
    context.lineWidth = coastWidth / scale
    context.lineJoin = 'round'
    context.stroke(tile.coast)
  })
}

/** Draws a coarser tile while the right one is loading. */
const drawCoarser = (painting: Painting, spot: TileSpot, tiles: CoastTiles): void => {
  const { context } = painting
  for (let above = parentOf(spot); above !== undefined; above = parentOf(above)) {
    const tile = tiles.peek(above)
    if (tile === undefined) continue
    if (tile === 'empty') return
    inTile(painting, { spot, units: tileExtent }, () => {
      context.beginPath()
      context.rect(0, 0, tileExtent, tileExtent)
    })
    context.save()
    context.clip()
    drawTile(painting, above, tile)
    context.restore()
    return
  }
}

/** Draws sea and land. */
export const paintCoast = (painting: Painting, tiles: CoastTiles): void => {
  const { context, frame, colours } = painting
  context.fillStyle = colours.sea
  context.fillRect(0, 0, frame.width, frame.height)
  for (const spot of tilesIn(frame, Math.min(deepestCoast, Math.round(frame.zoom)))) {
    const tile = tiles.get(spot)
    if (tile === undefined) drawCoarser(painting, spot, tiles)
    else if (tile !== 'empty') drawTile(painting, spot, tile)
  }
}
