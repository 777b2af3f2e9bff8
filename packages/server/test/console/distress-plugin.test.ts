import type { PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getJson } from '@marinedata/testing/exchange'
import { BandTrial, openSea, patienceMs, says } from './band-trial.ts'
import { eventually, hold, part } from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const distress = fileURLToPath(new URL('../../../../plugins/distress', import.meta.url))
const limit = { timeout: 180_000 }
const beacon = '972009901'
const mile = 1 / 60

suite('the plugin distress on the console', { timeout: 600_000 }, () => {
  let trial: BandTrial

  before(async () => {
    trial = await BandTrial.start({ plugins: { given: [distress] } })
    const isRunning = async (): Promise<boolean> => {
      const report = '/marinedata/v2/api/plugins/distress'
      return (await getJson<PluginReport>(trial.url, report)).state === 'running'
    }
    await eventually('the plugin runs', isRunning, patienceMs)
  })
  after(() => trial[Symbol.asyncDispose]())

  test('an active beacon has a band until a person ends it', limit, async () => {
    await using guest = await trial.open({ screen: 'helm' })
    const { page } = guest
    await trial.beaconAt(beacon, { ...openSea, latitude: openSea.latitude + mile })
    await says(page, 'band-title', /^MOB BEACON · 972009901$/)
    await says(page, 'band-range', /^1\.00 NM$/)
    await says(page, 'band-heard', /^last heard \d\d:\d\d, \d+ s ago$/)
    await page.locator('[data-testid="band-ack"]:enabled').click()
    await page.locator('[data-testid="band-resolved"]:enabled').waitFor()
    await hold(page, 'band-resolved', 1_500)
    await part(page, 'alarm-band').waitFor({ state: 'detached' })
    assert.deepEqual(guest.complaints, [])
  })

  test('a drill places a beacon astern, and ends when it is ended', limit, async () => {
    await using guest = await trial.open({ screen: 'alerts' })
    const { page } = guest
    // On a busy machine the plugin may not know the position of the boat yet, and refuses.
    const isStarted = async (): Promise<boolean> => {
      await part(page, 'drill-start').click()
      await part(page, 'practise-note').waitFor()
      return /^The drill runs until \d\d:\d\d$/.test((await part(page, 'practise-note').textContent()) ?? '')
    }
    await eventually('the drill runs', isStarted, patienceMs)
    await says(page, 'band-title', /^DRILL · MOB BEACON · 972000000$/)
    await says(page, 'band-range', /^37[01] m$/)
    await says(page, 'band-side', /^180°$/)
    await part(page, 'drill-end').click()
    await part(page, 'alarm-band').waitFor({ state: 'detached' })
    assert.deepEqual(guest.complaints, [])
  })

  test('a beacon of the crew is listed on the settings form, and tested', limit, async () => {
    await using guest = await trial.open({ screen: 'devices' })
    const { page } = guest
    const card = page.locator('[data-testid="plugin-distress"]')
    await card.getByRole('button', { name: 'Settings' }).click()
    await part(page, 'setting-add-ownBeacons').click()
    const row = part(page, 'setting-row-ownBeacons')
    await row.getByLabel('Mmsi').fill(beacon)
    await row.getByLabel('Name').fill('Anna')
    assert.deepEqual(await seriousFindings(page), [])
    assert.deepEqual(await smallControls(page), [])
    await card.getByRole('button', { name: 'Save' }).click()
    const settings = '/marinedata/v2/api/plugins/distress/settings'
    await eventually('the beacon is listed', async () => {
      const { ownBeacons } = await getJson<{ readonly ownBeacons: unknown }>(trial.url, settings)
      return JSON.stringify(ownBeacons) === JSON.stringify([{ mmsi: beacon, name: 'Anna' }])
    })
    await page.evaluate(() => void (location.hash = '#/alerts'))
    await part(page, 'beacon-test').click()
    await says(page, 'practise-note', /^Press TEST on the beacon now\. Messages so far: 0$/)
    assert.deepEqual(guest.complaints, [])
  })
})
