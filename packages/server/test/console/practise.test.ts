import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exchange } from '@marinedata/testing/exchange'
import { BandTrial, openSea, patienceMs, says } from './band-trial.ts'
import { allViews, eventually, part, suiteLimit, titleOf } from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 180_000 }
const distress = fileURLToPath(new URL('../../../../plugins/distress', import.meta.url))
const beacon = '972009901'

suite('practice on the Alerts screen', suiteLimit(600_000), () => {
  let trial: BandTrial

  before(async () => {
    trial = await BandTrial.start({ plugins: { given: [distress] } })
    const request = {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ownBeacons: [{ mmsi: beacon, name: 'Anna' }] }),
    }
    const isSet = async (): Promise<boolean> =>
      (await exchange(trial.url, '/marinedata/v2/api/plugins/distress/settings', request)).status === 200
    await eventually('the plugin runs with the beacon', isSet, patienceMs)
  })
  after(() => trial[Symbol.asyncDispose]())

  for (const view of allViews)
    test(`${titleOf(view)}: a drill is started, and ended`, limit, async () => {
      await using guest = await trial.open({ view, screen: 'alerts' })
      const { page } = guest
      await part(page, 'practise-card').waitFor()
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(await smallControls(page), [])
      const folder = process.env['MARINEDATA_PICTURES']
      await part(page, 'drill-minutes').selectOption('20')
      await part(page, 'drill-start').click()
      await says(page, 'practise-note', /^The drill runs until \d\d:\d\d$/)
      await says(page, 'band-title', /^DRILL · MOB BEACON · 972000000$/)
      await part(page, 'practise-card').scrollIntoViewIfNeeded()
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/practise-${view.screen.width}-${view.palette}.png` })
      await part(page, 'drill-end').click()
      await part(page, 'alarm-band').waitFor({ state: 'detached' })
      assert.deepEqual(guest.complaints, [])
    })
  test('a test of an own beacon counts its messages until the burst is over', limit, async () => {
    await using guest = await trial.open({ screen: 'alerts' })
    const { page } = guest
    await part(page, 'beacon-test').click()
    await says(page, 'practise-note', /^Press TEST on the beacon now\. Messages so far: 0$/)
    await trial.beaconAt(beacon, openSea, 'default')
    await says(page, 'practise-note', /^Press TEST on the beacon now\. Messages so far: 1$/)
    await says(page, 'practise-note', /^Test heard\. Messages: 1$/)
    assert.deepEqual(guest.complaints, [])
  })
})
