import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { anchorPath } from './anchor-boat.ts'
import { getJson } from '@marinedata/testing/exchange'
import { until } from '@marinedata/testing/until'
import { blocksOf, isAsPrinted } from './printed-page.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const main = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts')
const printedAddress = '127.0.0.1:3000'
const run = promisify(execFile)
const limit = { timeout: 300_000 }

const page = await readFile(join(root, 'docs', 'anchor-watch.md'), 'utf8')
const section = /^## Try it\n([\s\S]*?)(?=^## )/m.exec(page)?.[1] ?? ''
const blocks = blocksOf(section)

suite('docs/anchor-watch.md, try it', () => {
  let server: ChildProcess | undefined
  let address = ''

  before(async () => {
    const [start] = blocks
    const words =
      /^npm start -- (demo .*)\n$/.exec(start?.text ?? '')?.[1] ?? assert.fail('It does not begin')
    const args = ['--conditions=@marinedata/source', main, ...words.split(' '), '--port', '0']
    server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let printed = ''
    while (!printed.includes('lies at anchor')) {
      const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer]
      printed += line.toString()
    }
    address = /127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
    await until(
      () => getJson<{ readonly source?: string | null }>(`http://${address}`, anchorPath),
      ({ source }) => typeof source === 'string',
    )
  }, limit)

  after(async () => {
    if (server === undefined || server.exitCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'exit')
  })

  test(
    'every command prints the output on the page, from the forgotten drop to the alarm',
    limit,
    async () => {
      let checked = 0
      for (const [index, { language, text }] of blocks.entries()) {
        const answer = blocks[index + 1]
        if (language !== 'sh' || answer?.language !== 'text') continue
        const command = `ANCHOR=http://${address}${anchorPath}\n${text.replaceAll(printedAddress, address)}`
        const { stdout } = await run('sh', ['-c', command], { timeout: 80_000 })
        assert.ok(isAsPrinted(stdout, answer.text), `${text}printed\n${stdout}\ninstead of\n${answer.text}`)
        checked++
      }
      assert.equal(checked, blocks.filter(({ language }) => language === 'sh').length - 2)
      assert.match(section, /^ANCHOR=http:\/\/127\.0\.0\.1:3000\S+$/m)
    },
  )
})
