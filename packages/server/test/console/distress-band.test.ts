import type { Alert, Course } from '@marinedata/model'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { alertsApi } from '../alert-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { BandTrial, cutParts, inspectBand, openSea, patienceMs, says } from './band-trial.ts'
import { boxOf, chartText } from './chart-trial.ts'
import { eventually, hold, part, phone, titleOf, type Guest, type View } from './console-trial.ts'

const limit = { timeout: 180_000 }

const sideways = { name: 'phone on its side', width: 844, height: 390 }
const wide = { name: 'tablet', width: 1180, height: 820 }
const views: readonly View[] = [phone, sideways, wide].flatMap((screen) =>
  (['day', 'night'] as const).map((palette) => ({ screen, palette })),
)

const isAway = ({ page }: Guest, testId: string): Promise<void> =>
  part(page, testId).waitFor({ state: 'detached' })

/** A tenth of a minute of latitude: 185 m. */
const tenth = 0.1 / 60
const north = { ...openSea, latitude: openSea.latitude + 10 * tenth }

const beacon = '972009901'
const active = {
  state: 'emergency',
  message: `MOB beacon ${beacon} active, 1.00 NM 000° T`,
  context: `sar.urn:mrn:imo:mmsi:${beacon}`,
  position: north,
} as const

/** A casualty of the chart is on the screen, and so is the boat. */
const isMarked = async (page: Page, label: string): Promise<boolean> => {
  const mark = (await chartText(page, 'casualties')).split('; ').find((text) => text.startsWith(`${label} `))
  const { width, height } = await boxOf(page)
  return [mark?.slice(label.length + 1), await chartText(page, 'boat-at')].every((text = '') => {
    const [x = NaN, y = NaN] = text.split(' ').map(Number)
    return x > 0 && y > 0 && x < width && y < height
  })
}

const languages = [
  ['de-DE', /^MOB-SENDER · 972009901$/, /^gemeldet \d\d:\d\d, vor \d+ s$/],
  ['fr-FR', /^BALISE MOB · 972009901$/, /^signalé à \d\d:\d\d, il y a \d+ s$/],
  ['es-ES', /^BALIZA MOB · 972009901$/, /^comunicada a las \d\d:\d\d, hace \d+ s$/],
  ['it-IT', /^RADIOFARO MOB · 972009901$/, /^segnalato alle \d\d:\d\d, \d+ s fa$/],
  ['nl-NL', /^MOB-BAKEN · 972009901$/, /^gemeld \d\d:\d\d, \d+ s geleden$/],
] as const

suite('distress bands', { timeout: 900_000 }, () => {
  test('a beacon has a band with its place, and is ended by a person', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.distress(beacon, active)
    await says(page, 'band-title', /^MOB BEACON · 972009901$/)
    await says(page, 'band-range', /^1\.00 NM$/)
    await says(page, 'band-bearing', /^000°T$/)
    await says(page, 'band-heard', /^reported \d\d:\d\d, \d+ s ago$/)
    await trial.beaconAt(beacon, { ...north, longitude: north.longitude + 10 * tenth })
    await says(page, 'band-bearing', /^027°T$/)
    await says(page, 'band-side', /^27° S$/)
    await says(page, 'band-heard', /^last heard \d\d:\d\d, \d+ s ago$/)
    assert.equal(await part(page, 'takeover').count(), 0)
    await part(page, 'band-silence').click()
    await says(page, 'band-silence', /^Silenced$/)
    await part(page, 'band-ack').click()
    await page.locator('[data-testid="band-resolved"]:enabled').waitFor()
    await says(page, 'band-range', /^1\.12 NM$/)
    await hold(page, 'band-resolved', 1_500)
    await isAway(guest, 'alarm-band')
    assert.deepEqual(await getJson<Alert[]>(trial.url, alertsApi), [])
    assert.deepEqual(guest.complaints, [])
  })

  test('the course leads to a beacon where it was, and is updated by hand only', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    const goal = async (): Promise<unknown> =>
      (await getJson<Course>(trial.url, '/marinedata/v2/api/vessels/self/navigation/course')).destination
    await trial.distress(beacon, active)
    await trial.beaconAt(beacon, north)
    await says(page, 'mob-course', /^Course to it$/)
    await part(page, 'mob-course').click()
    await says(page, 'mob-course', /^Course set$/)
    const near = { ...north, latitude: north.latitude + 0.2 * tenth }
    await trial.beaconAt(beacon, near)
    await says(page, 'band-range', /^1\.02 NM$|^189\d m$/)
    assert.deepEqual(await part(page, 'mob-course').textContent(), 'Course set')
    const far = { ...north, latitude: north.latitude + 0.4 * tenth }
    await trial.beaconAt(beacon, far)
    await says(page, 'mob-course', /^Update course$/)
    assert.deepEqual(await goal(), { position: north, name: `MOB ${beacon}` })
    await part(page, 'mob-course').click()
    await says(page, 'mob-course', /^Course set$/)
    assert.deepEqual(await goal(), { position: far, name: `MOB ${beacon}` })
  })

  test('Show opens the chart with the casualty and the boat in view', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.distress(beacon, active)
    await part(page, 'band-show').click()
    await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
    await eventually('the casualty is marked', () => isMarked(page, `MOB ${beacon}`), patienceMs)
    assert.deepEqual(guest.complaints, [])
  })

  test('the button and the beacon of one person share a band, and are answered together', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await part(page, 'mob').click()
    await says(page, 'band-title', /^MAN OVERBOARD$/)
    await trial.distress(beacon, { ...active, position: { ...openSea, latitude: openSea.latitude + tenth } })
    await says(page, 'band-more', /^\+1$/)
    await says(page, 'band-title', /^MAN OVERBOARD$/)
    await says(page, 'band-range', /^18[56] m$/)
    await page.locator('[data-testid="band-ack"]:enabled').click()
    await eventually('both are acknowledged', async () => {
      const alerts = await getJson<Alert[]>(trial.url, alertsApi)
      return alerts.length === 2 && alerts.every(({ status }) => status === 'acknowledged')
    })
    await page.locator('[data-testid="mob-aboard"]:enabled').waitFor()
  })

  test('a warning of a beacon number is a row of the list only', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'alerts' })
    const { page } = guest
    await trial.distress(beacon, {
      ...active,
      state: 'warn',
      message: 'Signal with the number of a MOB beacon',
    })
    await page.locator(`[data-testid="alert"][data-path="notifications.distress.${beacon}"]`).waitFor()
    assert.equal(await part(page, 'alarm-band').count(), 0)
    assert.equal(await part(page, 'takeover').count(), 0)
  })

  test('a drill has a striped band that says so', limit, async () => {
    await using trial = await BandTrial.start()
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.distress(`drill.${beacon}`, {
      ...active,
      state: 'alarm',
      message: `DRILL: MOB beacon ${beacon}`,
    })
    await says(page, 'band-title', /^DRILL · MOB BEACON · 972009901$/)
    const band = part(page, 'alarm-band')
    assert.match(
      await band.evaluate((one) => getComputedStyle(one).backgroundImage),
      /repeating-linear-gradient/,
    )
  })

  for (const [locale, title, update] of languages)
    test(`the band is in ${locale}`, limit, async () => {
      await using trial = await BandTrial.start()
      await using guest = await trial.open({ screen: 'helm', locale })
      const { page } = guest
      await trial.distress(beacon, active)
      await says(page, 'band-title', title)
      await says(page, 'band-heard', update)
      assert.deepEqual(await cutParts(page), [])
      await page.locator('[data-testid="band-ack"]:enabled').click()
      await part(page, 'band-resolved').waitFor()
      assert.deepEqual(await cutParts(page), [])
    })

  for (const view of views)
    test(
      `${titleOf(view)}: the bands are accessible, and nothing in them is cut or covered`,
      limit,
      async () => {
        await using trial = await BandTrial.start()
        await using guest = await trial.open({ view, screen: 'helm' })
        const { page } = guest
        await trial.distress(beacon, { ...active, message: `Man overboard: Anna, 1.00 NM 000° T` })
        await page.locator('[data-testid="band-ack"]:enabled').waitFor()
        await inspectBand(page, view, 'beacon')
        await part(page, 'band-ack').click()
        await page.locator('[data-testid="band-resolved"]:enabled').waitFor()
        await inspectBand(page, view, 'acknowledged')
        await trial.distress(`drill.${beacon}`, { ...active, message: `DRILL: MOB beacon ${beacon}` })
        await page.locator('[data-testid="band-ack"]:enabled').waitFor()
        await inspectBand(page, view, 'drill')
        await part(page, 'band-show').click()
        await page.locator('[data-testid="chart-map"][data-boat="solid"]').waitFor()
        await eventually('the casualty is marked', () => isMarked(page, `MOB ${beacon}`), patienceMs)
        await inspectBand(page, view, 'chart')
      },
    )
})
