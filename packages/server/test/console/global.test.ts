import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { boatsWatch } from '../anchor-boat.ts'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import {
  allViews,
  Browsers,
  eventually,
  hold,
  part,
  phone,
  titleOf,
  triedViews,
  type View,
  type Guest,
  suiteLimit,
} from './console-trial.ts'
import { CuttableLine } from './cuttable-line.ts'
import { heapOf } from './heap.ts'
import { brightestPixel, colourCount, seriousFindings, smallControls, unreachedControls } from './looking.ts'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 300_000 }
/** Limits of luminance, with room for rounding by browsers. */
const gates = { night: 0.5, red: 0.3 } as const
const budgets = { requests: 6, bytes: 60 * 1_024 }
const growthLimit = 2 * 1_024 * 1_024
const minuteMs = 60_000
/** Until everything that is loaded later has arrived. */
const settleMs = 5_000
const leastScreens = 10
const ownControlHead = /control head/

/** Every screen linked by the console. */
const screensOn = async ({ page }: Guest): Promise<string[]> => {
  await page.evaluate(() => (location.hash = '#/more'))
  await page.locator('[data-screen="more"]').waitFor()
  const links = page.locator('nav a[href^="#/"]')
  const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!.slice(2)))
  assert.ok(new Set(names).size >= leastScreens, names.join())
  return [...new Set(names)]
}

/** Waits until a screen has loaded: the number of controls no longer changes. */
const isAtRest = async ({ page }: Guest): Promise<void> => {
  const controls = page.locator('a[href], button, input, select')
  let count = -1
  await eventually('the screen is at rest', async () => {
    const earlier = count
    await page.waitForTimeout(400)
    count = await controls.count()
    return count === earlier
  })
}

suite('all screens', suiteLimit(600_000), () => {
  let boat: PilotBoat
  let browsers: Browsers
  let everyScreen: readonly string[]
  before(async () => {
    boat = await PilotBoat.start({}, [boatsWatch.place])
    browsers = await Browsers.start()
    await using guest = await open({ screen: phone, palette: 'day' })
    everyScreen = await screensOn(guest)
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  const open = (view: View, screen = 'helm'): Promise<Guest> => browsers.open({ url: boat.url, view, screen })
  const isLive = ({ page }: Guest): Promise<void> =>
    page.locator('[data-testid="rd-sog"][data-age="fresh"]').waitFor()

  for (const view of triedViews) {
    test(
      `G1 ${titleOf(view)}: the dial and a changing speed appear within 3 s, without a dialog`,
      limit,
      async () => {
        await using guest = await open(view)
        const { page } = guest
        const startedAt = performance.now()
        await part(page, 'helm-dial').waitFor()
        await isLive(guest)
        assert.ok(performance.now() - startedAt < timeLimit(3_000), `${performance.now() - startedAt} ms`)
        const shown = await part(page, 'rd-sog').textContent()
        // Another speed than the view before it has set.
        await boat.place({ speed: triedViews.indexOf(view) % 2 === 0 ? 4 : 2, motoring: true })
        await eventually(
          'the speed changes',
          async () => (await part(page, 'rd-sog').textContent()) !== shown,
        )
        assert.equal(await page.getByRole('dialog').count(), 0)
      },
    )

    test(
      `G6 ${titleOf(view)}: a lost connection shows within 6 s, sends no command, and returns within 3 s`,
      limit,
      async () => {
        await using line = await CuttableLine.to(boat.url)
        await using guest = await browsers.open({ url: line.url, view })
        const { page, requests } = guest
        await boat.must('POST main/engage')
        await isLive(guest)
        await page.locator('.pilot-strip[data-status="engaged"]').waitFor()
        line.cut()
        await eventually(
          'reported as lost',
          async () => (await part(page, 'link').getAttribute('data-state')) === 'lost',
          6_000,
        )
        assert.equal(await part(page, 'lost-bar').getAttribute('role'), 'alert')
        assert.match((await part(page, 'lost-text').textContent())!, ownControlHead)
        const ages = await page
          .locator('[data-testid^="rd-"]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-age')))
        assert.ok(ages.length >= 4 && ages.every((age) => age !== 'fresh'), ages.join())
        for (const id of ['adj-10', 'adj-1', 'adj+1', 'adj+10'])
          assert.equal(await part(page, id).isDisabled(), true, id)
        const earlier = requests.filter((request) => /^(?:PUT|POST|DELETE) .*autopilots/.test(request)).length
        await page.keyboard.press('ArrowRight')
        line.mend()
        await eventually(
          'live again',
          async () => (await part(page, 'link').getAttribute('data-state')) === 'live',
          9_000,
        )
        const sent = requests.filter((request) =>
          /^(?:PUT|POST|DELETE) .*autopilots\/[^/]+\/(?!helm)/.test(request),
        )
        assert.equal(sent.length, earlier, sent.join())
        await boat.must('POST main/disengage')
      },
    )

    test(`on a lost connection no value and no plugin looks live (${titleOf(view)})`, limit, async () => {
      await using line = await CuttableLine.to(boat.url)
      await using data = await browsers.open({ url: line.url, view, screen: 'data' })
      await using devices = await browsers.open({ url: line.url, view, screen: 'devices' })
      const fresh = data.page.locator('[data-testid="data-row"][data-stale="false"]')
      await fresh.first().waitFor()
      const dot = devices.page.locator('.devices-dot[data-state="running"]').first()
      await dot.waitFor()
      const fillOf = (): Promise<string> => dot.evaluate((one) => getComputedStyle(one).backgroundColor)
      const running = await fillOf()
      line.cut()
      await eventually('no row is fresh', async () => (await fresh.count()) === 0, 8_000)
      const advice = (await part(data.page, 'lost-text').textContent())!
      assert.doesNotMatch(advice, ownControlHead, 'no pilot was engaged')
      await eventually('no dot is filled', async () => (await fillOf()) !== running, 8_000)
      line.mend()
      await fresh.first().waitFor()
    })

    test(
      `G7 ${titleOf(view)}: a silent sensor is stale, then dead, and never zero; the others stay fresh`,
      limit,
      async () => {
        await using guest = await open(view)
        const { page } = guest
        await isLive(guest)
        const value = part(page, 'rd-awa')
        await eventually('wind is fresh', async () => (await value.getAttribute('data-age')) === 'fresh')
        await boat.fault({ name: 'wind-lost' })
        try {
          await eventually(
            'wind is stale',
            async () => (await value.getAttribute('data-age')) === 'stale',
            15_000,
          )
          await eventually(
            'wind is dead',
            async () => (await value.getAttribute('data-age')) === 'dead',
            40_000,
          )
          assert.match((await value.textContent())!, /---/)
          assert.equal(await part(page, 'rd-sog').getAttribute('data-age'), 'fresh')
        } finally {
          await boat.fault({ name: 'wind-lost' }, false)
        }
        await eventually('wind is back', async () => (await value.getAttribute('data-age')) === 'fresh')
      },
    )

    test(
      `G11 ${titleOf(view)}: every screen has the time, and marks simulated data by a line`,
      limit,
      async () => {
        await using guest = await open(view)
        const { page } = guest
        for (const screen of everyScreen) {
          await page.evaluate((name) => (location.hash = `#/${name}`), screen)
          await part(page, 'sim-badge').waitFor()
          assert.match((await part(page, 'clock').textContent())!, /^\d\d:\d\d/, screen)
        }
        // Beside the left edge, where nothing is written: the bar is plain, and only a line below it is hatched.
        const { height } = (await page.locator('.top-bar').boundingBox())!
        const browser = page.context().browser()!
        const coloursIn = async (clip: { y: number; width: number; height: number }): Promise<number> =>
          colourCount(browser, await page.screenshot({ clip: { x: 0, ...clip } }))
        assert.equal(
          await coloursIn({ y: 0, width: 3, height: height - 6 }),
          1,
          'the bar itself is not hatched',
        )
        assert.ok((await coloursIn({ y: height - 4, width: 11, height: 3 })) > 1, 'the line is')
      },
    )
  }

  for (const view of allViews) {
    test(
      `G3 ${titleOf(view)}: the helm does not scroll, and its controls are large enough`,
      limit,
      async () => {
        await using guest = await open(view)
        const { page } = guest
        await isLive(guest)
        await part(page, 'adj+10').waitFor()
        const { height, width } = await page.evaluate(() => {
          const { scrollHeight, scrollWidth } = document.documentElement
          return { height: scrollHeight - innerHeight, width: scrollWidth - innerWidth }
        })
        assert.deepEqual([height <= 0, width <= 0], [true, true], `${height} and ${width} px too much`)
        assert.deepEqual(await smallControls(page), [])
        const tall = page.locator('[data-testid^="adj"], [data-testid="standby"], [data-testid="engage"]')
        for (const box of await tall.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().height),
        ))
          assert.ok(box >= 71.5, `${box} px`)
      },
    )

    test(`G9 ${titleOf(view)}: axe-core finds nothing serious on any screen`, limit, async () => {
      await using guest = await open(view)
      const { page } = guest
      const findings: string[] = []
      for (const screen of everyScreen) {
        await page.evaluate((name) => (location.hash = `#/${name}`), screen)
        await page.locator(`[data-screen="${screen}"]`).waitFor()
        for (const finding of await seriousFindings(page)) findings.push(`${screen}: ${finding}`)
      }
      assert.deepEqual(findings, [])
    })
  }

  test('G2: the first load takes at most 6 requests and 60 kB, all from the server', limit, async () => {
    await using guest = await browsers.open({ url: boat.url })
    const { page, context, requests, hosts } = guest
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    // As a phone on an unencrypted connection; over https Brotli makes it smaller.
    await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } })
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    requests.length = 0
    await page.reload()
    await isLive(guest)
    const first = [...requests]
    console.log(`the first load: ${first.length} requests, ${(bytes / 1_000).toFixed(1)} kB`)
    assert.ok(first.length <= budgets.requests, first.join('\n'))
    assert.ok(bytes > 0 && bytes <= budgets.bytes, `${bytes} bytes`)
    assert.deepEqual([...hosts], [new URL(boat.url).host])
  })

  test(
    'G4: the display panel offers five palettes and Auto, and night and red stay dark',
    limit,
    async () => {
      await using guest = await open({ screen: phone, palette: 'day' })
      const { page } = guest
      await isLive(guest)
      await part(page, 'palette').click()
      await part(page, 'display-sheet').waitFor({ timeout: 30_000 })
      for (const palette of ['red', 'night', 'dusk', 'day', 'bright'] as const) {
        await part(page, `palette-${palette}`).click()
        assert.equal(await page.evaluate(() => document.documentElement.dataset['palette']), palette)
        if (palette !== 'night' && palette !== 'red') continue
        const brightest = await brightestPixel(page.context().browser()!, await page.screenshot())
        assert.ok(brightest <= gates[palette] + 0.01, `${palette}: ${brightest.toFixed(3)}`)
      }
      await part(page, 'palette-auto').click()
      await page.locator('[data-testid="palette-auto"][aria-pressed="true"]').waitFor({ timeout: 30_000 })
    },
  )

  test('G5: holding the palette button for two seconds selects bright', limit, async () => {
    await using guest = await open({ screen: phone, palette: 'night' })
    await hold(guest.page, 'palette', 2_100)
    assert.equal(await guest.page.evaluate(() => document.documentElement.dataset['palette']), 'bright')
  })

  test('G8: ?mode=night selects night', limit, async () => {
    await using guest = await open({ screen: phone, palette: 'day' })
    await guest.page.goto(`${boat.url}/console?mode=night`)
    await part(guest.page, 'helm-dial').waitFor()
    assert.equal(await guest.page.evaluate(() => document.documentElement.dataset['palette']), 'night')
  })

  test(
    'G10: Tab reaches every control of every screen, and shows the focus',
    { timeout: 300_000 },
    async () => {
      await using guest = await open({ screen: phone, palette: 'day' })
      for (const screen of everyScreen) {
        await guest.page.evaluate((name) => (location.hash = `#/${name}`), screen)
        await guest.page.locator(`[data-screen="${screen}"]`).waitFor()
        await isAtRest(guest)
        assert.deepEqual(await unreachedControls(guest.page), [], screen)
      }
    },
  )

  test(
    'G12: a minute at the helm causes no error, and takes less than 2 MB of memory',
    { timeout: 300_000 },
    async () => {
      await using guest = await open({ screen: phone, palette: 'day' })
      const { page, context, complaints } = guest
      await isLive(guest)
      const session = await context.newCDPSession(page)
      await page.waitForTimeout(settleMs)
      const first = await heapOf(session)
      await page.waitForTimeout(minuteMs)
      const growth = (await heapOf(session)) - first
      console.log(`a minute at the helm: heap ${(growth / 1_024).toFixed(0)} kB more`)
      assert.deepEqual(complaints, [])
      assert.ok(growth < growthLimit, `${growth} bytes`)
    },
  )

  test('G12: three seconds on each screen cause no error', { timeout: 300_000 }, async () => {
    await using guest = await open({ screen: phone, palette: 'day' })
    for (const screen of everyScreen) {
      await guest.page.evaluate((name) => (location.hash = `#/${name}`), screen)
      await guest.page.waitForTimeout(3_000)
    }
    assert.deepEqual(guest.complaints, [])
  })
})
