import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { MbtilesReader } from './mbtiles-reader.ts'
import { ChartFolder } from './chart-folder.ts'

const sound = new URL('../../test/charts/every-tile.pmtiles', import.meta.url)

const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'marinedata-charts-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const idsIn = async (charts: ChartFolder): Promise<string[]> => (await charts.list()).map(({ id }) => id)

test('notices added, replaced and removed charts within three seconds', async () => {
  await using folder = await temporaryFolder()
  let now = 0
  const place = join(folder.path, 'charts')
  const charts = new ChartFolder(place, () => now, new MbtilesReader())
  assert.deepEqual(await idsIn(charts), [])
  await mkdir(place)
  await copyFile(sound, join(place, 'north.pmtiles'))
  now += 2_999
  assert.deepEqual(await idsIn(charts), [])
  now += 1
  assert.deepEqual(await idsIn(charts), ['north'])
  assert.ok((await charts.tile('north', { z: 0, x: 0, y: 0 })) !== undefined)
  await writeFile(join(place, 'north.pmtiles'), 'spoilt')
  now += 3_000
  assert.ok('problem' in (await charts.list())[0]!)
  await rm(join(place, 'north.pmtiles'))
  now += 3_000
  assert.deepEqual(await idsIn(charts), [])
  await assert.rejects(charts.tile('north', { z: 0, x: 0, y: 0 }), /There is no chart "north"/)
})

test('writes no files into the folder and keeps no file open', async () => {
  await using folder = await temporaryFolder()
  await copyFile(sound, join(folder.path, 'north.pmtiles'))
  const charts = new ChartFolder(folder.path, () => 0, new MbtilesReader())
  const openFiles = async (): Promise<number> => (await readdir('/dev/fd')).length
  await charts.list()
  const before = await openFiles()
  for (let x = 0; x < 16; x++) await charts.tile('north', { z: 4, x, y: 3 })
  assert.equal(await openFiles(), before)
  assert.deepEqual(await readdir(folder.path), ['north.pmtiles'])
})
