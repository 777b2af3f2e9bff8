import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { mustAlerts } from '../alert-asking.ts'
import { allScreens, eventually, part, plotter } from './console-trial.ts'
import { HelmTrial } from './helm-trial.ts'
import { cutTexts, hiddenParts } from './looking.ts'

const limit = { timeout: 120_000 }
const patienceMs = 30_000

const courseKeys = ['adj-10', 'adj-1', 'adj+1', 'adj+10']
const otherScreens = ['chart', 'anchor', 'alerts', 'data', 'devices', 'access', 'settings', 'more']
/** Tools of the chart; a phone has the last one in place of three others. */
const chartTools = ['follow', 'orientation', 'zoom-out', 'zoom-in', 'mob', 'ships', 'tools']

/** Waits until every part is in view. */
const inView = async (page: Page, testIds: readonly string[], where: string): Promise<void> => {
  let hidden: readonly string[] = testIds
  const isShown = async (): Promise<boolean> => (hidden = await hiddenParts(page, testIds)).length === 0
  await eventually(`${where}: in view`, isShown, patienceMs).catch(() =>
    assert.fail(`${where}: not in view: ${hidden.join('; ')}`),
  )
}

const open = async (page: Page, screen: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${screen}`)
  await page.locator(`.screen[data-screen="${screen}"]`).waitFor({ timeout: patienceMs })
}

suite('while the pilot steers', { timeout: 900_000 }, () => {
  let trial: HelmTrial

  before(async () => {
    trial = await HelmTrial.start()
    await trial.steer(250)
  })
  after(() => trial[Symbol.asyncDispose]())

  for (const screen of allScreens) {
    const size = `${screen.width}×${screen.height}`
    const view = { screen, palette: 'day' } as const

    test(
      `STANDBY is in view on every screen of ${size}, and the course keys at the helm`,
      limit,
      async () => {
        await using helm = await trial.open({ view })
        const { page } = helm
        await part(page, 'standby').waitFor({ timeout: patienceMs })
        await inView(page, ['standby', ...courseKeys, 'mode-compass', 'tack', 'dodge'], `helm ${size}`)
        assert.deepEqual(await cutTexts(page, '.helm'), [], 'cut, such as the reason below Gybe')
        await part(page, 'target').click()
        await part(page, 'target-pad').waitFor({ timeout: patienceMs })
        await inView(page, ['strip-standby'], `target pad ${size}`)
        await page.keyboard.press('Escape')
        for (const other of otherScreens) {
          await open(page, other)
          await inView(page, ['standby'], `${other} ${size}`)
          if (other === 'anchor') assert.deepEqual(await cutTexts(page, '.anchor'), [])
          if (other === 'chart') await inView(page, await offered(page, chartTools), `chart ${size}`)
        }
      },
    )
  }

  test('the left-handed helm keeps STANDBY in view on a phone held sideways', limit, async () => {
    for (const [width, height] of [
      [568, 320],
      [844, 390],
    ] as const) {
      const view = { screen: { name: 'side', width, height }, palette: 'night' } as const
      await using helm = await trial.open({ view })
      await helm.page.evaluate(() => {
        document.querySelector<HTMLElement>('.helm')!.dataset['hand'] = 'left'
      })
      await inView(helm.page, ['standby', ...courseKeys], `${width}×${height}`)
    }
  })

  test('above an alarm the strip of the pilot fills the width of a plotter', limit, async () => {
    await using helm = await trial.open({ view: { screen: plotter, palette: 'day' } })
    const { page } = helm
    await part(page, 'pilot-strip').waitFor({ timeout: patienceMs })
    await mustAlerts(trial.boat.url, 'POST', {
      path: 'notifications.bilge',
      state: 'alarm',
      message: 'Bilge water',
    })
    await part(page, 'takeover').waitFor({ timeout: patienceMs })
    await eventually(
      'nothing beside the strip',
      async () => {
        const strip = await part(page, 'pilot-strip').boundingBox()
        return strip?.x === 0 && strip.width === plotter.width
      },
      patienceMs,
    )
  })
})

/** Those of the parts that this size shows. */
const offered = async (page: Page, testIds: readonly string[]): Promise<string[]> => {
  await part(page, 'follow').waitFor({ timeout: patienceMs })
  const shown: string[] = []
  for (const testId of testIds) if (await part(page, testId).isVisible()) shown.push(testId)
  assert.ok(shown.length >= 6, `only ${shown.join(', ')}`)
  return shown
}
