import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DocumentedPage, servedRequests } from './documented-page.ts'
import { exchange } from '@marinedata/testing/exchange'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const page = await DocumentedPage.read('controls.md')
const controls = '/marinedata/v2/api/vessels/self/controls'

/** The requests in a text, as method and path. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))? \$CONTROLS([^\s]*)/g)].map(
    ([, method = 'GET', path = '']) => `${method} ${controls}${path === '' ? '' : '/{path}'}`,
  )

suite('docs/controls.md', () => {
  test('every command prints the output on the page', limit, async () => {
    page.assertBegins('npm start -- demo', `CONTROLS=http://127.0.0.1:3000${controls}`)
    await using boat = await startCli({ isOpen: false, words: ['demo'] })
    await until(
      () => exchange(boat.url, controls),
      ({ text }) => text.split('"online":true').length === 5,
    )
    await page.assertPrints(boat.url)
  })

  test('the page requests every endpoint at least once', async () => {
    const wanted = (await servedRequests()).filter((request) => request.includes(controls))
    assert.equal(wanted.length, 2)
    page.assertAsks(wanted, requestsIn)
  })

  test('each code has the status on the page', () => {
    assert.equal(page.assertCodes().length, 7)
  })
})
