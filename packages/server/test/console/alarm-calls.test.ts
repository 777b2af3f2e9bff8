import type { Alert } from '@marinedata/model'
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { mustAlerts } from '../alert-asking.ts'
import { PushPeer } from '../push-peer.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { Browsers, eventually, part, titleOf, triedViews, suiteLimit } from './console-trial.ts'

const limit = { timeout: 300_000 }
const waitMs = 30_000
/** Where screenshots are written; none when absent. */
const pictures = process.env['MARINEDATA_CALL_PICTURES']

suite('alarm calls on the alerts screen', suiteLimit(600_000), () => {
  for (const view of triedViews)
    test(`a test alarm shows each leg with its result (${titleOf(view)})`, limit, async () => {
      await using peer = await PushPeer.start()
      await using boat = await startBoat({ settings: { push: { services: [peer.origin] } } })
      await using browsers = await Browsers.start()
      await using guest = await browsers.open({ url: boat.url, view, screen: 'alerts' })
      const { page } = guest
      await part(page, 'call-nobody').waitFor()
      await mustAlerts(boat.url, 'PUT push/annas-phone', peer.request('Anna, Phone'))
      await part(page, 'call-channels').waitFor()
      await part(page, 'test-alarm').click()
      await eventually('the phone is called', () => peer.received.length === 1, waitMs)
      const [alert] = await mustAlerts<Alert[]>(boat.url, 'GET')
      assert.equal(alert?.message, 'Test alarm by local')
      const call = peer.received[0]?.message.call ?? ''
      await mustAlerts(boat.url, 'POST push/annas-phone/receipt', { call })
      await mustAlerts(boat.url, `POST ${call}/acknowledge`)
      const leg = part(page, 'call-leg')
      await eventually(
        'the phone has it',
        async () => (await leg.getAttribute('data-state')) === 'delivered',
        waitMs,
      )
      assert.match((await leg.textContent()) ?? '', /Anna, Phone.*\d\.\d s/)
      assert.deepEqual(guest.complaints, [])
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/calls-${titleOf(view)}.png` })
    })
})
