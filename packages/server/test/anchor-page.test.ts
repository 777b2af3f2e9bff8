import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { anchorPath, askAnchor } from './anchor-boat.ts'
import { DocumentedPage, servedRequests } from './documented-page.ts'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const page = await DocumentedPage.read('anchor-watch.md', 'The interface')

/** The requests in a text, as method and path. */
const requestsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes('curl') && line.includes('$ANCHOR'))
    .map((line) => {
      const method = /-X (\w+)/.exec(line)?.[1] ?? 'GET'
      const path = /\$ANCHOR([^\s|)]*)/.exec(line)?.[1] ?? ''
      return `${method} ${anchorPath}${path}`
    })

suite('docs/anchor-watch.md', () => {
  test('every command prints the output on the page', limit, async () => {
    const start = page.blocks[0]?.text.trim() ?? ''
    const words = /^npm start -- (demo .*)$/.exec(start)?.[1] ?? assert.fail('It does not begin')
    page.assertBegins(start, `ANCHOR=http://127.0.0.1:3000${anchorPath}`)
    await using boat = await startCli({ isOpen: false, words: words.split(' ') })
    await until(
      () => askAnchor(boat.url, 'GET'),
      ({ text }) => text.includes('"source":"simulator'),
    )
    await page.assertPrints(boat.url)
  })

  test('every command of the page is in a section that the tests run', async () => {
    const tried = [page, await DocumentedPage.read('anchor-watch.md', 'Try it')]
    const whole = await DocumentedPage.read('anchor-watch.md')
    const commandsOf = ({ blocks }: DocumentedPage): number =>
      blocks.filter(({ language }) => language === 'sh').length
    assert.equal(
      tried.map(commandsOf).reduce((sum, count) => sum + count),
      commandsOf(whole),
    )
  })

  test('the page requests every endpoint at least once', async () => {
    const wanted = (await servedRequests()).filter((request) => request.includes(anchorPath))
    assert.equal(wanted.length, 10)
    page.assertAsks(wanted, requestsIn)
  })

  test('each code has the status on the page, and none is missing', async () => {
    const codes = new Set(page.assertCodes())
    const routes = await readFile(
      join(import.meta.dirname, '..', 'src', 'http', 'routes', 'anchor-routes.ts'),
      'utf8',
    )
    const declared = [...routes.matchAll(/readonly ProblemCode\[\] = \[([\s\S]*?)\]/g)].flatMap(
      ([, list = '']) => [...list.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code),
    )
    assert.ok(declared.length >= 11)
    for (const code of declared) assert.ok(codes.has(code), code)
  })
})
