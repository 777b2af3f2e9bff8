import { isProblemCode, problems } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { blocksOf, isAsPrinted } from './printed-page.ts'
import { startCli } from './start-cli.ts'

const limit = { timeout: 60_000 }
const api = '/marinedata/v2/api'
const root = join(import.meta.dirname, '..', '..', '..')
const page = await readFile(join(root, 'docs', 'console-interface.md'), 'utf8')
const blocks = blocksOf(page)
const mark = '=== the next block ==='

/** Each command with what it prints, in order. */
const shown = blocks.flatMap(({ language, text }, index) => {
  const answer = blocks[index + 1]
  return language === 'sh' && answer?.language === 'text' ? [{ text, answer: answer.text }] : []
})

/** The requests of a text, as method and path. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))? "?\$API([^\s"?]*)/g)].map(
    ([, method = 'GET', path = '']) => `${method} ${path.replace(/stations\/.+/, 'stations/{id}')}`,
  )

suite('docs/console-interface.md', () => {
  test('every command prints what the page says it prints', limit, async () => {
    await using boat = await startCli({ settings: { logLevel: 'warn' } })
    assert.equal(blocks[0]?.text, 'npm start -- --open\n')
    assert.equal(blocks[1]?.text, `API=http://127.0.0.1:3000${api}\n`)
    assert.equal(shown.length, blocks.filter(({ language }) => language === 'sh').length - 2)
    const script = [`API=${boat.url}${api}`, ...shown.map(({ text }) => text)].join(`\necho '${mark}'\n`)
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { timeout: limit.timeout })
    const printed = stdout.split(`${mark}\n`).slice(1)
    for (const [index, { text, answer }] of shown.entries()) {
      const given = printed[index] ?? ''
      assert.ok(isAsPrinted(given, answer), `${text}printed\n${given}\ninstead of\n${answer}`)
    }
  })

  test('every endpoint of its table is there, and is asked at least once', async () => {
    const document = JSON.parse(await readFile(join(root, 'docs', 'openapi.json'), 'utf8')) as {
      paths: Record<string, object>
    }
    const served = new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((name) => `${name.toUpperCase()} ${path.replace(api, '')}`),
      ),
    )
    const listed = [...page.matchAll(/`((?:GET|PUT|DELETE) \/[^`]+)`/g)].map(([, request = '']) => request)
    assert.equal(listed.length, 6)
    const asked = new Set(shown.flatMap(({ text }) => requestsIn(text)))
    for (const request of listed) assert.ok(served.has(request) && asked.has(request), request)
  })

  test('each code has the status that the page gives it', () => {
    const rows = [...page.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)]
    assert.equal(rows.length, 5)
    for (const [, status, code] of rows) {
      assert.ok(isProblemCode(code), code)
      assert.equal(problems[code].status, Number(status), code)
    }
  })
})
