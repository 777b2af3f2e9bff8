import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startCli, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { Browsers, triedViews, titleOf } from './console-trial.ts'

const limit = { timeout: 300_000 }

suite('the tour of the demo', () => {
  let browsers: Browsers
  let demo: RunningCli

  before(async () => {
    browsers = await Browsers.start()
    demo = await startCli({ words: ['demo'] })
  }, limit)
  after(async () => {
    await demo[Symbol.asyncDispose]()
    await browsers[Symbol.asyncDispose]()
  })

  for (const view of triedViews) {
    test(
      `${titleOf(view)}: it shows the screens, stops when the console is used, and is shown once`,
      limit,
      async () => {
        await using guest = await browsers.open({ url: demo.url, view })
        const { page } = guest
        const [card, step] = [page.getByTestId('tour'), page.getByTestId('tour-step')]
        await card.waitFor()
        assert.match((await page.getByTestId('tour-text').textContent()) ?? '', /This boat is simulated/)
        assert.equal(await step.textContent(), '1/6')
        await page.getByTestId('tour-next').click()
        await page.getByTestId('tour-next').click()
        await page.locator('[data-screen="chart"]').waitFor()
        // It goes on by itself, until the console is used.
        await page.locator('[data-screen="anchor"]').waitFor()
        await page.getByTestId('nav-helm').click()
        await page.locator('[data-screen="helm"]').waitFor()
        assert.equal(await page.locator('.tour-time').count(), 0)
        const { y, height } = (await card.boundingBox())!
        const dial = (await page.locator('[data-screen="helm"]').boundingBox())!
        assert.ok(y + height <= dial.y + 1, 'the card covers nothing')
        await page.getByTestId('tour-skip').click()
        await card.waitFor({ state: 'detached' })
        await page.reload()
        await page.locator('[data-screen="helm"]').waitFor()
        assert.equal(await card.count(), 0)
        assert.deepEqual(guest.complaints, [])
      },
    )
  }
})

test(
  'at anchor the tour begins with the anchor watch, and nothing is cut off on a phone',
  limit,
  async () => {
    await using browsers = await Browsers.start()
    await using demo = await startCli({ words: ['demo', '--at-anchor'] })
    await using guest = await browsers.open({ url: demo.url })
    const { page } = guest
    await page.getByTestId('tour').waitFor()
    assert.equal(await page.getByTestId('tour-step').textContent(), '1/4')
    await page.locator('[data-screen="anchor"]').waitFor()
    await page.getByTestId('sim-badge').waitFor()
    const wide = await page.evaluate(() => document.querySelector('.top-bar')!.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `the top bar is ${wide} px too wide`)
  },
)

test('a boat that is no demo has no tour', limit, async () => {
  await using browsers = await Browsers.start()
  await using server = await startCli()
  await using guest = await browsers.open({ url: server.url })
  await guest.page.locator('[data-screen="helm"]').waitFor()
  assert.equal(await guest.page.locator('html').getAttribute('data-demo'), 'none')
  assert.ok(!guest.requests.some((request) => request.includes('tour')))
})
