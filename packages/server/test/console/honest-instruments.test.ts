import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { Browsers, eventually, part, phone, plotter } from './console-trial.ts'
import { textOf } from './helm-trial.ts'

const limit = { timeout: 120_000 }
const patienceMs = 30_000
type Told = Record<string, unknown>

/** A boat whose values are repeated until the test ends. */
const telling = async (told: Told) => {
  await using stack = new AsyncDisposableStack()
  const boat = stack.use(await startBoat())
  const teller = stack.use(await StreamListener.open(boat.url, '?subscribe=none'))
  const show = (): void => {
    for (const [path, value] of Object.entries(told)) teller.put(path, value)
  }
  show()
  const timer = setInterval(show, 300)
  stack.defer(() => clearInterval(timer))
  const held = stack.move()
  return { url: boat.url, told, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

suite('instruments', { timeout: 400_000 }, () => {
  let browsers: Browsers

  before(async () => {
    browsers = await Browsers.start()
  })
  after(() => browsers[Symbol.asyncDispose]())

  test('a rudder without a sensor is shown as unknown, never amidships', limit, async () => {
    await using boat = await telling({ 'navigation.speedOverGround': 3 })
    for (const screen of [phone, plotter]) {
      await using guest = await browsers.open({ url: boat.url, view: { screen, palette: 'day' } })
      const { page } = guest
      await part(page, 'rudder').waitFor({ timeout: patienceMs })
      await eventually('it says ---', async () => /---/.test(await textOf(page, 'rudder')), patienceMs)
      assert.equal(await page.locator('.rudder-fill').isVisible(), false)
      assert.equal(await page.locator('.rudder-track b').count(), 0, 'no mark amidships')
      assert.match((await part(page, 'rudder').getAttribute('aria-label')) ?? '', /---/)
    }
  })

  test('a cross-track error without a course is unknown, and shows no age', limit, async () => {
    const path = 'navigation.courseGreatCircle.crossTrackError'
    await using boat = await telling({ [path]: 40 })
    await using guest = await browsers.open({ url: boat.url, view: { screen: plotter, palette: 'day' } })
    const tile = part(guest.page, 'rd-xte')
    const text = async (): Promise<string> => (await tile.textContent()) ?? ''
    await eventually('the error', async () => /0\.02/.test(await text()), patienceMs)
    boat.told[path] = null
    await eventually('nothing but dashes', async () => (await text()) === 'XTE---', patienceMs)
  })

  test('a measured rudder is drawn', limit, async () => {
    await using boat = await telling({ 'steering.rudderAngle': 0.2 })
    await using guest = await browsers.open({ url: boat.url })
    await guest.page.locator('.rudder-fill').waitFor({ timeout: patienceMs })
    assert.doesNotMatch(await textOf(guest.page, 'rudder'), /---/)
  })

  const depths = [
    [{ 'environment.depth.belowKeel': 4.1, 'environment.depth.belowSurface': 6 }, /Below keel.*4\.1/],
    [
      { 'environment.depth.belowTransducer': 5.2, 'environment.depth.belowSurface': 6 },
      /Below transd\..*5\.2/,
    ],
    [{ 'environment.depth.belowSurface': 6 }, /Below surface.*6\.0/],
  ] as const

  for (const [told, expected] of depths)
    test(`every screen says what the depth is measured from: ${expected.source}`, limit, async () => {
      const position = { latitude: 59.8, longitude: 22.9 }
      await using boat = await telling({ ...told, 'navigation.position': position })
      await using guest = await browsers.open({ url: boat.url, view: { screen: phone, palette: 'day' } })
      const { page } = guest
      const says = (testId: string): Promise<number> =>
        eventually(
          `${testId} ${expected.source}`,
          async () =>
            (await part(page, testId).count()) > 0 && expected.test((await textOf(page, testId)).trim()),
          patienceMs,
        )
      await says('rd-dpt')
      await page.evaluate(() => {
        location.hash = '#/chart'
      })
      await page.locator('.screen[data-screen="chart"]').waitFor({ timeout: patienceMs })
      await says('rd-dpt')
    })

  const sides = [
    ['en-GB', 'N E S W', /^AWA\s*38° P$/, 'P S'],
    ['de-DE', 'N O S W', /^AWA\s*38° Bb$/, 'Bb Stb'],
  ] as const

  for (const [locale, letters, angle, ends] of sides)
    test(
      `sides and cardinal points have the letters of the language, after the figure: ${locale}`,
      limit,
      async () => {
        await using boat = await telling({
          'environment.wind.angleApparent': (-38 * Math.PI) / 180,
          'steering.rudderAngle': 0.1,
        })
        await using guest = await browsers.open({ url: boat.url, locale })
        const { page } = guest
        await eventually('the angle', async () => angle.test(await textOf(page, 'rd-awa')), patienceMs)
        assert.equal(await part(page, 'rd-awa').getAttribute('data-side'), 'port')
        // Another value than the angle, which may arrive later.
        const rudder = page.locator('.rudder-fill')
        await eventually(
          'the rudder',
          async () => (await rudder.getAttribute('data-side')) === 'starboard',
          patienceMs,
        )
        assert.equal((await page.locator('.dial .letter').allTextContents()).join(' '), letters)
        assert.equal((await page.locator('.rudder-end').allTextContents()).join(' '), ends)
      },
    )
})
