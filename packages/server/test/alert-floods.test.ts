import type { Alert, AlertCompleted, Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { alarm, alertsApi, mustAlerts } from './alert-asking.ts'
import { Crew } from '@marinedata/testing/boats/crew'
import { exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const noRoomPath = 'notifications.server.alerts'
const share = 64
const plugin = join(import.meta.dirname, 'plugins', 'alarm-flood.ts')

const alertsOf = (url: string): Promise<Alert[]> => mustAlerts<Alert[]>(url, 'GET')

/** Checks that the server reports which source fills the list, and that man overboard and a pump alarm are listed. */
const assertContained = async (url: string, stream: StreamListener, source: string): Promise<void> => {
  const reported = await stream.firstValue(
    ({ path, value }) => path === noRoomPath && (value as Notification).message.includes(`"${source}`),
  )
  assert.equal((reported.value as Notification).state, 'alarm')
  const { alert } = await mustAlerts<AlertCompleted>(url, 'POST mob')
  assert.deepEqual([alert.state, alert.status], ['emergency', 'active'])
  stream.put('notifications.bilge', alarm, 'pump')
  await stream.settled()
  const listed = await alertsOf(url)
  for (const path of ['notifications.mob', 'notifications.bilge', noRoomPath])
    assert.ok(listed.find((each) => each.path === path)?.id, `${path} is not listed`)
  assert.ok(listed.length <= 512)
}

test(
  '512 alarms of one source fill its share of the list; the rest is published, and no other source is affected',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url)
    for (let number = 0; number < 512; number++)
      stream.put(`notifications.n2k.fault${number}`, alarm, 'gateway')
    await stream.settled()
    await assertContained(boat.url, stream, 'gateway')
    assert.equal((await alertsOf(boat.url)).filter(({ source }) => source === 'gateway').length, share)
    const { value } = await stream.firstAt('notifications.n2k.fault511')
    assert.deepEqual(value, alarm)
    const metrics = (await exchange(boat.url, '/metrics')).text
    assert.match(metrics, /marinedata_alerts_without_room_total 448/)
    assert.match(metrics, /marinedata_unrecorded_alerts 128/)
  },
)

test(
  '2,500 alarms of one source leave room for values and for alarms of the server and the crew',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url)
    for (let number = 0; number < 2_500; number++)
      stream.put(`notifications.n2k.fault${number}`, alarm, 'gateway')
    await stream.settled()
    stream.put('navigation.speedOverGround', 3.5)
    assert.equal((await stream.firstAt('navigation.speedOverGround')).value, 3.5)
    const { alert } = await mustAlerts<AlertCompleted>(boat.url, 'POST mob')
    const { value } = await stream.firstAt('notifications.mob')
    assert.equal((value as Notification).id, alert.id)
    assert.equal(((await stream.firstAt(noRoomPath)).value as Notification).status, 'active')
  },
)

test(
  'forty sources with forty alarms each: every source has a share, and no other is affected',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url)
    for (let source = 0; source < 40; source++)
      for (let number = 0; number < 40; number++)
        stream.put(`notifications.s${source}.n${number}`, alarm, `s${source}`)
    await stream.settled()
    await assertContained(boat.url, stream, 's')
  },
)

test(
  'alarms of a device with a token count for the device, however many sources it uses',
  limit,
  async () => {
    await using crew = await Crew.start()
    const { token } = await crew.makeToken({ role: 'device', name: 'battery', paths: ['notifications.*'] })
    const opened = (bearer: string | undefined) =>
      StreamListener.open(crew.url, '', { headers: { authorization: `Bearer ${bearer}` } })
    await using device = await opened(token)
    await using owner = await opened(crew.tokens.owner)
    for (let number = 0; number < 512; number++)
      device.put(`notifications.cell.n${number}`, alarm, `device.battery.cell${number}`)
    await device.settled()
    await owner.firstValue(
      ({ path, value }) => path === noRoomPath && (value as Notification).message.includes('battery'),
    )
    const mob = await crew.ask('crew', `POST ${alertsApi}/mob`)
    assert.equal(mob.status, 200, mob.text)
    const listed = await crew.must<Alert[]>(`GET ${alertsApi}`)
    assert.equal(listed.filter(({ source }) => source.startsWith('device.battery')).length, share)
  },
)

test('a plugin that raises all alarms its pattern allows has its share', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [plugin] } })
  await using stream = await StreamListener.open(boat.url)
  await until(
    async () => (await alertsOf(boat.url)).some(({ path }) => path === noRoomPath),
    (isReported) => isReported,
  )
  await assertContained(boat.url, stream, 'alarm-flood')
  assert.equal((await alertsOf(boat.url)).filter(({ source }) => source === 'alarm-flood').length, share)
})
