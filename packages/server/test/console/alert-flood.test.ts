import type { AlertCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, mustAlerts } from '../alert-asking.ts'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { isAway, soundBecomes, textOf, touch } from './alert-trial.ts'
import { AnchorTrial } from './anchor-trial.ts'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }

test(
  'after 512 acknowledged alarms of a faulty gateway, an anchor alarm still fills the screen',
  limit,
  async () => {
    await using trial = await AnchorTrial.start()
    await using gateway = await StreamListener.open(trial.boat.url, '?subscribe=none')
    await trial.watch(10)
    for (let number = 0; number < 512; number++)
      gateway.put(`notifications.n2k.fault${number}`, { ...alarm, method: ['visual'] }, 'gateway')
    await gateway.settled()
    await trial.acknowledge()
    await using guest = await trial.open({ screen: 'helm' })
    trial.driftAt(2)
    await guest.page
      .locator('[data-testid="takeover"]', { hasText: 'ANCHOR ALARM' })
      .waitFor({ timeout: timeLimit(60_000) })
    const anchor = (await trial.alerts()).find(({ path }) => path === 'notifications.navigation.anchor')
    assert.ok(anchor?.id && anchor.status === 'active')
    const { alert } = await mustAlerts<AlertCompleted>(trial.boat.url, 'POST mob')
    assert.equal(alert.status, 'active')
    assert.deepEqual(guest.complaints, [])
  },
)

test('an unlisted alarm fills the screen and sounds, and can be silenced on this page', limit, async () => {
  await using trial = await AnchorTrial.start()
  await using gateway = await StreamListener.open(trial.boat.url, '?subscribe=none')
  await using guest = await trial.open({ screen: 'helm' })
  await touch(guest)
  for (let number = 0; number < 64; number++)
    gateway.put(`notifications.n2k.fault${number}`, { ...alarm, method: ['visual'] }, 'gateway')
  await gateway.settled()
  await mustAlerts(trial.boat.url, 'POST silence')
  gateway.put('notifications.n2k.more', { ...alarm, message: 'One more' }, 'gateway')
  const noRoom = await until(
    async () => (await trial.alerts()).find(({ path }) => path === 'notifications.server.alerts'),
    (reported) => reported !== undefined,
  )
  await mustAlerts(trial.boat.url, `POST ${noRoom?.id}/acknowledge`)
  await guest.page.locator('[data-testid="takeover"]', { hasText: 'One more' }).waitFor()
  assert.match(await textOf(guest, 'alerts-note'), /acknowledge others/)
  await soundBecomes(guest, 'running')
  await guest.page.locator('[data-testid="takeover-silence"]:enabled').click()
  await isAway(guest, 'takeover')
  await soundBecomes(guest, 'off')
  assert.deepEqual(guest.complaints, [])
})
