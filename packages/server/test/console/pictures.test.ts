import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Browsers } from './console-trial.ts'
import {
  addStyle,
  blocksTolerated,
  compareWithKept,
  differenceOf,
  keptFolder,
  nameOf,
  pictures,
  stillPicture,
  takePicture,
} from './pictures.ts'
import { StillBoat } from './still-boat.ts'

const limit = { timeout: 300_000 }

suite('the pictures of the console', { timeout: 300_000 }, () => {
  let browsers: Browsers
  let boat: StillBoat
  let decoder: Page

  before(async () => {
    browsers = await Browsers.start()
    boat = await StillBoat.start()
    decoder = await browsers.emptyPage()
  })
  after(async () => {
    await boat?.[Symbol.asyncDispose]()
    await browsers?.[Symbol.asyncDispose]()
  })

  test('twelve screens look as in docs/screens', limit, async (context) => {
    const changed: string[] = []
    for (const picture of pictures) {
      const fresh = await takePicture(browsers, boat, picture)
      const { name, blocks } = await compareWithKept(decoder, nameOf(picture), fresh)
      context.diagnostic(`${name}: ${blocks} blocks differ`)
      if (blocks > blocksTolerated) changed.push(`${name} (${blocks} blocks)`)
    }
    const advice = 'look at screens/changed, then accept them with "npm run screens -- --keep"'
    assert.deepEqual(changed, [], `changed: ${changed.join(', ')}; ${advice}`)
  })

  test('a comparison sees that one button of a screen has gone', limit, async () => {
    await using guest = await browsers.open({
      url: boat.url,
      screen: 'more',
      fixedTime: '2026-06-15T10:24:00Z',
    })
    const { page } = guest
    await page.locator('[data-screen="more"]').waitFor()
    const whole = await stillPicture(page)
    const again = await stillPicture(page)
    assert.ok((await differenceOf(decoder, whole, again)).blocks <= blocksTolerated)
    await addStyle(page, '[data-testid="mob"] { visibility: hidden }')
    const { blocks } = await differenceOf(decoder, whole, await stillPicture(page))
    assert.ok(blocks > blocksTolerated, `${blocks} blocks`)
  })

  test('a comparison sees a picture of another size as changed', limit, async () => {
    const [one, other] = await Promise.all(
      ['helm-phone-day', 'helm-tablet-day'].map((name) => readFile(join(keptFolder, `${name}.png`))),
    )
    assert.ok((await differenceOf(decoder, one!, other!)).blocks > 1_000)
  })
})
