import { isProblemCode, problems } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { courseApi, routesApi, waypointsApi } from './course-asking.ts'
import { exchange } from './exchange.ts'
import { until } from './pilot-boat.ts'
import { blocksOf, isAsPrinted } from './printed-page.ts'

const limit = { timeout: 60_000 }
const root = join(import.meta.dirname, '..', '..', '..')
const main = join(root, 'packages', 'server', 'src', 'cli', 'main.ts')
const page = await readFile(join(root, 'docs', 'course.md'), 'utf8')
const blocks = blocksOf(page)
const printedAddress = 'http://127.0.0.1:3000'
const mark = '=== the next block ==='

/** Each command with what it prints, in order. */
const shown = blocks.flatMap(({ language, text }, index) => {
  const answer = blocks[index + 1]
  return language === 'sh' && answer?.language === 'text' ? [{ text, answer: answer.text }] : []
})

const bases = { RT: routesApi, WP: waypointsApi, CO: courseApi } as const

/** The requests of a text, as method and path. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))? \$(RT|WP|CO)([^\s)]*)/g)].map(
    ([, method = 'GET', base, path = '']) =>
      // The pattern knows no other.
      `${method} ${bases[base as keyof typeof bases]}${path.replace(/\$ID|\$PLACE/, '{id}')}`,
  )

suite('docs/course.md', { concurrency: 1 }, () => {
  let server: ChildProcess
  let ended: Promise<unknown>
  let url = ''

  before(async () => {
    const args = ['--conditions=@marinedata/source', main, 'demo', '--port', '0']
    server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    ended = once(server, 'exit')
    let printed = ''
    while (!printed.includes('under way')) {
      const [line] = (await Promise.race([once(server.stdout!, 'data'), ended])) as [Buffer | number | null]
      assert.ok(line instanceof Buffer, 'The demonstration ended')
      printed += line.toString()
    }
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
    await until(
      () => exchange(url, '/marinedata/v1/api/vessels/self/navigation/position'),
      ({ status }) => status === 200,
    )
  }, limit)

  after(async () => {
    server.kill('SIGTERM')
    await ended
  })

  test('every command prints what the page says it prints', limit, async () => {
    const [start, names] = blocks
    assert.equal(start?.text, 'npm start -- demo\n')
    assert.equal(shown.length, blocks.filter(({ language }) => language === 'sh').length - 2)
    const printedNames = Object.entries(bases).map(([name, base]) => `${name}=${printedAddress}${base}\n`)
    assert.equal(names?.text, printedNames.join(''))
    const script = [names.text, ...shown.map(({ text }) => text)].join(`\necho '${mark}'\n`)
    const here = script.replaceAll(printedAddress, url)
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { timeout: limit.timeout })
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
    const wanted = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(bases).some((base) => path.startsWith(base))
        ? Object.keys(methods).map((name) => `${name.toUpperCase()} ${path}`)
        : [],
    )
    assert.equal(wanted.length, 15)
    const asked = new Set(shown.flatMap(({ text }) => requestsIn(text)))
    assert.deepEqual(
      wanted.filter((request) => !asked.has(request)),
      [],
    )
  })

  test('each code has the status that the page gives it', () => {
    const rows = [...page.matchAll(/^\| (\d{3}) \| `([a-z-]+)` \|/gm)]
    assert.equal(rows.length, 7)
    for (const [, status, code] of rows) {
      assert.ok(isProblemCode(code), code)
      assert.equal(problems[code].status, Number(status), code)
    }
  })
})
