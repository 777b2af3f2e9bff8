import { MarineDataError, type ChartList, type Problem } from '@marinedata/model'
import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { MbtilesFile } from '../src/charts/mbtiles-file.ts'
import { MbtilesReader } from '../src/charts/mbtiles-reader.ts'
import { makeMbtiles, redPixel } from './charts/make-mbtiles.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api/charts'
/** Written in Python after the reference writer, with leaf directories and runs of equal tiles. */
const everyTile = new URL('./charts/every-tile.pmtiles', import.meta.url).pathname

type Put = (folder: string) => void | Promise<void>

/** A boat with these charts in its data folder. */
const boatWith = (put: Put, isOpen = true): Promise<Boat> =>
  startBoat({
    isOpen,
    prepare: async (folder) => {
      const charts = join(folder, 'charts')
      await mkdir(charts)
      await put(charts)
    },
  })

const listOf = async ({ url }: Boat): Promise<ChartList> => {
  const answer = await fetch(`${url}${api}`)
  assert.equal(answer.status, 200)
  return (await answer.json()) as ChartList
}

/** Sends one request without an Accept-Encoding header and returns the raw response. */
const asIs = (
  url: string,
  headers: Record<string, string> = {},
): Promise<{ headers: object; body: Buffer }> =>
  new Promise((resolve, reject) => {
    request(url, { headers, timeout: 5_000 }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })

const archipelago: Put = (folder) =>
  makeMbtiles(join(folder, 'Archipelago Sea.mbtiles'), {
    metadata: {
      name: 'Archipelago Sea',
      format: 'png',
      bounds: '20.5,59.5,23.5,60.8',
      minzoom: '1',
      maxzoom: '2',
      attribution: '© <a href="https://example.org">The office</a>',
    },
    tiles: [
      { z: 1, x: 1, row: 1, bytes: redPixel },
      { z: 2, x: 2, row: 2, bytes: redPixel },
    ],
  })

suite('charts in the data folder', () => {
  test('a missing folder gives an empty list and no fault', limit, async () => {
    await using boat = await startBoat()
    assert.deepEqual(await listOf(boat), [])
  })

  test('lists an MBTiles file with its metadata', limit, async () => {
    await using boat = await boatWith(archipelago)
    assert.deepEqual(await listOf(boat), [
      {
        id: 'Archipelago-Sea',
        name: 'Archipelago Sea',
        kind: 'raster',
        format: 'png',
        bounds: [20.5, 59.5, 23.5, 60.8],
        minzoom: 1,
        maxzoom: 2,
        attribution: '© The office',
      },
    ])
  })

  test('serves its tiles unchanged, with rows counted from the north', limit, async () => {
    await using boat = await boatWith(archipelago)
    const answer = await fetch(`${boat.url}${api}/Archipelago-Sea/2/2/1`)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.equal(answer.headers.get('content-encoding'), null)
    assert.equal(answer.headers.get('cache-control'), 'private, max-age=3600')
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), redPixel)
    const tag = answer.headers.get('etag') ?? ''
    const again = await fetch(answer.url, { headers: { 'if-none-match': tag } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  })

  test('answers 204 where a chart has no tile', limit, async () => {
    await using boat = await boatWith(archipelago)
    for (const place of ['2/0/0', '3/0/0']) {
      const answer = await fetch(`${boat.url}${api}/Archipelago-Sea/${place}`)
      assert.deepEqual([answer.status, await answer.text()], [204, ''], place)
    }
  })

  test('answers 404 outside the map and for unknown charts', limit, async () => {
    await using boat = await boatWith(archipelago)
    const strays = [
      'Archipelago-Sea/1/2/0',
      'Archipelago-Sea/26/67108864/0',
      'no-such-chart/0/0/0',
      '..%2f..%2fmarinedata.db/0/0/0',
      'Archipelago%20Sea.mbtiles/1/1/0',
      '__proto__/0/0/0',
    ]
    for (const stray of strays) {
      const answer = await fetch(`${boat.url}${api}/${stray}`)
      assert.equal(answer.status, 404, stray)
      assert.equal(((await answer.json()) as Problem).code, 'not-found', stray)
    }
    assert.equal((await fetch(`${boat.url}${api}/Archipelago-Sea/1/x/0`)).status, 400)
    assert.equal((await fetch(`${boat.url}${api}/Archipelago-Sea/1/-1/0`)).status, 400)
  })

  test('serves exactly the tiles of a PMTiles archive by another writer', limit, async () => {
    await using boat = await boatWith((folder) => copyFile(everyTile, join(folder, 'every.pmtiles')))
    assert.deepEqual(await listOf(boat), [
      {
        id: 'every',
        name: 'Every tile says where it is',
        kind: 'vector',
        format: 'pbf',
        bounds: [-180, -85, 180, 85],
        minzoom: 0,
        maxzoom: 5,
        attribution: 'Nobody at all',
      },
    ])
    for (const place of ['0/0/0', '1/1/0', '4/15/15', '5/3/4', '5/15/15']) {
      const answer = await fetch(`${boat.url}${api}/every/${place}`)
      assert.equal(answer.headers.get('content-type'), 'application/vnd.mapbox-vector-tile')
      assert.equal(answer.headers.get('content-encoding'), 'gzip')
      assert.equal(await answer.text(), place)
    }
    assert.equal(await (await fetch(`${boat.url}${api}/every/5/7/20`)).text(), 'the same')
    for (const place of ['5/16/0', '5/31/31', '6/0/0'])
      assert.equal((await fetch(`${boat.url}${api}/every/${place}`)).status, 204)
  })

  test('decompresses vector tiles in MBTiles for clients that do not accept gzip', limit, async () => {
    const [packed, plain] = [gzipSync('packed'), Buffer.from('plain')]
    await using boat = await boatWith((folder) =>
      makeMbtiles(join(folder, 'vectors.mbtiles'), {
        metadata: { format: 'pbf' },
        asView: true,
        tiles: [
          { z: 3, x: 1, row: 7, bytes: packed },
          { z: 5, x: 1, row: 31, bytes: plain },
        ],
      }),
    )
    const [chart] = await listOf(boat)
    assert.deepEqual(chart, {
      id: 'vectors',
      name: 'vectors',
      kind: 'vector',
      format: 'pbf',
      bounds: [-180, -85.051129, 180, 85.051129],
      minzoom: 3,
      maxzoom: 5,
    })
    const tile = `${boat.url}${api}/vectors/3/1/0`
    assert.deepEqual((await asIs(tile, { 'accept-encoding': 'gzip' })).body, packed)
    assert.equal((await asIs(tile)).body.toString(), 'packed')
    const unpacked = await fetch(`${boat.url}${api}/vectors/5/1/0`)
    assert.equal(unpacked.headers.get('content-encoding'), null)
    assert.equal(await unpacked.text(), 'plain')
  })

  test('lists a damaged file with its problem, and serves the others', limit, async () => {
    await using boat = await boatWith(async (folder) => {
      await archipelago(folder)
      await writeFile(join(folder, 'a-garbage.mbtiles'), 'this is no database, it only says so')
      await writeFile(join(folder, 'b-garbage.pmtiles'), 'this is no archive')
      await writeFile(join(folder, 'c-empty.mbtiles'), '')
      await writeFile(join(folder, 'd-zeros.pmtiles'), Buffer.alloc(10_000))
      await writeFile(join(folder, 'readme.txt'), 'not a chart')
      await mkdir(join(folder, 'folder.mbtiles'))
    })
    const list = await listOf(boat)
    assert.deepEqual(
      list.map(({ id, ...rest }) => [id, 'problem' in rest ? rest.problem : undefined]),
      [
        ['Archipelago-Sea', undefined],
        ['a-garbage', 'The file is not an MBTiles database, or is damaged'],
        ['b-garbage', 'The file is not a PMTiles archive'],
        ['c-empty', 'The file is not an MBTiles database, or is damaged'],
        ['d-zeros', 'The file is not a PMTiles archive'],
      ],
    )
    assert.equal((await fetch(`${boat.url}${api}/b-garbage/0/0/0`)).status, 404)
    assert.equal((await fetch(`${boat.url}${api}/Archipelago-Sea/1/1/0`)).status, 200)
  })

  test(
    'rejects charts that would block the server: without an index, or with an endless view',
    limit,
    async () => {
      await using boat = await boatWith((folder) => {
        makeMbtiles(join(folder, 'slow.mbtiles'), {
          metadata: { format: 'png' },
          withoutIndex: true,
          tiles: [{ z: 0, x: 0, row: 0, bytes: redPixel }],
        })
        using endless = new DatabaseSync(join(folder, 'endless.mbtiles'))
        endless.exec(`
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE VIEW tiles AS WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up)
          SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, n AS tile_data FROM up WHERE n < 0;`)
      })
      const problem = 'The tiles table has no index, so reading a tile would take too long'
      assert.deepEqual(await listOf(boat), [
        {
          id: 'endless',
          name: 'endless.mbtiles',
          problem: 'The tiles are computed by the file, not stored as MBTiles describes',
        },
        { id: 'slow', name: 'slow.mbtiles', problem },
      ])
    },
  )

  test('a damaged database gives a tile or a problem', limit, async () => {
    await using folder = await temporaryFolder()
    await archipelago(folder.path)
    const sound = await readFile(join(folder.path, 'Archipelago Sea.mbtiles'))
    const damaged = join(folder.path, 'damaged.mbtiles')
    using reader = new MbtilesReader()
    let [seed, tiles, refusals] = [7, 0, 0]
    const chance = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below
    for (let round = 0; round < 150; round++) {
      const bytes = Buffer.from(round % 3 === 0 ? sound.subarray(0, chance(sound.length)) : sound)
      if (round % 3 === 1) bytes.fill(0, chance(bytes.length))
      for (let flip = 0; flip < 8 && bytes.length > 0; flip++) bytes[chance(bytes.length)] = chance(256)
      await writeFile(damaged, bytes)
      const file = new MbtilesFile(damaged, reader)
      try {
        await file.describe()
        await file.tile({ z: 2, x: 2, y: 1 })
        tiles++
      } catch (error) {
        assert.ok(error instanceof MarineDataError && error.code === 'not-found', String(error))
        refusals++
      }
    }
    assert.ok(tiles > 10 && refusals > 50, `${tiles} and ${refusals}`)
  })

  test('does not send a tile of more than 2 MB', limit, async () => {
    await using boat = await boatWith((folder) =>
      makeMbtiles(join(folder, 'large.mbtiles'), {
        metadata: { format: 'png' },
        tiles: [
          { z: 0, x: 0, row: 0, bytes: new Uint8Array(2 * 2 ** 20 + 1) },
          { z: 1, x: 0, row: 0, bytes: new Uint8Array(2 * 2 ** 20) },
        ],
      }),
    )
    const large = await fetch(`${boat.url}${api}/large/0/0/0`)
    assert.deepEqual([large.status, ((await large.json()) as Problem).code], [404, 'not-found'])
    const allowed = await fetch(`${boat.url}${api}/large/1/0/1`)
    assert.deepEqual([allowed.status, (await allowed.arrayBuffer()).byteLength], [200, 2 * 2 ** 20])
  })

  test('lists at most 64 files, and gives files with the same plain name different ids', limit, async () => {
    await using boat = await boatWith(async (folder) => {
      for (let count = 10; count < 80; count++) await writeFile(join(folder, `n ${count}.pmtiles`), '')
      await archipelago(folder)
      await copyFile(everyTile, join(folder, 'Archipelago-Sea.pmtiles'))
    })
    const list = await listOf(boat)
    assert.equal(list.length, 64)
    assert.deepEqual(
      list.slice(0, 3).map(({ id, name }) => [id, name]),
      [
        ['Archipelago-Sea', 'Archipelago Sea'],
        ['Archipelago-Sea-2', 'Every tile says where it is'],
        ['n-10', 'n 10.pmtiles'],
      ],
    )
  })

  test('on a closed boat, charts need read access', limit, async () => {
    await using boat = await boatWith(archipelago, false)
    assert.equal((await fetch(`${boat.url}${api}`)).status, 401)
    assert.equal((await fetch(`${boat.url}${api}/Archipelago-Sea/1/1/0`)).status, 401)
  })
})

suite('the coastline', () => {
  test('is public, compressed, and cached for a week', limit, async () => {
    await using boat = await startBoat({ isOpen: false })
    const tile = `${boat.url}/charts/coast/8/145/74`
    const answer = await fetch(tile)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/vnd.mapbox-vector-tile')
    assert.equal(answer.headers.get('content-encoding'), 'gzip')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=604800, immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.ok(bytes.includes('land') && bytes.includes('coast'))
    const again = await fetch(tile, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
    assert.deepEqual((await asIs(tile)).body, bytes)
    assert.deepEqual(gunzipSync((await asIs(tile, { 'accept-encoding': 'gzip' })).body), bytes)
  })

  test('answers 204 at sea, and 404 above zoom 8 or outside the map', limit, async () => {
    await using boat = await startBoat()
    const statusOf = async (place: string): Promise<number> =>
      (await fetch(`${boat.url}/charts/coast/${place}`)).status
    assert.equal(await statusOf('8/100/100'), 204)
    assert.equal(await statusOf('9/290/148'), 404)
    assert.equal(await statusOf('3/8/0'), 404)
    assert.equal(await statusOf('3/0/a'), 400)
  })
})
