import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { Browsers, eventually, part, titleOf, triedViews, suiteLimit } from './console-trial.ts'

const limit = { timeout: 300_000 }

suite('a locked screen', suiteLimit(300_000), () => {
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

  for (const view of triedViews)
    test(`I13 ${titleOf(view)}: only STANDBY and the slider react`, limit, async () => {
      await boat.must('POST main/engage')
      await using guest = await browsers.open({ url: boat.url, view, query: 'lock=1' })
      const { page, requests } = guest
      await part(page, 'lock').waitFor()
      const key = (await part(page, 'adj+10').boundingBox())!
      await page.mouse.click(key.x + key.width / 2, key.y + 5)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('2')
      assert.match(page.url(), /#\/helm$/)
      assert.deepEqual(
        requests.filter((request) => /^(?:PUT|POST|DELETE) .*autopilots/.test(request)),
        [],
      )
      await part(page, 'lock-standby').click()
      await eventually('the pilot stands by', async () => !(await boat.describe('main')).engaged)

      const slider = (await part(page, 'unlock').boundingBox())!
      const middle = slider.y + slider.height / 2
      await page.mouse.move(slider.x + 12, middle)
      await page.mouse.down()
      await page.mouse.move(slider.x + slider.width / 2, middle, { steps: 5 })
      await page.mouse.up()
      assert.equal(await part(page, 'lock').count(), 1, 'half the way does not unlock')
      await page.mouse.move(slider.x + 12, middle)
      await page.mouse.down()
      await page.mouse.move(slider.x + slider.width - 2, middle, { steps: 10 })
      await page.mouse.up()
      await part(page, 'lock').waitFor({ state: 'detached' })
    })

  test('locking keeps the screen, from any of them', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, screen: 'alerts' })
    const { page } = guest
    await part(page, 'palette').click()
    await part(page, 'lock-screen').click({ timeout: 30_000 })
    await part(page, 'lock').waitFor({ timeout: 30_000 })
    assert.match(page.url(), /#\/alerts$/)
    assert.equal(await page.locator('.screen').getAttribute('data-screen'), 'alerts')
    assert.equal(await part(page, 'display-sheet').count(), 0)
  })
})
