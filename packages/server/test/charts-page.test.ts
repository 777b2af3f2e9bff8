import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { MbtilesFile } from '../src/charts/mbtiles-file.ts'
import { makeMbtiles, redPixel } from './charts/make-mbtiles.ts'
import { blocksOf, isAsPrinted } from './printed-page.ts'
import { startCli, temporaryFolder } from './start-cli.ts'

const limit = { timeout: 60_000 }
const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'charts.md'), 'utf8')
const blocks = blocksOf(page)
const mark = '=== the next block ==='

/** Each command with what it prints, in order; nothing is printed by what has no answer below it. */
const shown = blocks.flatMap(({ language, text }, index) => {
  const answer = blocks[index + 1]
  if (language !== 'sh' || index < 2) return []
  return [{ text, answer: answer?.language === 'text' ? answer.text : '' }]
})

suite('docs/charts.md', () => {
  test('every command prints what the page says it prints', limit, async () => {
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
    assert.equal(blocks[0]?.text, 'npm start -- --open\n')
    assert.equal(blocks[1]?.text, 'BOAT=http://127.0.0.1:3000 DATA=~/.marinedata\n')
    const script = [`BOAT=${boat.url} DATA=${data.path}`, ...shown.map(({ text }) => text)]
    const { stdout } = await promisify(execFile)('sh', ['-c', script.join(`\necho '${mark}'\n`)], {
      timeout: limit.timeout,
      cwd: folder.path,
    })
    const printed = stdout.split(`${mark}\n`).slice(1)
    assert.equal(printed.length, shown.length)
    for (const [index, { text, answer }] of shown.entries()) {
      const given = printed[index] ?? ''
      assert.ok(isAsPrinted(given, answer), `${text}printed\n${given}\ninstead of\n${answer}`)
    }
  })

  test('the index that it tells to make is one that is accepted', limit, async () => {
    const [, statement = ''] = /`sqlite3 FILE '([^']+)'`/.exec(page) ?? []
    assert.match(statement, /^CREATE UNIQUE INDEX/)
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'slow.mbtiles')
    const tiles = [{ z: 0, x: 0, row: 0, bytes: redPixel }]
    makeMbtiles(file, { metadata: { format: 'png' }, withoutIndex: true, tiles })
    await assert.rejects(new MbtilesFile(file).describe(), /no index/)
    {
      using database = new DatabaseSync(file)
      database.exec(statement)
    }
    assert.equal((await new MbtilesFile(file).describe()).format, 'png')
  })
})
