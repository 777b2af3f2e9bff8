import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { settingsFaults } from '../src/settings/settings.ts'
import { alertsApi } from './alert-asking.ts'
import { DocumentedPage, servedRequests } from './documented-page.ts'
import { startCli } from '@marinedata/testing/boats/start-cli'

const limit = { timeout: 300_000 }
const page = await DocumentedPage.read('alerts.md')

/** The requests in a text, as method and path. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))? \$AL([^\s)]*)/g)].map(
    ([, method = 'GET', path = '']) => `${method} ${alertsApi}${path.replace(/\$ID|annas-phone/, '{id}')}`,
  )

suite('docs/alerts.md', () => {
  test('every command prints the output on the page', limit, async () => {
    page.assertBegins('npm start -- --open', `AL=http://127.0.0.1:3000${alertsApi}`)
    await using boat = await startCli({ settings: { logLevel: 'warn' } })
    await page.assertPrints(boat.url)
  })

  test('the page requests every endpoint at least once', async () => {
    const wanted = (await servedRequests()).filter((request) => request.includes(alertsApi))
    assert.equal(wanted.length, 18)
    page.assertAsks(wanted, requestsIn)
  })

  test('each code has the status on the page', () => {
    assert.equal(page.assertCodes().length, 5)
  })

  test('the settings on the page are valid', () => {
    const settings = page.blocks.find(({ language }) => language === 'json')
    assert.deepEqual(settingsFaults(JSON.parse(settings?.text ?? '')), [])
  })
})
