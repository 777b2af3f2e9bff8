import type { Alert, AlertCompleted, AlertsCompleted } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, mustAlerts } from '../alert-asking.ts'
import { AnchorBoat, smallWatch } from '../anchor-boat.ts'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 110_000 }
const alarms = 700
const sources = 101
const capacity = 512
const anchor = 'notifications.navigation.anchor'

test(
  '700 acknowledged alarms of 101 sources hide neither the anchor alarm nor man overboard',
  limit,
  async (context) => {
    await using boat = await AnchorBoat.start({ provider: smallWatch })
    await boat.bring('watching')
    await boat.spoil('alarms at once')
    await using stream = await StreamListener.open(boat.url, '?subscribe=none')
    for (let number = 0; number < alarms; number++)
      stream.put(`notifications.forged.n${number}`, alarm, `stranger${number % sources}`)
    await stream.settled()
    const acknowledged = await mustAlerts<AlertsCompleted>(boat.url, 'POST acknowledge')
    assert.ok(acknowledged.alerts.length > 0)
    const listed = (): Promise<Alert[]> => mustAlerts<Alert[]>(boat.url, 'GET')
    const hasAlarm = (all: readonly Alert[]): boolean =>
      all.some(({ path, status, state }) => path === anchor && status === 'active' && state !== 'normal')
    assert.ok(!hasAlarm(await listed()))
    boat.driftAt(40)
    const alerts = await until(listed, hasAlarm)
    context.diagnostic(`${alerts.length} alerts listed`)
    assert.ok(alerts.length <= capacity)
    const { alert } = await mustAlerts<AlertCompleted>(boat.url, 'POST mob')
    assert.deepEqual([alert.state, alert.status], ['emergency', 'active'])
    const paths = (await listed()).map(({ path }) => path)
    assert.ok(paths.includes(anchor) && paths.includes('notifications.mob'), paths.join())
  },
)
