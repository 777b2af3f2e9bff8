import type { Alert, Course } from '@marinedata/model'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { alertsApi } from '../alert-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { BandTrial, contextOf, inspectBand, openSea, patienceMs, pioneer, says } from './band-trial.ts'
import { boxOf, chartText } from './chart-trial.ts'
import { eventually, hold, part, phone, plotter, titleOf, type Guest, type View } from './console-trial.ts'
import { HelmTrial } from './helm-trial.ts'

const limit = { timeout: 180_000 }

const sizes = [
  { name: 'small phone', width: 320, height: 568 },
  phone,
  { name: 'phone on its side', width: 844, height: 390 },
  { name: 'upright tablet', width: 820, height: 1180 },
  plotter,
]
const views: readonly View[] = [
  ...sizes.map((screen) => ({ screen, palette: 'day' as const })),
  { screen: phone, palette: 'night' },
]

const isAway = ({ page }: Guest, testId: string): Promise<void> =>
  part(page, testId).waitFor({ state: 'detached' })

/** A pixel of the chart, as `x y`, lies on it. */
const isOnChart = async (page: Page, name: string): Promise<boolean> => {
  const [x = NaN, y = NaN] = (await chartText(page, name)).split(' ').map(Number)
  const { width, height } = await boxOf(page)
  return x > 0 && y > 0 && x < width && y < height
}

suite('alarm bands', { timeout: 900_000 }, () => {
  test('a collision alarm is a band with live figures, and the screen below stays', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.alarm(pioneer)
    await says(page, 'band-title', /^MORNING PIONEER$/)
    await says(page, 'band-cpa', /^0\.07 NM$/)
    await says(page, 'band-tcpa', /^04:11$/)
    await says(page, 'band-range', /^1\.12 NM$/)
    await says(page, 'band-bearing', /^027°T$/)
    await says(page, 'band-side', /^27° S$/)
    await says(page, 'alarm-band', /starboard bow/)
    assert.equal(await part(page, 'takeover').count(), 0)
    assert.equal(await page.locator('main').getAttribute('inert'), null)
    await trial.ship({ ...pioneer, approach: { distance: 300, timeTo: 61 } })
    await says(page, 'band-cpa', /^0\.16 NM$/)
    await says(page, 'band-tcpa', /^01:01$/)
    await trial.sail({ ...openSea, longitude: openSea.longitude + 2 / 60 })
    await says(page, 'band-side', /^27° P$/)
    assert.deepEqual(guest.complaints, [])
  })

  test('a silenced band stays, an acknowledged one folds, and both end with the danger', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.alarm(pioneer)
    await part(page, 'band-silence').click()
    await says(page, 'band-silence', /^Silenced$/)
    await page.keyboard.press('k')
    await page.locator('[data-testid="alarm-band"][data-status="acknowledged"]').waitFor()
    assert.equal(await part(page, 'band-ack').count(), 0)
    assert.ok(((await part(page, 'alarm-band').boundingBox())?.height ?? 99) <= 60, 'one line')
    await says(page, 'band-tcpa', /^04:11$/)
    await trial.pass(pioneer)
    await isAway(guest, 'alarm-band')
  })

  test('of several alarms the band shows the most urgent, and leads to the others', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.alarm(pioneer)
    await says(page, 'band-title', /^MORNING PIONEER$/)
    await trial.alarm({ mmsi: '230000002', name: 'TERN', approach: { distance: 200, timeTo: 60 } })
    await says(page, 'band-title', /^TERN$/)
    await says(page, 'band-more', /^\+1$/)
    await part(page, 'mob').click()
    await says(page, 'band-title', /^MAN OVERBOARD$/)
    await says(page, 'band-more', /^\+2$/)
    await part(page, 'band-more').click()
    await page.waitForURL(/#\/alerts$/)
    assert.equal(await part(page, 'alarm-band').count(), 1)
  })

  test('the course keys and STANDBY work while the band is shown', limit, async () => {
    await using trial = await HelmTrial.start()
    await trial.steer(310)
    await using helm = await trial.open()
    const { page } = helm
    page.setDefaultTimeout(patienceMs)
    await part(page, 'mob').click()
    await part(page, 'alarm-band').waitFor()
    await part(page, 'adj+10').click()
    await eventually('it holds 320', async () => (await trial.held()) === 320, patienceMs)
    const { y = 0, height = 0 } = (await part(page, 'standby').boundingBox()) ?? {}
    assert.ok(height >= 64 && y + height <= phone.height, 'STANDBY is on the screen')
    await part(page, 'standby').click()
    await eventually('it is off', async () => !(await trial.boat.describe('main')).engaged, patienceMs)
  })

  for (const from of ['band', 'list'] as const)
    test(`Show in the ${from} opens the chart at the ship, with the boat in view`, limit, async () => {
      await using trial = await BandTrial.start()
      await using guest = await trial.open({ screen: from === 'band' ? 'helm' : 'alerts' })
      const { page } = guest
      await trial.alarm(pioneer)
      const go = from === 'band' ? part(page, 'band-show') : part(page, 'alert-go')
      if (from === 'list') assert.equal(await go.textContent(), 'Show on chart')
      await go.click()
      await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
      await eventually('the ship is marked', () => isOnChart(page, 'chosen'), patienceMs)
      assert.ok(await isOnChart(page, 'boat-at'))
      await page.waitForURL(/#\/chart$/)
      await part(page, 'zoom-in').click()
      assert.deepEqual(guest.complaints, [])
    })

  test('the way to a ship without an alarm of its own opens its panel', limit, async () => {
    await using trial = await BandTrial.start()
    await trial.ship(pioneer)
    await using guest = await trial.open({ screen: `chart/target/${encodeURIComponent(contextOf(pioneer))}` })
    await part(guest.page, 'target-card').getByText('MORNING PIONEER').waitFor()
  })

  test('man overboard has range, bearing, position and clock; the course is set to it', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'chart' })
    await using other = await trial.open({ screen: 'helm' })
    const { page } = guest
    await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
    await part(page, 'mob').click()
    await part(page, 'mob-undo').waitFor()
    assert.equal(await part(other.page, 'mob-undo').count(), 0)
    await trial.sail({ ...openSea, latitude: openSea.latitude + 0.1 / 60 })
    for (const station of [page, other.page]) {
      await says(station, 'band-range', /^18[56] m$/)
      await says(station, 'band-bearing', /^180°T$/)
      await says(station, 'band-side', /^180°$/)
      await says(station, 'band-elapsed', /^00:\d\d$/)
      await says(station, 'band-position', /^59°24\.000′N 022°36\.000′E/)
      assert.equal(await part(station, 'takeover').count(), 0)
    }
    assert.ok(await part(page, 'chart-map').isVisible(), 'where it was pressed the chart stays')
    await trial.sail({ ...openSea, latitude: openSea.latitude + 2 / 60 })
    await says(page, 'band-range', /^2\.00 NM$/)
    await part(other.page, 'mob-course').click()
    for (const station of [page, other.page]) await says(station, 'mob-course', /^Course set$/)
    const course = await getJson<Course>(trial.url, '/marinedata/v2/api/vessels/self/navigation/course')
    assert.deepEqual(course.destination, { position: openSea, name: 'MOB' })
    await part(other.page, 'band-show').click()
    await eventually('the place is on the chart', () => isOnChart(other.page, 'mob'), patienceMs)
    assert.ok(await isOnChart(other.page, 'boat-at'))
    await part(other.page, 'band-ack').click()
    await page.locator('[data-testid="mob-aboard"]:enabled').waitFor()
    await hold(page, 'mob-aboard', 1_500)
    for (const station of [guest, other]) await isAway(station, 'alarm-band')
    assert.deepEqual(
      (await getJson<Alert[]>(trial.url, alertsApi)).filter(({ state }) => state === 'emergency'),
      [],
    )
    for (const { complaints } of [guest, other]) assert.deepEqual(complaints, [])
  })

  test('man overboard without a position says so, and can still be answered', limit, async () => {
    await using trial = await BandTrial.start()
    trial.instruments.fallSilent()
    await using guest = await trial.open({ screen: 'more' })
    const { page } = guest
    const isUnplaced = async (): Promise<boolean> => {
      await part(page, 'mob').click()
      await part(page, 'mob-undo').waitFor()
      const [mob] = await getJson<Alert[]>(trial.url, alertsApi)
      if (mob?.position === null) return true
      await part(page, 'mob-undo').click()
      await isAway(guest, 'alarm-band')
      return false
    }
    await eventually('the last position is too old', isUnplaced, patienceMs)
    await says(page, 'band-position', /^Position unknown/)
    await says(page, 'band-range', /^---/)
    assert.equal(await part(page, 'mob-course').count(), 0)
    await part(page, 'band-ack').click()
    await part(page, 'mob-aboard').waitFor()
  })

  for (const screen of sizes)
    test(`${screen.name}: MOB is on every screen`, limit, async () => {
      await using trial = await BandTrial.start()
      await using guest = await trial.open({ view: { screen, palette: 'day' } })
      const { page } = guest
      for (const name of ['helm', 'chart', 'anchor', 'alerts', 'data', 'devices', 'settings', 'more']) {
        await page.evaluate((next) => void (location.hash = `#/${next}`), name)
        await page.locator(`.screen[data-screen="${name}"]`).waitFor()
        const box = await part(page, 'mob').boundingBox()
        assert.ok(box && box.width >= 44 && box.height >= 44, name)
        assert.ok(box.x + box.width <= screen.width && box.y + box.height <= screen.height, name)
      }
      await part(page, 'mob').click()
      await part(page, 'mob-undo').click()
      await isAway(guest, 'alarm-band')
    })

  for (const view of views)
    test(
      `${titleOf(view)}: the bands are accessible, and nothing in them is cut or covered`,
      limit,
      async () => {
        await using trial = await BandTrial.start()
        await using guest = await trial.open({ view, screen: 'more' })
        const { page } = guest
        await trial.alarm(pioneer)
        await page.locator('[data-testid="band-ack"]:enabled').waitFor()
        await inspectBand(page, view, 'collision')
        await part(page, 'band-ack').click()
        await page.locator('[data-testid="alarm-band"][data-status="acknowledged"]').waitFor()
        await inspectBand(page, view, 'acknowledged collision')
        await part(page, 'mob').click()
        await part(page, 'mob-undo').waitFor()
        await inspectBand(page, view, 'MOB with Undo')
        await page.locator('[data-testid="band-ack"]:enabled').waitFor()
        await inspectBand(page, view, 'MOB')
        await part(page, 'band-ack').click()
        await page.locator('[data-testid="mob-aboard"]:enabled').waitFor()
        await inspectBand(page, view, 'acknowledged MOB')
      },
    )

  test('the anchor alarm still fills the screen, and the band above it is one line', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.raise('notifications.navigation.anchor', 'Dragging')
    await part(page, 'takeover').getByText('Dragging', { exact: true }).waitFor()
    await trial.alarm(pioneer)
    await part(page, 'alarm-band').waitFor()
    assert.ok(((await part(page, 'alarm-band').boundingBox())?.height ?? 99) <= 60)
    assert.equal(await part(page, 'band-ack').count(), 0)
    await part(page, 'takeover-ack').click()
    await isAway(guest, 'takeover')
    await part(page, 'band-ack').waitFor()
  })

  test(
    'on an unattended display an alarm fills the screen, but not where MOB was pressed',
    limit,
    async () => {
      await using trial = await BandTrial.start()
      await using bunk = await trial.open({ screen: 'helm', query: 'kiosk=1' })
      await using cockpit = await trial.open({ screen: 'chart', query: 'kiosk=1' })
      await trial.alarm(pioneer)
      await part(bunk.page, 'takeover').waitFor()
      await says(bunk.page, 'band-tcpa', /^04:11$/)
      await part(bunk.page, 'takeover-ack').click()
      for (const station of [bunk, cockpit]) await isAway(station, 'takeover')
      await part(cockpit.page, 'mob').click()
      await part(bunk.page, 'takeover').waitFor()
      await says(bunk.page, 'band-position', /^59°24/)
      await part(cockpit.page, 'mob-undo').waitFor()
      assert.equal(await part(cockpit.page, 'takeover').count(), 0)
      assert.ok(await part(cockpit.page, 'chart-map').isVisible())
    },
  )

  test('the band is in German, too', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm', locale: 'de-DE' })
    const { page } = guest
    await trial.alarm(pioneer)
    await says(page, 'alarm-band', /Kollisionsgefahr · Steuerbord voraus/)
    await says(page, 'band-side', /^27° Stb$/)
    await says(page, 'band-ack', /^Quittieren$/)
  })
})
