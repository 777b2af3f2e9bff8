import { isProblemCode, problems } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { settingsFaults } from '../src/settings/settings.ts'
import { alertsApi } from './alert-asking.ts'
import { blocksOf, isAsPrinted } from './printed-page.ts'
import { startCli } from './start-cli.ts'

const limit = { timeout: 60_000 }
const root = join(import.meta.dirname, '..', '..', '..')
const page = await readFile(join(root, 'docs', 'alerts.md'), 'utf8')
const blocks = blocksOf(page)
const mark = '=== the next block ==='

/** Each command with what it prints, in order. */
const shown = blocks.flatMap(({ language, text }, index) => {
  const answer = blocks[index + 1]
  return language === 'sh' && answer?.language === 'text' && index > 1 ? [{ text, answer: answer.text }] : []
})

/** The requests of a text, as method and path under the alerts. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))? \$AL([^\s)]*)/g)].map(
    ([, method = 'GET', path = '']) => `${method} ${path.replace('$ID', '{id}')}`,
  )

suite('docs/alerts.md', () => {
  test('every command prints what the page says it prints', limit, async () => {
    await using boat = await startCli({ settings: { logLevel: 'warn' } })
    assert.equal(blocks[0]?.text, 'npm start -- --open\n')
    assert.equal(blocks[1]?.text, `AL=http://127.0.0.1:3000${alertsApi}\n`)
    assert.equal(shown.length, blocks.filter(({ language }) => language === 'sh').length - 2)
    const script = [`AL=${boat.url}${alertsApi}`, ...shown.map(({ text }) => text)].join(`\necho '${mark}'\n`)
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { timeout: limit.timeout })
    const printed = stdout.split(`${mark}\n`).slice(1)
    for (const [index, { text, answer }] of shown.entries()) {
      const given = printed[index] ?? ''
      assert.ok(isAsPrinted(given, answer), `${text}printed\n${given}\ninstead of\n${answer}`)
    }
  })

  test('every endpoint is asked at least once', async () => {
    const document = JSON.parse(await readFile(join(root, 'docs', 'openapi.json'), 'utf8')) as {
      paths: Record<string, object>
    }
    const wanted = Object.entries(document.paths).flatMap(([path, methods]) => {
      const [, under] = path.split(alertsApi)
      return under === undefined ? [] : Object.keys(methods).map((name) => `${name.toUpperCase()} ${under}`)
    })
    assert.equal(wanted.length, 11)
    const asked = new Set(shown.flatMap(({ text }) => requestsIn(text)))
    assert.deepEqual(
      wanted.filter((request) => !asked.has(request)),
      [],
    )
  })

  test('each code has the status that the page gives it', () => {
    const rows = [...page.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)]
    assert.equal(rows.length, 5)
    for (const [, status, code] of rows) {
      assert.ok(isProblemCode(code), code)
      assert.equal(problems[code].status, Number(status), code)
    }
  })

  test('the settings that it shows are settings', () => {
    const settings = blocks.find(({ language }) => language === 'json')
    assert.deepEqual(settingsFaults(JSON.parse(settings?.text ?? '')), [])
  })
})
