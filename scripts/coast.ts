/**
 * Writes packages/server/assets/coast/coast.generated.pack: the coasts of the world as vector tiles, in one PMTiles
 * archive. Run it after an update of world-atlas (ISC; the data is from Natural Earth, public domain) or of the code
 * that cuts it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cutTiles } from './coast/cut-tiles.ts'
import { encodedTiles, layersOf } from './coast/encode-tile.ts'
import { readLand } from './coast/land.ts'
import { archiveOf } from './coast/write-archive.ts'

const file = new URL('../packages/server/assets/coast/coast.generated.pack', import.meta.url)

const deepestZoom = 8
const zooms = Array.from({ length: deepestZoom + 1 }, (_, zoom) => zoom)
/** One pixel where a tile is 512 wide. The deepest tiles, which are shown magnified, are not simplified. */
const toleranceAt = (zoom: number): number => (zoom === deepestZoom ? 0 : 8)

const { bytes } = archiveOf({
  tiles: encodedTiles(cutTiles(readLand(), { zooms, toleranceAt })),
  zooms,
  metadata: { name: 'Coastline', attribution: 'Natural Earth', vector_layers: layersOf(zooms) },
})
mkdirSync(new URL('.', file), { recursive: true })
writeFileSync(file, bytes)
process.stdout.write(`coast: ${(bytes.length / 2 ** 20).toFixed(2)} MiB\n`)
