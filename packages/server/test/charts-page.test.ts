import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { MbtilesFile } from '../src/charts/mbtiles-file.ts'
import { MbtilesReader } from '../src/charts/mbtiles-reader.ts'
import { makeMbtiles, redPixel } from './charts/make-mbtiles.ts'
import { DocumentedPage } from './documented-page.ts'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const page = await DocumentedPage.read('charts.md')

suite('docs/charts.md', () => {
  test('every command prints the output on the page', limit, async () => {
    await using folder = await temporaryFolder()
    await using data = await temporaryFolder()
    await using boat = await startCli({ settings: { logLevel: 'warn' }, folder: data.path })
    makeMbtiles(join(folder.path, 'archipelago.mbtiles'), {
      metadata: {
        name: 'Archipelago Sea',
        format: 'png',
        bounds: '20.5,59.5,23.5,60.8',
        minzoom: '1',
        maxzoom: '2',
        attribution: '<a href="https://example.org">The office</a>',
      },
      tiles: [{ z: 2, x: 2, row: 2, bytes: redPixel }],
    })
    page.assertBegins('npm start -- --open', 'BOAT=http://127.0.0.1:3000 DATA=~/.marinedata')
    await page.assertPrints(boat.url, { '~/.marinedata': data.path }, folder.path)
  })

  test('the index on the page makes the chart usable', limit, async () => {
    const [, statement = ''] = /`sqlite3 FILE '([^']+)'`/.exec(page.text) ?? []
    assert.match(statement, /^CREATE UNIQUE INDEX/)
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'slow.mbtiles')
    const tiles = [{ z: 0, x: 0, row: 0, bytes: redPixel }]
    makeMbtiles(file, { metadata: { format: 'png' }, withoutIndex: true, tiles })
    using reader = new MbtilesReader()
    await assert.rejects(new MbtilesFile(file, reader).describe(), /no index/)
    {
      using database = new DatabaseSync(file)
      database.exec(statement)
    }
    assert.equal((await new MbtilesFile(file, reader).describe()).format, 'png')
  })
})
