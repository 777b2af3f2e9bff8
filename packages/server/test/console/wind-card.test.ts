import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { eventually, part, plotter, titleOf, triedViews, suiteLimit } from './console-trial.ts'
import { HelmTrial, isEnabled, says, sentTo } from './helm-trial.ts'
import { hiddenParts } from './looking.ts'

const limit = { timeout: 300_000 }

suite('the helm in WIND mode', suiteLimit(900_000), () => {
  let trial: HelmTrial
  before(async () => {
    trial = await HelmTrial.start()
  })
  after(() => trial?.[Symbol.asyncDispose]())

  /** Degrees by which a mark is turned. */
  const turnOf = async (locator: ReturnType<typeof part>): Promise<number> =>
    Number(/rotate\((-?[\d.]+)deg\)/.exec((await locator.getAttribute('style')) ?? '')?.[1])

  for (const view of triedViews)
    test(
      `${titleOf(view)}: the card shows the wind, its sides and the target as a wind angle`,
      limit,
      async () => {
        await trial.steer(250)
        await using helm = await trial.open({ view })
        const { page } = helm
        assert.equal(await page.locator('[data-card="wind"]').count(), 0)
        await isEnabled(page, 'mode-wind')
        await part(page, 'mode-wind').click()
        await page.locator('[data-card="wind"]').waitFor()
        await says(page, 'wind-angle', /^\d+° P$/)
        await says(page, 'hdg', /^\d{3}°M$/)
        assert.deepEqual(await page.locator('.side-letter').allTextContents(), ['P', 'S'])
        await eventually('the target is where the wind is', async () => {
          const [bug, wind] = [await turnOf(part(page, 'bug')), await turnOf(part(page, 'awa-mark'))]
          return bug < 0 && Math.abs(bug - wind) < 8
        })
        // Ten degrees to starboard bring the wind on port ten degrees aft.
        const held = await turnOf(part(page, 'bug'))
        await part(page, 'adj+10').click()
        await eventually('the confirmed target moves aft', async () => {
          const now = await turnOf(part(page, 'bug'))
          return Math.abs(now - (held - 10)) < 1.5
        })
        assert.equal(sentTo(helm, 'target/adjust').length, 1)
        assert.deepEqual(await hiddenParts(page, ['standby', 'helm-dial']), [])
        await part(page, 'mode-compass').click()
        await page.locator('[data-card="wind"]').waitFor({ state: 'detached' })
        await part(page, 'helm-dial').waitFor()
      },
    )

  test('a dragged target follows the finger on the card of the wind', limit, async () => {
    await trial.steer(250)
    await using helm = await trial.open({ view: { screen: plotter, palette: 'day' } })
    const { page } = helm
    await isEnabled(page, 'mode-wind')
    await part(page, 'mode-wind').click()
    await page.locator('[data-card="wind"]').waitFor()
    const bug = part(page, 'bug')
    await eventually('a target on port', async () => (await turnOf(bug)) < 0)
    const held = await turnOf(bug)
    const dial = await page.locator('[data-card="wind"] .ring.face').boundingBox()
    const grip = await page.locator('.bug-grip').boundingBox()
    assert.ok(dial && grip)
    const [x, y] = [dial.x + dial.width / 2, dial.y + dial.height / 2]
    const [fromX, fromY] = [grip.x + grip.width / 2 - x, grip.y + grip.height / 2 - y]
    const dragged = (degrees: number): readonly [number, number] => {
      const angle = (degrees * Math.PI) / 180
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
      return [x + fromX * cos - fromY * sin, y + fromX * sin + fromY * cos]
    }
    await page.mouse.move(...dragged(0))
    await page.mouse.down()
    for (const degrees of [-4, -8, -12]) await page.mouse.move(...dragged(degrees))
    await page.mouse.up()
    await eventually('the confirmed target is where the finger was', async () => {
      return Math.abs((await turnOf(bug)) - (held - 12)) < 2.5
    })
  })
})
