import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exchange } from '@marinedata/testing/exchange'
import { startCli, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { Browsers, part, phone, plotter, type Guest, type Screen, suiteLimit } from './console-trial.ts'
import { seriousFindings } from './looking.ts'

const limit = { timeout: 300_000 }
/** Where the pictures of the guide go when they are taken again. */
const pictures = process.env['MARINEDATA_PICTURES']
const shown: Readonly<Record<string, string>> = { phone: '', plotter: 'gateways/' }

suite('Guide', suiteLimit(300_000), () => {
  let boat: RunningCli
  let browsers: Browsers
  before(async () => {
    boat = await startCli()
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  const opened = async (screen: Screen, address = '/guide/'): Promise<Guest> => {
    const guest = await browsers.open({ url: boat.url, screen: 'more', view: { screen, palette: 'day' } })
    await guest.page.goto(`${boat.url}${address}`)
    return guest
  }
  const isTooWide = (page: Page): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  /** Nothing was blocked by the policy of the page, nothing failed, and nothing came from elsewhere. */
  const assertClean = ({ complaints, hosts }: Guest): void => {
    assert.deepEqual(complaints, [])
    assert.deepEqual([...hosts], [new URL(boat.url).host])
  }

  test('every page of the sidebar opens with a click, and its heading is shown', limit, async () => {
    await using guest = await opened(plotter)
    const { page } = guest
    const links = page.locator('.VPSidebar a')
    const count = await links.count()
    assert.ok(count >= 35, `${count} pages`)
    const seen = new Set<string>()
    for (let at = 0; at < count; at++) {
      const address = await links.nth(at).getAttribute('href')
      await links.nth(at).click()
      await page.waitForURL(`**${address}`)
      await page.waitForFunction(
        (last) => document.querySelector('main h1')?.textContent !== last,
        [...seen].at(-1),
      )
      seen.add(await page.locator('main h1').first().textContent().then(String))
    }
    assert.equal(seen.size, count)
    assertClean(guest)
  })

  test('the search finds a page by its words and opens it', limit, async () => {
    await using guest = await opened(plotter)
    const { page } = guest
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click()
    await page.locator('#localsearch-input').fill('quarantine')
    await page.locator('.VPLocalSearchBox .result').first().click()
    await page.waitForURL((url) => url.pathname !== '/guide/')
    // The address changes before the page does.
    await page
      .locator('main')
      .filter({ hasText: /quarantine/i })
      .waitFor()
    assertClean(guest)
  })

  test('the console links to the guide', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, screen: 'more' })
    const waiting = guest.context.waitForEvent('page')
    await part(guest.page, 'guide').click()
    const page = await waiting
    await page.locator('main h1').waitFor()
    assert.equal(new URL(page.url()).pathname, '/guide/')
  })

  for (const screen of [phone, plotter])
    test(`${screen.name}: the pages fit the screen in light and dark`, limit, async () => {
      await using guest = await opened(screen)
      const { page } = guest
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const address of ['', 'console.html', 'gateways/', 'plugin-protocol.html', 'rest.html']) {
          await page.goto(`${boat.url}/guide/${address}`)
          await page.locator('main h1').first().waitFor()
          assert.equal(await isTooWide(page), false, address)
          if (pictures !== undefined && address === shown[screen.name] && colorScheme === 'light')
            await page.screenshot({ path: `${pictures}/guide-${screen.name}.png` })
          const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
          assert.equal(isDark, colorScheme === 'dark', address)
        }
        assert.deepEqual(await seriousFindings(page), [])
      }
      assertClean(guest)
    })

  test('words of code have colours, on the first page and on those after it', limit, async () => {
    await using guest = await opened(plotter, '/guide/faq.html')
    const { page } = guest
    const tutorial = '/guide/app-tutorial-typescript.html'
    await page.locator(`.VPSidebar a[href="${tutorial}"]`).click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const colourOf = (kind: string): Promise<string> =>
        page
          .locator(`main pre .${kind}`)
          .first()
          .evaluate((word) => getComputedStyle(word).color)
      const colours = await Promise.all(['line', 'code-keyword', 'code-string', 'code-name'].map(colourOf))
      assert.equal(new Set(colours).size, colours.length, colours.join('; '))
      assert.deepEqual(await seriousFindings(page), [])
      if (pictures !== undefined) {
        await page.locator('main pre').nth(2).scrollIntoViewIfNeeded()
        await page.screenshot({ path: `${pictures}/guide-code-${colorScheme}.png` })
      }
      // The second time it is the first page, as the server sends it.
      await page.goto(`${boat.url}${tutorial}`)
    }
    assertClean(guest)
  })

  test('only files of the guide are served, compressed for those who accept it', limit, async () => {
    for (const path of [
      '../console/index.html',
      '%2e%2e/console/index.html',
      'faq.html.gz',
      'nothing.html',
      'assets/',
    ])
      assert.equal((await exchange(boat.url, `/guide/${path}`)).status, 404, path)
    const plain = await exchange(boat.url, '/guide/faq.html')
    const compressed = await exchange(boat.url, '/guide/faq.html', { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.match(plain.text, /<h1/)
    assert.equal(compressed.headers['content-encoding'], 'gzip')
    assert.ok(compressed.bytes.length < plain.bytes.length / 2)
    for (const { headers } of [plain, compressed]) {
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.doesNotMatch(policy, /unsafe/)
    }
  })

  test('the address without a slash leads to the guide', limit, async () => {
    const { status, headers } = await exchange(boat.url, '/guide')
    assert.equal(status, 302)
    assert.equal(headers['location'], '/guide/')
  })
})
