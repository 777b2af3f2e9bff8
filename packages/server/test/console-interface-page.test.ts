import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DocumentedPage, servedRequests } from './documented-page.ts'
import { startCli } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const page = await DocumentedPage.read('console-interface.md')

/** The requests in a text, as method and path. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))? "?\$API([^\s"?]*)/g)].map(
    ([, method = 'GET', path = '']) => `${method} ${api}${path.replace(/stations\/.+/, 'stations/{id}')}`,
  )

suite('docs/console-interface.md', () => {
  test('every command prints the output on the page', limit, async () => {
    page.assertBegins('npm start -- --open', `API=http://127.0.0.1:3000${api}`)
    await using boat = await startCli({ settings: { logLevel: 'warn' } })
    await page.assertPrints(boat.url)
  })

  test('every endpoint of the table exists and is requested at least once', async () => {
    const listed = [...page.text.matchAll(/`(GET|PUT|DELETE) (\/[^`]+)`/g)].map(
      ([, method, path]) => `${method} ${api}${path}`,
    )
    assert.equal(listed.length, 6)
    const served = new Set(await servedRequests())
    for (const request of listed) assert.ok(served.has(request), request)
    page.assertAsks(listed, requestsIn)
  })

  test('each code has the status on the page', () => {
    assert.equal(page.assertCodes().length, 5)
  })
})
