/**
 * Writes packages/server/assets/coast/coast.generated.pack: the coasts of the world as vector tiles, in one PMTiles
 * archive. Run it after an update of world-atlas (ISC; the data is from Natural Earth, public domain) or of the code
 * that cuts it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cutTiles, deepestZoom } from './coast/cut-tiles.ts'
import { encodeTile } from './coast/encode-tile.ts'
import { readLand } from './coast/land.ts'
import { archiveOf } from './coast/write-archive.ts'

const file = new URL('../packages/server/assets/coast/coast.generated.pack', import.meta.url)

const tiles = Array.from(cutTiles(readLand()), ({ shapes, ...place }) => ({
  ...place,
  bytes: encodeTile(shapes),
}))
const fields = {}
const archive = archiveOf({
  tiles,
  maxZoom: deepestZoom,
  metadata: {
    name: 'Coastline',
    attribution: 'Natural Earth',
    vector_layers: ['land', 'coast'].map((id) => ({ id, fields, minzoom: 0, maxzoom: deepestZoom })),
  },
})
mkdirSync(new URL('.', file), { recursive: true })
writeFileSync(file, archive)
process.stdout.write(`coast: ${(archive.length / 2 ** 20).toFixed(2)} MiB\n`)
