import { isProblemCode, problems } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { anchorPath, askAnchor, startTries } from './anchor-boat.ts'
import { until } from './pilot-boat.ts'
import { blocksOf, isAsPrinted } from './printed-page.ts'
import { startCli } from './start-cli.ts'

const limit = { timeout: 60_000 }
const root = join(import.meta.dirname, '..', '..', '..')
const printedAddress = 'http://127.0.0.1:3000'
const mark = '=== the next block ==='

const page = await readFile(join(root, 'docs', 'anchor-watch.md'), 'utf8')
const sectionOf = (title: string): string =>
  page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? assert.fail(title)
const section = sectionOf('The interface')
const blocks = blocksOf(section)
const isShell = ({ language }: { readonly language: string }): boolean => language === 'sh'

/** Each command with what it prints, in order. */
const shown = blocks.flatMap(({ language, text }, index) => {
  const answer = blocks[index + 1]
  return language === 'sh' && answer?.language === 'text' ? [{ text, answer: answer.text }] : []
})

/** The requests of a text, as method and path under the anchor. */
const requestsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes('curl') && line.includes('$ANCHOR'))
    .map((line) => {
      const method = /-X (\w+)/.exec(line)?.[1] ?? 'GET'
      const path = /\$ANCHOR([^\s|)]*)/.exec(line)?.[1] ?? ''
      return `${method} ${path}`
    })

suite('docs/anchor-watch.md', () => {
  test('every command of the interface prints what the page says it prints', limit, async () => {
    const [start, address] = blocks
    const words =
      /^npm start -- (demo .*)\n$/.exec(start?.text ?? '')?.[1] ?? assert.fail('It does not begin')
    assert.equal(address?.text, `ANCHOR=${printedAddress}${anchorPath}\n`)
    assert.equal(shown.length, blocks.filter(isShell).length - 2)
    await using boat = await startCli({ isOpen: false, words: words.split(' ') })
    await until(
      () => askAnchor(boat.url, 'GET'),
      ({ text }) => text.includes('"source":"simulator'),
      startTries,
    )
    const script = [address.text, ...shown.map(({ text }) => text)].join(`\necho '${mark}'\n`)
    const here = script.replaceAll(printedAddress, boat.url)
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { timeout: limit.timeout })
    const printed = stdout.split(`${mark}\n`).slice(1)
    for (const [index, { text, answer }] of shown.entries()) {
      const given = printed[index] ?? ''
      assert.ok(isAsPrinted(given, answer), `${text}printed\n${given}\ninstead of\n${answer}`)
    }
  })

  test('no command stands anywhere else than where it is tried', () => {
    const tried = [section, sectionOf('Try it')].flatMap(blocksOf)
    assert.equal(tried.filter(isShell).length, blocksOf(page).filter(isShell).length)
  })

  test('every endpoint is asked at least once', async () => {
    const document = JSON.parse(await readFile(join(root, 'docs', 'openapi.json'), 'utf8')) as {
      paths: Record<string, object>
    }
    const wanted = Object.entries(document.paths).flatMap(([path, methods]) => {
      const [, under] = path.split(anchorPath)
      return under === undefined ? [] : Object.keys(methods).map((name) => `${name.toUpperCase()} ${under}`)
    })
    assert.equal(wanted.length, 10)
    const asked = new Set(shown.flatMap(({ text }) => requestsIn(text)))
    assert.deepEqual(
      wanted.filter((request) => !asked.has(request)),
      [],
    )
  })

  test('each code has the status that the page gives it, and none is missing', async () => {
    const codes = new Map(
      [...section.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)].map(([, status, code]) => [code, status]),
    )
    for (const [code, status] of codes) {
      assert.ok(isProblemCode(code), code)
      assert.equal(problems[code].status, Number(status), code)
    }
    const routes = await readFile(
      join(import.meta.dirname, '..', 'src', 'http', 'routes', 'anchor-routes.ts'),
      'utf8',
    )
    const declared = [...routes.matchAll(/readonly ProblemCode\[\] = \[([\s\S]*?)\]/g)].flatMap(
      ([, list = '']) => [...list.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code),
    )
    assert.ok(declared.length >= 11)
    for (const code of declared) assert.ok(codes.has(code), code)
  })
})
