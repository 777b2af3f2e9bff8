import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { getJson } from '@marinedata/testing/exchange'
import { Browsers, eventually, part, suiteLimit, titleOf, triedViews } from './console-trial.ts'
import { cutTexts, seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
const light = 'electrical.switches.anchorLight.state'
const cabin = 'electrical.switches.cabinLights.dimmingLevel'
const pump = 'electrical.switches.bilgePump.mode'

const tile = (page: Page, path: string) => page.locator(`[data-testid="tile"][data-path="${path}"]`)

suite('switches on the console', suiteLimit(600_000), () => {
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

  const valueAt = async (path: string): Promise<unknown> => {
    const at = `/marinedata/v1/api/vessels/self/${path.replaceAll('.', '/')}`
    return (await getJson<{ readonly value: unknown }>(boat.url, at)).value
  }

  for (const view of triedViews)
    test(
      `${titleOf(view)}: a switch, a dimmer and a choice are set, and show what the device reports`,
      limit,
      async () => {
        await using guest = await browsers.open({ url: boat.url, view, screen: 'instruments' })
        const { page } = guest
        await part(page, 'page-switches').click()
        const key = tile(page, light).locator('[role="switch"]')
        await eventually('the switch is known', async () => await key.isEnabled())
        const former = await valueAt(light)
        await key.click()
        await eventually('the device switched', async () => (await valueAt(light)) !== former)
        await eventually(
          'the switch shows it',
          async () => (await key.getAttribute('aria-checked')) === String(former !== true),
        )
        const dimmed = Number(await valueAt(cabin))
        const step = dimmed > 0.5 ? 'control-less' : 'control-more'
        await tile(page, cabin).locator(`[data-testid="${step}"]`).click()
        await eventually('the dimmer moved by a tenth', async () => {
          const now = Number(await valueAt(cabin))
          return Math.abs(Math.abs(now - dimmed) - 0.1) < 1e-6
        })
        const choice = (await valueAt(pump)) === 'on' ? 'automatic' : 'on'
        const chosen = tile(page, pump).locator(`[data-testid="control-${choice}"]`)
        await chosen.click()
        await eventually(
          'the choice shows it',
          async () =>
            (await chosen.getAttribute('aria-checked')) === 'true' && (await valueAt(pump)) === choice,
        )
        assert.deepEqual(await seriousFindings(page), [])
        assert.deepEqual(await smallControls(page), [])
        assert.deepEqual(await cutTexts(page, '.tile-grid'), [])
      },
    )

  test('a switch whose device does not answer stays as it was, and says so', limit, async () => {
    const [view] = triedViews
    await using guest = await browsers.open({ url: boat.url, view: view!, screen: 'instruments' })
    const { page } = guest
    await part(page, 'page-switches').click()
    const key = tile(page, light).locator('[role="switch"]')
    await eventually('the switch is known', async () => await key.isEnabled())
    const former = await key.getAttribute('aria-checked')
    await boat.fault({ name: 'switchboard-refuses' })
    await key.click()
    await eventually('the tile says why', async () =>
      /breaker/.test((await tile(page, light).textContent()) ?? ''),
    )
    assert.equal(await key.getAttribute('aria-checked'), former)
    await boat.fault({ name: 'switchboard-refuses' }, false)
  })
})
