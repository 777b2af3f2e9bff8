import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import {
  Browsers,
  eventually,
  hold,
  part,
  phone,
  plotter,
  titleOf,
  triedViews,
  type Guest,
  type View,
  suiteLimit,
} from './console-trial.ts'
import { CuttableLine } from './cuttable-line.ts'
import { cutTexts, hiddenParts, seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 300_000 }
const degree = Math.PI / 180
const knot = 1_852 / 3_600
const north = 59.8

/** A sailing boat with an engine, tanks and a battery. The wind is on port. */
const sailing: Readonly<Record<string, unknown>> = {
  'navigation.position': { latitude: north, longitude: 22.9 },
  'navigation.headingTrue': 40 * degree,
  'navigation.headingMagnetic': 32 * degree,
  'navigation.magneticVariation': 8 * degree,
  'navigation.courseOverGroundTrue': 44 * degree,
  'navigation.speedOverGround': 7 * knot,
  'navigation.speedThroughWater': 6.8 * knot,
  'navigation.attitude': { roll: 14 * degree, pitch: 0, yaw: 0 },
  'navigation.rateOfTurn': (-12 * degree) / 60,
  'environment.wind.angleApparent': -30 * degree,
  'environment.wind.angleTrueWater': -45 * degree,
  'environment.wind.speedApparent': 18 * knot,
  'environment.wind.speedTrue': 13 * knot,
  'environment.wind.directionTrue': 355 * degree,
  'environment.current': { setTrue: 130 * degree, drift: 0.8 * knot },
  'environment.depth.belowKeel': 18.6,
  'steering.rudderAngle': -4 * degree,
  'propulsion.main.revolutions': 30,
  'propulsion.main.oilPressure': 340_000,
  'tanks.fuel.main.currentLevel': 0.64,
}

const zones = {
  metadata: {
    'propulsion.*.oilPressure': {
      zones: [{ upper: 100_000, state: 'alarm' as const, message: 'Oil pressure low' }],
    },
    'tanks.fuel.*.currentLevel': { zones: [{ upper: 0.1, state: 'warn' as const }] },
  },
}

/** A boat whose values are repeated until the test ends. They can be changed. */
class TellingBoat implements AsyncDisposable {
  readonly boat: Boat
  readonly told: Map<string, unknown>
  readonly #teller: StreamListener
  readonly #timer: ReturnType<typeof setInterval>

  private constructor(boat: Boat, teller: StreamListener, told: Readonly<Record<string, unknown>>) {
    this.boat = boat
    this.told = new Map(Object.entries(told))
    this.#teller = teller
    const tell = (): void => {
      for (const [path, value] of this.told) teller.put(path, value)
    }
    tell()
    this.#timer = setInterval(tell, 300)
  }

  static async start(told: Readonly<Record<string, unknown>> = sailing): Promise<TellingBoat> {
    const boat = await startBoat({ settings: zones })
    return new TellingBoat(boat, await StreamListener.open(boat.url, '?subscribe=none'), told)
  }

  get url(): string {
    return this.boat.url
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#teller[Symbol.asyncDispose]()
    await this.boat[Symbol.asyncDispose]()
  }
}

const tile = (page: Page, path: string): Locator => page.locator(`[data-testid="tile"][data-path="${path}"]`)
const textIn = async (place: Locator): Promise<string> => (await place.first().textContent()) ?? ''
const tilesOf = (page: Page): Promise<string[]> =>
  part(page, 'tile').evaluateAll((all) =>
    all.map((each) => `${each.dataset['kind']} ${each.dataset['path']}`),
  )
const pagesOf = (page: Page): Promise<string[]> =>
  page.locator('[data-testid^="page-"][role="radio"]').allTextContents()

const says = (place: Locator, words: RegExp): Promise<number> =>
  eventually(
    `it says ${words.source}`,
    async () => (await place.count()) > 0 && words.test(await textIn(place)),
  )

/** Degrees by which a mark is turned, from −180 to 180. */
const turnOf = (page: Page, testId: string): Promise<number> =>
  part(page, testId).evaluate((mark) => {
    const degrees = Number(/rotate\((-?[\d.]+)deg\)/.exec((mark as SVGElement).style.transform)?.[1])
    return ((((degrees + 180) % 360) + 360) % 360) - 180
  })

const isAbout = (seen: number, expected: number): boolean => Math.abs(seen - expected) < 2

/** Saves the edited pages, and waits until the boat has stored them. */
const save = async (page: Page): Promise<void> => {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/preferences') && response.request().method() === 'PUT',
  )
  await part(page, 'edit-save').click()
  assert.equal((await answered).status(), 200)
}

suite('the instruments', suiteLimit(900_000), () => {
  let boat: TellingBoat
  let browsers: Browsers
  before(async () => {
    boat = await TellingBoat.start()
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers?.[Symbol.asyncDispose]()
    await boat?.[Symbol.asyncDispose]()
  })

  const opened = async (view: View, url = boat.url): Promise<Guest> => {
    const guest = await browsers.open({ url, view, screen: 'instruments' })
    await part(guest.page, 'tile-grid').waitFor()
    return guest
  }
  const edit = async ({ page }: Guest): Promise<void> => {
    await eventually('pages can be edited', () => part(page, 'page-edit').isEnabled())
    await part(page, 'page-edit').click()
    await part(page, 'edit-save').waitFor()
  }
  /** Back to the standard pages. */
  const reset = async (guest: Guest): Promise<void> => {
    await edit(guest)
    await part(guest.page, 'reset-pages').click()
    const answered = guest.page.waitForResponse((response) => response.request().method() === 'PUT')
    await part(guest.page, 'reset-pages').click()
    await answered
  }

  for (const view of triedViews) {
    test(`N1 ${titleOf(view)}: pages are offered only for what the boat sends`, limit, async () => {
      await using guest = await opened(view)
      const { page } = guest
      await eventually('three presets', async () => (await pagesOf(page)).length === 3)
      assert.deepEqual(await pagesOf(page), ['Sail', 'Motor', 'Engine and tanks'])
      await says(tile(page, 'navigation.speedOverGround'), /SOG.*kn.*7\.0/)
      await says(tile(page, 'navigation.attitude:roll'), /Heel.*14° S/)
      assert.equal(
        (await tilesOf(page)).some((each) => each.includes('performance.')),
        false,
      )
      await part(page, 'page-engine').click()
      await says(tile(page, 'propulsion.main.revolutions'), /rpm.*1800/)
      await says(tile(page, 'tanks.fuel.main.currentLevel'), /%.*64/)
    })

    test(
      `N1 ${titleOf(view)}: the sailing dial shows both winds, the tide and the course by side`,
      limit,
      async () => {
        await using guest = await opened(view)
        const { page } = guest
        await says(part(page, 'rd-awa'), /30° P/)
        await says(part(page, 'rd-twa'), /45° P/)
        assert.equal(await part(page, 'rd-awa').getAttribute('data-side'), 'port')
        for (const [mark, expected] of [
          ['awa-mark', -30],
          ['twa-mark', -45],
          ['cog-mark', 4],
          ['tide-mark', 90],
        ] as const)
          await eventually(`${mark} at ${expected}°`, async () => isAbout(await turnOf(page, mark), expected))
        assert.deepEqual(await page.locator('.side-letter').allTextContents(), ['P', 'S'])
        await says(part(page, 'sail-tide'), /0\.8 kn/)
        await says(part(page, 'sail-heel'), /14° S/)
        await says(part(page, 'sail-turn'), /12°\/min P/)
        assert.deepEqual(await hiddenParts(page, ['sail-dial', 'page-edit']), [])
      },
    )

    test(`N3 ${titleOf(view)}: an edited page is the same on another screen of the user`, limit, async () => {
      await using guest = await opened(view)
      const { page } = guest
      await edit(guest)
      await part(page, 'add-page').click()
      await part(page, 'add-page-empty').click()
      await part(page, 'page-name').fill('Night')
      for (const path of [
        'navigation.speedOverGround',
        'environment.depth.belowKeel',
        'propulsion.main.oilPressure',
      ]) {
        // The tools of a chosen tile take the place of those of the page on a phone on its side.
        if (!(await part(page, 'add-tile').isVisible()))
          await page.locator('[data-testid="tile-choose"][aria-pressed="true"]').click()
        await part(page, 'add-tile').click()
        await part(page, 'add-search').fill(path)
        await page.locator(`[data-testid="add-path"][data-path="${path}"]`).click()
      }
      await part(page, 'kind-dial').click()
      await part(page, 'tile-taller').click()
      await part(page, 'tile-earlier').click()
      await part(page, 'tile-earlier').click()
      assert.equal(await part(page, 'tile-earlier').isDisabled(), true)
      await save(page)
      const made = [
        'dial propulsion.main.oilPressure',
        'number navigation.speedOverGround',
        'number environment.depth.belowKeel',
      ]
      assert.deepEqual(await tilesOf(page), made)
      await using other = await opened(view)
      await part(other.page, 'page-page-1').click()
      await eventually('the same tiles', async () => (await tilesOf(other.page)).join() === made.join())
      assert.equal((await pagesOf(other.page)).at(-1), 'Night')
      // The shown page belongs to the display: a reload keeps it, and the first display keeps its own.
      await part(page, 'page-sail').click()
      await other.page.reload()
      await eventually('still this page', async () => (await tilesOf(other.page)).join() === made.join())
      await reset(other)
    })

    test(`N3 ${titleOf(view)}: a tile is dragged by its grip and removed`, limit, async () => {
      await using guest = await opened(view)
      const { page } = guest
      await part(page, 'page-motor').click()
      await edit(guest)
      const [first, second] = await tilesOf(page)
      const grips = part(page, 'tile-grip')
      const [from, to] = [await grips.nth(0).boundingBox(), await grips.nth(1).boundingBox()]
      assert.ok(from && to)
      await page.mouse.move(from.x + 20, from.y + 20)
      await page.mouse.down()
      await page.mouse.move(to.x + 10, to.y + 20, { steps: 5 })
      await page.mouse.up()
      assert.deepEqual((await tilesOf(page)).slice(0, 2), [second, first])
      await part(page, 'tile-choose').first().click()
      await part(page, 'tile-remove').click()
      assert.equal((await tilesOf(page))[0], first)
      await part(page, 'edit-cancel').click()
      assert.deepEqual((await tilesOf(page)).slice(0, 2), [first, second])
    })

    test(`N1 ${titleOf(view)}: a zone colours dial and bar and says its word`, limit, async () => {
      await using guest = await opened(view)
      const { page } = guest
      await part(page, 'page-engine').click()
      const oil = tile(page, 'propulsion.main.oilPressure')
      assert.equal(await oil.locator('.gauge-zone[data-zone="alarm"]').count(), 1)
      assert.equal(await oil.locator('[data-zone="alarm"].tile').count(), 0)
      boat.told.set('propulsion.main.oilPressure', 50_000)
      boat.told.set('tanks.fuel.main.currentLevel', 0.05)
      await says(oil.locator('[data-testid="tile-zone"]'), /^Alarm: Oil pressure low$/)
      const fuel = tile(page, 'tanks.fuel.main.currentLevel')
      await says(fuel.locator('[data-testid="tile-name"]'), /^Warning: Fuel main$/)
      assert.equal(await fuel.locator('.tile').getAttribute('data-zone'), 'warn')
      assert.match(await fuel.innerText(), /Warning/)
      assert.match(await oil.innerText(), /Alarm: Oil pressure low/)
      boat.told.set('propulsion.main.oilPressure', 340_000)
      boat.told.set('tanks.fuel.main.currentLevel', 0.64)
      await oil.locator('[data-testid="tile-zone"]').waitFor({ state: 'detached' })
    })
  }

  test('values that belong together share a tile, each with its own side and age', limit, async () => {
    await using guest = await opened({ screen: phone, palette: 'day' })
    const { page } = guest
    await edit(guest)
    await part(page, 'add-page').click()
    await part(page, 'add-page-empty').click()
    await part(page, 'add-tile').click()
    await part(page, 'add-search').fill('wind')
    await page.locator('[data-testid="add-group"][data-path="environment.wind"]').click()
    await save(page)
    const group = part(page, 'group-environment.wind')
    await says(group, /Wind.*AWA.*30° P.*AWS.*TWA.*45° P/)
    assert.equal(await part(page, 'rd-awa').getAttribute('data-side'), 'port')
    assert.deepEqual(await cutTexts(page, '.group'), [])
    const sheet = part(page, 'value-sheet')
    // Long presses are noticed some seconds after the first load, and the sheet is loaded then.
    await eventually('the sheet is open', async () => {
      if ((await sheet.count()) === 0) await hold(page, 'rd-awa', 900)
      return (await sheet.count()) === 1
    })
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await reset(guest)
  })

  test('a value beyond its scale has no needle, and a graph draws the last minutes', limit, async () => {
    await using guest = await opened({ screen: plotter, palette: 'day' })
    const { page } = guest
    await part(page, 'page-motor').click()
    const engine = tile(page, 'propulsion.main.revolutions')
    await engine.locator('.gauge-needle').waitFor({ state: 'attached' })
    boat.told.set('propulsion.main.revolutions', 90)
    await says(engine, /5400.*off the scale/)
    assert.equal(await engine.locator('.gauge-needle').count(), 0)
    boat.told.set('propulsion.main.revolutions', 30)
    const line = tile(page, 'navigation.speedOverGround').locator('.graph-line')
    await eventually('two samples', async () => /L/.test((await line.getAttribute('d')) ?? ''), 30_000)
  })

  test('a silent sensor is struck through and then unknown, never zero', limit, async () => {
    await using guest = await opened({ screen: phone, palette: 'day' })
    const { page } = guest
    const depth = tile(page, 'environment.depth.belowKeel').locator('[data-age]')
    await says(depth, /18\.6/)
    boat.told.delete('environment.depth.belowKeel')
    for (const age of ['stale', 'dead'])
      await eventually(age, async () => (await depth.getAttribute('data-age')) === age, 60_000)
    await says(depth, /---/)
    await says(tile(page, 'navigation.speedOverGround'), /7\.0/)
    boat.told.set('environment.depth.belowKeel', 18.6)
    await says(depth, /18\.6/)
  })

  test('on a lost connection no tile looks live, and pages cannot be edited', limit, async () => {
    await using line = await CuttableLine.to(boat.url)
    await using guest = await opened({ screen: plotter, palette: 'night' }, line.url)
    const { page } = guest
    await eventually('editable', () => part(page, 'page-edit').isEnabled())
    line.cut()
    await eventually('nothing is fresh', async () => {
      const ages = await page
        .locator('[data-testid^="rd-"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-age')))
      return ages.length > 5 && ages.every((age) => age !== 'fresh')
    })
    assert.equal(await part(page, 'page-edit').isDisabled(), true)
    line.mend()
    await eventually('editable again', () => part(page, 'page-edit').isEnabled())
  })

  test('laylines lead to a mark upwind, and say that their angle is assumed', limit, async () => {
    await boat.boat.client.course.setDestination({
      position: { latitude: north + 0.02, longitude: 22.9 },
    })
    await using guest = await opened({ screen: plotter, palette: 'day' })
    const { page } = guest
    await says(part(page, 'layline-note'), /45°.*assumed/)
    // The wind is 45° on port: on the present tack the boat lies on the course to the line, on the other 90° to port.
    await eventually('port tack', async () => isAbout(await turnOf(page, 'layline-port'), 0))
    await eventually('starboard tack', async () => isAbout(await turnOf(page, 'layline-starboard'), -90))
    await eventually('the mark', async () => isAbout(await turnOf(page, 'next-mark'), -40))
  })

  test('while pages are edited, every control is large enough and has a name', limit, async () => {
    await using guest = await opened({ screen: phone, palette: 'day' })
    await edit(guest)
    await part(guest.page, 'tile-choose').first().click()
    assert.deepEqual(await smallControls(guest.page), [])
    assert.deepEqual(await seriousFindings(guest.page), [])
    assert.deepEqual(guest.complaints, [])
  })

  test('without an autopilot the instruments fill the helm, in German, too', limit, async () => {
    await using guest = await browsers.open({ url: boat.url, locale: 'de-DE' })
    const { page } = guest
    await part(page, 'sail-dial').waitFor({ timeout: limit.timeout })
    assert.equal(await page.locator('.screen[data-screen="helm"] [data-testid="instruments"]').count(), 1)
    assert.deepEqual(await pagesOf(page), ['Segeln', 'Motorfahrt', 'Motor und Tanks'])
    await says(part(page, 'rd-awa'), /30° Bb/)
  })
})

test('a boat that sends nothing says what to do', limit, async () => {
  await using boat = await startBoat()
  await using browsers = await Browsers.start()
  await using guest = await browsers.open({ url: boat.url, screen: 'instruments' })
  await says(part(guest.page, 'instruments-none'), /No instruments yet.*Devices/)
})
