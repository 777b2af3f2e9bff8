import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxAlerts } from './alert-room.ts'
import { pastLimits } from './past-alerts.ts'
import { anna, bilge, TrialAlerts } from './trial-alerts.ts'

const hourMs = 3_600_000

/** One that is raised, acknowledged and over. */
const comeAndGone = async (alerts: TrialAlerts, path = bilge): Promise<void> => {
  await alerts.desk.acknowledge(alerts.hear('alarm', { path }).id ?? '', anna)
  alerts.hear('normal', { path })
}

const messagesOf = (alerts: TrialAlerts): string[] => alerts.desk.past().map(({ message }) => message)
const pathsOf = (alerts: TrialAlerts): string[] => alerts.desk.past().map(({ path }) => path)

test('what is over is remembered as it last stood, with who saw it and when it ended', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('warn', { escalates: { seconds: 60, state: 'alarm' } })
  await alerts.pass(60)
  await alerts.desk.acknowledge(id, anna)
  assert.deepEqual(alerts.desk.past(), [], 'it still stands')
  await alerts.pass(30)
  alerts.hear('normal')
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
  assert.deepEqual(alerts.desk.past(), [expected])
  assert.deepEqual((await alerts.restarted()).desk.past(), [expected])
})

test('who acknowledged what was over is named', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  alerts.hear('normal')
  alerts.clock.advance(hourMs)
  await alerts.desk.acknowledge(id, anna)
  const [past] = alerts.desk.past()
  assert.deepEqual(
    [past?.state, past?.acknowledgedBy, past?.endedAt, past?.ending],
    ['alarm', 'Anna', '2026-01-01T01:00:00.000Z', 'over'],
  )
})

test('a man overboard who is aboard again is remembered with the place', async () => {
  const alerts = new TrialAlerts()
  alerts.position = { latitude: 54, longitude: 10 }
  await alerts.desk.manOverboard(anna)
  await alerts.desk.endManOverboard(anna)
  const [past] = alerts.desk.past()
  assert.deepEqual(
    [past?.state, past?.raisedBy, past?.position, past?.ending],
    ['emergency', 'Anna', { latitude: 54, longitude: 10 }, 'by-hand'],
  )
})

test('what made room says so, and the newest comes first', async () => {
  const alerts = new TrialAlerts()
  await comeAndGone(alerts, 'notifications.first')
  for (let number = 0; number <= maxAlerts; number++) alerts.hear('alarm', { path: `${bilge}.n${number}` })
  assert.deepEqual(pathsOf(alerts), ['notifications.first'], 'no alarm makes room')
  alerts.hear('normal', { path: `${bilge}.n7` })
  alerts.hear('alarm', { path: `${bilge}.more` })
  assert.deepEqual(
    alerts.desk.past().map(({ path, ending }) => [path, ending]),
    [
      [`${bilge}.n7`, 'made-room'],
      ['notifications.first', 'over'],
    ],
  )
})

test('what ended a day ago is forgotten, here and on the card', async () => {
  const alerts = new TrialAlerts()
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

test('of a night with too many the last are remembered', async () => {
  const alerts = new TrialAlerts()
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

test('a clock that finds out the date loses nothing of the night, and brings nothing back', async () => {
  const alerts = new TrialAlerts()
  alerts.clock.setWall(Date.UTC(1970, 0, 1))
  await comeAndGone(alerts, 'notifications.before')
  alerts.clock.setWall(Date.UTC(2026, 5, 1))
  await comeAndGone(alerts, 'notifications.after')
  assert.deepEqual(pathsOf(alerts), ['notifications.after', 'notifications.before'])
  // Started again before the date is known: what ended in the future is of now.
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

test('what ended while nothing could be written is over, and is on disk when it can be', async () => {
  const alerts = new TrialAlerts()
  const raised = await alerts.desk.raise(
    { path: 'notifications.smoke', state: 'alarm', message: 'Smoke' },
    anna,
  )
  await alerts.desk.acknowledge(alerts.hear('alarm').id ?? '', anna)
  alerts.store.isFailing = true
  assert.equal((await alerts.desk.end(raised.id, anna)).saved, false)
  alerts.hear('normal')
  assert.deepEqual(messagesOf(alerts), ['Water', 'Smoke'])
  assert.deepEqual(alerts.store.past(), [])
  alerts.store.isFailing = false
  await alerts.pass(2)
  assert.deepEqual(messagesOf(await alerts.restarted()), ['Water', 'Smoke'])
})
