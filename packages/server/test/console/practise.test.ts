import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { startBoat, type Boat } from '../start-boat.ts'
import { patienceMs, says } from './band-trial.ts'
import { allViews, Browsers, part, suiteLimit, titleOf } from './console-trial.ts'
import { seriousFindings, smallControls } from './looking.ts'

const limit = { timeout: 180_000 }
const standIn = join(import.meta.dirname, '..', 'plugins', 'drill-stand-in.ts')

suite('practice on the Alerts screen', suiteLimit(600_000), () => {
  let boat: Boat
  let browsers: Browsers

  before(async () => {
    boat = await startBoat({ plugins: { given: [standIn] } })
    browsers = await Browsers.start()
  })
  after(async () => {
    await browsers[Symbol.asyncDispose]()
    await boat[Symbol.asyncDispose]()
  })

  for (const view of allViews)
    test(`${titleOf(view)}: a drill is started, and an own beacon tested`, limit, async () => {
      await using guest = await browsers.open({ url: boat.url, view, screen: 'alerts' })
      const { page } = guest
      page.setDefaultTimeout(patienceMs)
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
      await part(page, 'beacon-test').click()
      await says(page, 'practise-note', /^Press TEST on the beacon now\. Messages so far: 1$/)
      await says(page, 'practise-note', /^Test heard\. Messages: 3$/)
      await part(page, 'drill-end').click()
      await part(page, 'alarm-band').waitFor({ state: 'detached' })
      assert.deepEqual(guest.complaints, [])
    })
})
