import type { AutopilotListEntry } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { getJson } from '@marinedata/testing/exchange'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { allViews, Browsers, part, titleOf, type View, suiteLimit } from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

suite('API reference', suiteLimit(300_000), () => {
  let boat: PilotBoat
  let browsers: Browsers
  before(async () => {
    boat = await PilotBoat.start()
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  const opened = async (address: string, view?: View) => {
    const guest = await browsers.open({ url: boat.url, screen: 'more', ...(view && { view }) })
    await guest.page.goto(`${boat.url}${address}`)
    return guest
  }
  const isTooWide = (page: Page): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

  for (const view of allViews)
    test(`${titleOf(view)}: the console links to the reference, which fits the screen`, limit, async () => {
      await using guest = await browsers.open({ url: boat.url, view, screen: 'more' })
      const waiting = guest.context.waitForEvent('page')
      await part(guest.page, 'developer').click()
      const page = await waiting
      for (const way of ['Stream', 'API reference']) {
        await page.getByRole('link', { name: way }).first().click()
        await page.getByRole('heading', { level: 1 }).waitFor()
        assert.equal(await page.locator('html').getAttribute('data-palette'), view.palette)
        assert.equal(await isTooWide(page), false)
      }
      await page.evaluate(() => {
        for (const entry of [...document.querySelectorAll('details')].slice(0, 30)) entry.open = true
      })
      assert.equal(await isTooWide(page), false)
      assert.deepEqual(await smallControls(page), [])
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(guest.complaints, [])
    })

  test('every operation is on the page and can be found by words of its heading', limit, async () => {
    await using guest = await opened('/docs')
    const { paths } = await getJson<OpenApi>(boat.url, '/marinedata/v2/api/openapi.json')
    const wanted = Object.values(paths).flatMap((methods) => Object.values(methods))
    for (const { operationId } of wanted)
      assert.equal(await guest.page.locator(`.operation > #${operationId}`).count(), 1, operationId)
    await guest.page.getByRole('searchbox').fill('put target adjust')
    assert.equal(await guest.page.locator('.operation:visible').count(), 1)
    assert.equal(await guest.page.locator('h2:visible').count(), 1)
  })

  test('a link to an operation opens it, and its example returns the autopilots', limit, async () => {
    await using guest = await opened('/docs#getAutopilots')
    const operation = guest.page.locator('#getAutopilots')
    await operation.waitFor()
    const command = (await operation.locator('.curl').textContent()) ?? ''
    const origin = await guest.page.locator('.origin').textContent()
    assert.equal(origin, boat.url)
    const env = { ...process.env, BOAT: boat.url, TOKEN: '' }
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl', 'curl -s')], {
      timeout: 60_000,
      env,
    })
    assert.deepEqual(Object.keys(JSON.parse(stdout) as AutopilotListEntry).toSorted(), ['main', 'spare'])
  })
})
