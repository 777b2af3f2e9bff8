import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxAlerts } from '../alert-capacity.ts'
import { pastLimits } from './past-alerts.ts'
import { anna, bilge, AlertsFixture } from '#testing/alerts-fixture.ts'

const hourMs = 3_600_000

/** Raises, acknowledges and ends an alert. */
const comeAndGone = async (alerts: AlertsFixture, path = bilge): Promise<void> => {
  await alerts.service.acknowledge(alerts.report('alarm', { path }).id ?? '', anna)
  alerts.report('normal', { path })
}

const messagesOf = (alerts: AlertsFixture): string[] => alerts.service.past().map(({ message }) => message)
const pathsOf = (alerts: AlertsFixture): string[] => alerts.service.past().map(({ path }) => path)

test('lists an ended alert in its last state, with its acknowledgement and end', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('warn', { escalates: { seconds: 60, state: 'alarm' } })
  await alerts.pass(60)
  await alerts.service.acknowledge(id, anna)
  assert.deepEqual(alerts.service.past(), [], 'the alert is still active')
  await alerts.pass(30)
  alerts.report('normal')
  const expected = {
    id,
    path: bilge,
    source: 'pump',
    state: 'alarm',
    message: 'Water',
    raisedAt: '2026-01-01T00:00:00.000Z',
    acknowledgedBy: 'Anna',
    acknowledgedAt: '2026-01-01T00:01:00.000Z',
    endedAt: '2026-01-01T00:01:30.000Z',
    ending: 'over',
  }
  assert.deepEqual(alerts.service.past(), [expected])
  assert.deepEqual((await alerts.restarted()).service.past(), [expected])
})

test('names the person who acknowledged a rectified alert', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  alerts.report('normal')
  alerts.clock.advance(hourMs)
  await alerts.service.acknowledge(id, anna)
  const [past] = alerts.service.past()
  assert.deepEqual(
    [past?.state, past?.acknowledgedBy, past?.endedAt, past?.ending],
    ['alarm', 'Anna', '2026-01-01T01:00:00.000Z', 'over'],
  )
})

test('an ended man-overboard alert has its position', async () => {
  const alerts = new AlertsFixture()
  alerts.position = { latitude: 54, longitude: 10 }
  await alerts.service.manOverboard(anna)
  await alerts.service.endManOverboard(anna)
  const [past] = alerts.service.past()
  assert.deepEqual(
    [past?.state, past?.raisedBy, past?.position, past?.ending],
    ['emergency', 'Anna', { latitude: 54, longitude: 10 }, 'by-hand'],
  )
})

test('an evicted alert says so, and the newest comes first', async () => {
  const alerts = new AlertsFixture()
  await comeAndGone(alerts, 'notifications.first')
  for (let number = 0; number <= maxAlerts; number++) alerts.report('alarm', { path: `${bilge}.n${number}` })
  assert.deepEqual(pathsOf(alerts), ['notifications.first'], 'no alarm makes room')
  alerts.report('normal', { path: `${bilge}.n7` })
  alerts.report('alarm', { path: `${bilge}.more` })
  assert.deepEqual(
    alerts.service.past().map(({ path, ending }) => [path, ending]),
    [
      [`${bilge}.n7`, 'made-room'],
      ['notifications.first', 'over'],
    ],
  )
})

test('removes alerts that ended a day ago, in memory and on disk', async () => {
  const alerts = new AlertsFixture()
  await comeAndGone(alerts, 'notifications.evening')
  alerts.clock.advance(23 * hourMs)
  await comeAndGone(alerts, 'notifications.morning')
  assert.deepEqual(pathsOf(alerts), ['notifications.morning', 'notifications.evening'])
  alerts.clock.advance(hourMs)
  assert.deepEqual(pathsOf(alerts), ['notifications.morning'])
  assert.deepEqual(pathsOf(await alerts.restarted()), ['notifications.morning'])
  await comeAndGone(alerts)
  assert.deepEqual(
    alerts.store.past().map(({ path }) => path),
    ['notifications.morning', bilge],
  )
})

test('keeps the last 200 ended alerts', async () => {
  const alerts = new AlertsFixture()
  for (let number = 0; number < pastLimits.alerts + 5; number++) {
    await comeAndGone(alerts, `${bilge}.n${number}`)
    await alerts.pass(1)
  }
  await alerts.pass(3)
  const expected = Array.from({ length: pastLimits.alerts }, (_, index) => `${bilge}.n${204 - index}`)
  assert.deepEqual(pathsOf(alerts), expected)
  assert.deepEqual(pathsOf(await alerts.restarted()), expected)
  assert.equal(alerts.store.past().length, pastLimits.alerts)
})

test('setting the wall clock neither removes past alerts nor revives old ones', async () => {
  const alerts = new AlertsFixture()
  alerts.clock.setWall(Date.UTC(1970, 0, 1))
  await comeAndGone(alerts, 'notifications.before')
  alerts.clock.setWall(Date.UTC(2026, 5, 1))
  await comeAndGone(alerts, 'notifications.after')
  assert.deepEqual(pathsOf(alerts), ['notifications.after', 'notifications.before'])
  // Restarted before the clock is set: an end in the future counts as now.
  alerts.clock.setWall(Date.UTC(1970, 0, 1, 1))
  const again = await alerts.restarted()
  assert.deepEqual(pathsOf(again), ['notifications.after', 'notifications.before'])
  again.clock.setWall(Date.UTC(2026, 5, 1, 1))
  assert.deepEqual(pathsOf(again), ['notifications.after', 'notifications.before'])
  again.clock.advance(24 * hourMs)
  assert.deepEqual(pathsOf(again), [])
  again.clock.setWall(Date.UTC(2026, 5, 1))
  assert.deepEqual(pathsOf(again), [])
})

test('an alert that ended while the disk failed is saved as ended when the disk works again', async () => {
  const alerts = new AlertsFixture()
  const raised = await alerts.service.raise(
    { path: 'notifications.smoke', state: 'alarm', message: 'Smoke' },
    anna,
  )
  await alerts.service.acknowledge(alerts.report('alarm').id ?? '', anna)
  alerts.store.isFailing = true
  assert.equal((await alerts.service.end(raised.id, anna)).saved, false)
  alerts.report('normal')
  assert.deepEqual(messagesOf(alerts), ['Water', 'Smoke'])
  assert.deepEqual(alerts.store.past(), [])
  alerts.store.isFailing = false
  await alerts.pass(2)
  assert.deepEqual(messagesOf(await alerts.restarted()), ['Water', 'Smoke'])
})
