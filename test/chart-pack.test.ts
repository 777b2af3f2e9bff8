import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { PmtilesFile } from '../packages/server/src/charts/pmtiles-file.ts'
import { makeShores } from '../packages/server/test/charts/make-shores.ts'

const limit = { timeout: 120_000 }
const script = new URL('../scripts/chart-pack.ts', import.meta.url).pathname

/** Runs the program on the shorelines of a small island. */
const makePack = async (folder: string, ...more: readonly string[]): Promise<string> => {
  const shores = join(folder, 'island.shores')
  makeShores(shores)
  const options = ['--conditions=@marinedata/source', script, '--from', shores, '--to', folder, ...more]
  return (await promisify(execFile)(process.execPath, options, { timeout: 60_000 })).stdout
}

const pathsOf = (layer: VectorTileLayer | undefined) =>
  Array.from({ length: layer?.length ?? 0 }, (_, index) => layer!.feature(index).loadGeometry()).flat()

/** The winding of the land around a place: 1 on land, 0 on water. */
const turnsAt = async (file: PmtilesFile, z: number, [longitude, latitude]: readonly [number, number]) => {
  const x = (longitude / 360 + 0.5) * 2 ** z
  const y = (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z
  const tile = await file.tile({ z, x: Math.floor(x), y: Math.floor(y) })
  if (tile === undefined) return 0
  const { layers } = new VectorTile(new PbfReader(gunzipSync(tile.bytes)))
  const at = { x: (x % 1) * 4096, y: (y % 1) * 4096 }
  let turns = 0
  for (const ring of pathsOf(layers['land']))
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1]
      if (from === undefined || from.y <= at.y === to.y <= at.y) continue
      const isEast = from.x + ((at.y - from.y) / (to.y - from.y)) * (to.x - from.x) > at.x
      if (isEast) turns += to.y > from.y ? 1 : -1
    }
  return turns
}

suite('the program that makes a chart file of the coasts', () => {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'chart-pack-'))
  const file = new PmtilesFile(join(folder.path, 'coast-gshhg.pmtiles'))
  let summary = ''
  before(async () => {
    summary = await makePack(folder.path)
  }, limit)
  after(() => folder.remove())

  test('joins shorelines across bins, with lakes and the islands in them', limit, async () => {
    assert.match(summary, /coast-gshhg\.pmtiles: 0\.\d+ MiB, zooms 9 to 10, \d+ tiles, \d+ different, /)
    const { content, kind, minzoom, maxzoom, attribution } = await file.describe()
    assert.deepEqual([content, kind, minzoom, maxzoom], ['coast', 'vector', 9, 10])
    assert.match(attribution ?? '', /GSHHG.*LGPL/)
    for (const z of [9, 10]) {
      for (const land of [
        [-0.1, 50.3],
        [0.02, 50.3],
        [0.1, 50.3],
        [-0.0001, 50.2],
      ] as const)
        assert.equal(await turnsAt(file, z, land), 1, `land at ${land.join()}, zoom ${z}`)
      for (const water of [
        [-0.3, 50.3],
        [0.07, 50.3],
        [0.3, 50.3],
        [0, 50.6],
      ] as const)
        assert.equal(await turnsAt(file, z, water), 0, `water at ${water.join()}, zoom ${z}`)
    }
  })

  test('no coast is drawn along a bin or a tile', limit, async () => {
    // The tile east of 0° E, which is a border of bins and of tiles.
    const tile = await file.tile({ z: 9, x: 256, y: 172 })
    const { layers } = new VectorTile(new PbfReader(gunzipSync(tile!.bytes)))
    const steps = pathsOf(layers['coast']).flatMap((line) =>
      line.slice(1).map((to, at) => [line[at]!, to] as const),
    )
    assert.ok(steps.length >= 8)
    for (const [from, to] of steps) assert.ok(from.x !== to.x || from.x > 0, JSON.stringify([from, to]))
  })

  test('an area has its own bounds and no tiles elsewhere', limit, async () => {
    using other = mkdtempDisposableSync(join(tmpdir(), 'chart-pack-'))
    await makePack(other.path, '--area=0.05,50.2,0.15,50.4')
    const part = new PmtilesFile(join(other.path, 'coast-gshhg.pmtiles'))
    assert.deepEqual((await part.describe()).bounds, [0.05, 50.2, 0.15, 50.4])
    assert.equal(await turnsAt(part, 12, [0.1, 50.3]), 1)
    assert.equal(await turnsAt(part, 12, [-0.15, 50.3]), 0)
  })

  test('the licence is written beside the file', limit, async () => {
    assert.match(await readFile(join(folder.path, 'NOTICE'), 'utf8'), /LGPL-3\.0-or-later/)
  })

  test('an area that is not one is rejected', limit, async () => {
    await assert.rejects(makePack(folder.path, '--area=4,50,3,51'), /is not an area/)
  })
})
