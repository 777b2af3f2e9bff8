import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DocumentedPage, servedRequests } from './documented-page.ts'
import { exchange } from '@marinedata/testing/exchange'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const base = '/marinedata/v2/api/history'
const page = await DocumentedPage.read('history.md')

/** The requests in a text, as method and path. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))?(?: -H '[^']*')? "?\$H([^\s?"]*)/g)].map(
    ([, method = 'GET', path = '']) =>
      `${method} ${base}${path.replace('_default/recorder', '_default/{id}')}`,
  )

suite('docs/history.md', () => {
  test('every command prints the output on the page', limit, async () => {
    page.assertBegins('npm start -- demo', `H=http://127.0.0.1:3000${base}`)
    await using boat = await startCli({ isOpen: false, words: ['demo'] })
    await until(
      () => exchange(boat.url, `${base}/paths?duration=PT15M`),
      ({ text }) =>
        ['environment.wind.speedApparent', 'navigation.position'].every((path) => text.includes(path)),
    )
    await page.assertPrints(boat.url)
  })

  test('the page requests every endpoint at least once', async () => {
    const wanted = (await servedRequests()).filter((request) => request.includes(base))
    assert.equal(wanted.length, 9)
    page.assertAsks(wanted, requestsIn)
  })

  test('each code has the status on the page', () => {
    assert.equal(page.assertCodes().length, 9)
  })
})
