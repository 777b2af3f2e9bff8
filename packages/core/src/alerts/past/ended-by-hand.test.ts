import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, AlertsFixture } from '#testing/alerts-fixture.ts'

const path = 'notifications.distress.972009901'
const place = { latitude: 50.3383, longitude: -4.1583 }
const beacon = {
  path,
  source: 'distress',
  message: 'MOB beacon 972009901 active',
  episode: 1,
  position: place,
  endable: true,
} as const

const endedBeacon = async (alerts: AlertsFixture): Promise<string> => {
  const { id = '' } = alerts.report('emergency', beacon)
  await alerts.service.end(id, anna)
  return id
}

test('a person ends an endable alert although its source still reports it', async () => {
  const alerts = new AlertsFixture()
  const { id = '', status } = alerts.report('emergency', beacon)
  assert.equal(status, 'active')
  const ended = await alerts.service.end(id, anna)
  assert.deepEqual([ended.status, ended.acknowledgedBy], ['rectified', 'Anna'])
  assert.deepEqual(alerts.at(path), { state: 'normal', method: [], message: '', id })
  assert.deepEqual([alerts.registry.size, alerts.store.all()], [0, []])
  assert.equal(alerts.store.events.at(-1)?.operation, 'ended')
})

test('repeating the condition of an alert that a person has ended raises nothing', async () => {
  const alerts = new AlertsFixture()
  const id = await endedBeacon(alerts)
  const moved = { latitude: 50.34, longitude: -4.16 }
  for (const more of [
    {},
    { position: moved },
    { message: 'MOB beacon 972009901 active, answered by 002320014' },
  ])
    assert.deepEqual(alerts.report('emergency', { ...beacon, ...more }), {
      state: 'normal',
      method: [],
      message: '',
      id,
    })
  assert.equal(alerts.report('warn', beacon).status, undefined, 'a lower severity is no new alert')
  assert.equal(alerts.registry.size, 0)
})

for (const [title, state, more] of [
  ['a new episode', 'emergency', { episode: 2 }],
  ['another source', 'emergency', { source: 'nmea2000' }],
] as const)
  test(`${title} raises a new alert after a person has ended the last one`, async () => {
    const alerts = new AlertsFixture()
    const before = await endedBeacon(alerts)
    const { id, status, method } = alerts.report(state, { ...beacon, ...more })
    assert.notEqual(id, before)
    assert.deepEqual([status, method], ['active', ['visual', 'sound']])
  })

test('a higher severity raises a new alert after a person has ended the last one', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('warn', beacon)
  await alerts.service.end(id, anna)
  assert.equal(alerts.report('emergency', beacon).status, 'active')
})

test('a normal condition in between lets the same condition raise a new alert', async () => {
  const alerts = new AlertsFixture()
  await endedBeacon(alerts)
  alerts.report('normal', { path, source: 'distress' })
  assert.equal(alerts.report('emergency', beacon).status, 'active')
})

test('a restart remembers which conditions a person has ended, and which were normal since', async () => {
  const before = new AlertsFixture()
  await endedBeacon(before)
  const after = await before.restarted()
  assert.equal(after.report('emergency', beacon).status, undefined)
  after.report('normal', { path, source: 'distress' })
  const later = await after.restarted()
  assert.equal(later.report('emergency', beacon).status, 'active')
  assert.deepEqual(
    later.service.past().map(({ ending }) => ending),
    ['by-hand'],
  )
})

test('a condition with a place keeps it in the alert, in the list and among the past alerts', async () => {
  const alerts = new AlertsFixture()
  const { id = '', position } = alerts.report('emergency', beacon)
  assert.deepEqual(position, place)
  const moved = { latitude: 50.34, longitude: -4.16 }
  alerts.report('emergency', { ...beacon, position: moved })
  assert.deepEqual(alerts.service.find(id).position, moved)
  const after = await alerts.restarted()
  assert.deepEqual(after.service.find(id).position, place, 'a changed place is written with the next batch')
  await after.service.end(id, anna)
  assert.deepEqual(after.service.past()[0]?.position, place)
})

test('forgets the oldest of too many conditions that people have ended', async () => {
  const alerts = new AlertsFixture()
  await endedBeacon(alerts)
  for (let number = 0; number < 512; number++) {
    const { id = '' } = alerts.report('warn', { path: `notifications.other.n${number}`, endable: true })
    await alerts.service.end(id, anna)
  }
  assert.equal(alerts.report('emergency', beacon).status, 'active')
})
