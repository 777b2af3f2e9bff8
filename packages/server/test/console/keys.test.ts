import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { part, plotter, phone } from './console-trial.ts'
import { assertSent, HelmTrial, isEnabled, says } from './helm-trial.ts'

const limit = { timeout: 120_000 }
const patience = { timeout: 30_000 }
const view = { screen: plotter, palette: 'day' } as const
/** The letters that steer, or that alert the crew. */
const own = 'etgvosmk'
const harmless = 'abcdefghijklmnopqrstuvwxyz'.split('').filter((letter) => !own.includes(letter))

suite('the keyboard', { timeout: 600_000 }, () => {
  let trial: HelmTrial

  before(async () => {
    trial = await HelmTrial.start()
  })
  after(() => trial[Symbol.asyncDispose]())

  test('no letter without a meaning of its own sends a command, in either case', limit, async () => {
    await trial.steer(250)
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'adj+1')
    for (const letter of harmless)
      for (const key of [letter, letter.toUpperCase()]) await helm.page.keyboard.press(key)
    // Held as long as the engage button wants.
    await helm.page.keyboard.press('a', { delay: 950 })
    await helm.page.keyboard.press('A', { delay: 950 })
    assertSent(helm, [])
    assert.match(helm.page.url(), /#\/helm$/)
  })

  test('a letter with Caps Lock or Shift does what the letter does', limit, async () => {
    await trial.steer(250)
    await using helm = await trial.open({ view })
    await isEnabled(helm.page, 'dodge')
    for (const key of ['t', 'T']) {
      await helm.page.keyboard.press(key)
      await part(helm.page, 'tack-sheet').waitFor(patience)
      await helm.page.keyboard.press('Escape')
      await part(helm.page, 'tack-sheet').waitFor({ state: 'detached', ...patience })
    }
    assertSent(helm, [])
    await helm.page.keyboard.press('v')
    await part(helm.page, 'resume').waitFor(patience)
    await isEnabled(helm.page, 'resume')
    await helm.page.keyboard.press('V')
    await part(helm.page, 'dodge').waitFor(patience)
    assertSent(helm, ['POST main/dodge', 'DELETE main/dodge'])
  })

  test('E engages when held, in either case', limit, async () => {
    for (const key of ['e', 'E']) {
      await trial.standBy()
      await using helm = await trial.open({ view })
      await isEnabled(helm.page, 'engage')
      await helm.page.keyboard.press(key, { delay: 1_500 })
      await says(helm.page, 'pilot-state', { words: /ENGAGED/, withinMs: patience.timeout })
    }
  })

  test('digits open the screens, and type into the pad of the target while it is open', limit, async () => {
    await trial.steer(250)
    await using helm = await trial.open({ view })
    const { page } = helm
    await isEnabled(page, 'adj+1')
    await part(page, 'target').click()
    await part(page, 'target-pad').waitFor(patience)
    await page.keyboard.press('2')
    await page.keyboard.press('5')
    await says(page, 'target-pad', /025/)
    assert.match(page.url(), /#\/helm$/)
    await page.keyboard.press('Escape')
    await part(page, 'target-pad').waitFor({ state: 'detached', ...patience })
    for (const [key, screen] of [
      ['2', 'chart'],
      ['3', 'anchor'],
      ['4', 'instruments'],
      ['5', 'alerts'],
      ['6', 'data'],
      ['9', 'settings'],
      ['1', 'helm'],
    ] as const) {
      await page.keyboard.press(key)
      await page
        .locator(`.screen[data-screen="${screen}"]`)
        .waitFor(patience)
        .catch(async () =>
          assert.fail(`${screen}: ${page.url()} ${await page.locator('.shell').innerText()}`),
        )
    }
    assertSent(helm, [])
  })

  test('the question mark lists the keys on any screen, and Escape closes the list', limit, async () => {
    await trial.standBy()
    for (const screen of [plotter, phone]) {
      await using helm = await trial.open({ view: { screen, palette: 'night' }, screen: 'alerts' })
      await part(helm.page, 'pilot-strip').waitFor(patience)
      await helm.page.keyboard.press('?')
      await part(helm.page, 'key-sheet').waitFor(patience)
      await says(helm.page, 'key-sheet', /Space.*Standby.*1 … 9.*Screens/)
      await helm.page.keyboard.press('Escape')
      await part(helm.page, 'key-sheet').waitFor({ state: 'detached', ...patience })
    }
  })
})
