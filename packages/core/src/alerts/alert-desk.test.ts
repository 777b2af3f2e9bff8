import { MarineDataError, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, bilge, TrialAlerts } from './trial-alerts.ts'

const bert = { who: 'Bert', from: '10.0.0.6' }
const isProblem =
  (code: ProblemCode) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code

test('acknowledging twice is as good as once, and the first who did it is named', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  await alerts.desk.acknowledge(id, anna)
  alerts.clock.advance(1_000)
  assert.equal((await alerts.desk.acknowledge(id, bert)).acknowledgedBy, 'Anna')
  assert.deepEqual(
    alerts.store.deeds.map(({ deed, who, subject }) => [deed, who, subject]),
    [['acknowledged', 'Anna', bilge]],
  )
})

test('two who acknowledge what is over at the same time are both told that it is done', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  alerts.hear('normal')
  const first = await alerts.desk.acknowledge(id, anna)
  assert.deepEqual(await alerts.desk.acknowledge(id, bert), first)
  assert.throws(() => alerts.desk.find(id), isProblem('alert-not-found'))
})

test('all at once: silenced, then acknowledged, each with one entry of the audit', async () => {
  const alerts = new TrialAlerts()
  for (const path of ['notifications.a', 'notifications.b']) alerts.hear('alarm', { path })
  assert.deepEqual(
    (await alerts.desk.silenceAll(anna)).map(({ status }) => status),
    ['silenced', 'silenced'],
  )
  assert.equal((await alerts.desk.acknowledgeAll(anna)).length, 2)
  assert.deepEqual([await alerts.desk.silenceAll(anna), await alerts.desk.acknowledgeAll(anna)], [[], []])
  assert.deepEqual(
    alerts.store.deeds.map(({ deed, subject }) => [deed, subject]),
    [
      ['silenced', 'all'],
      ['acknowledged', 'all'],
    ],
  )
})

const call = { path: 'notifications.crew.call', state: 'alarm', message: 'All hands', lasts: 600 } as const

test('a call is over as soon as someone has heard it', async () => {
  const alerts = new TrialAlerts()
  const { id, method, lasts } = await alerts.desk.raise(call, anna)
  assert.deepEqual([method, lasts], [['visual', 'sound'], 600])
  await alerts.desk.silence(id, bert)
  const heard = await alerts.desk.acknowledge(id, bert)
  assert.deepEqual([heard.status, heard.state, heard.acknowledgedBy], ['rectified', 'normal', 'Bert'])
  assert.deepEqual(alerts.at(call.path), { state: 'normal', method: [], message: '', id })
  assert.deepEqual([alerts.book.size, alerts.store.all()], [0, []])
  assert.deepEqual(
    await alerts.desk.acknowledge(id, anna),
    heard,
    'and whoever is a moment later has done no wrong',
  )
})

test('a call that nobody hears ends after its time, and stays to be read; called again, it lasts again', async () => {
  const alerts = new TrialAlerts()
  const { id } = await alerts.desk.raise(call, anna)
  await alerts.pass(400)
  assert.equal((await alerts.desk.raise(call, bert)).id, id)
  await alerts.pass(599)
  assert.equal(alerts.at(call.path).status, 'active')
  await alerts.pass(1)
  const { status, method } = alerts.at(call.path)
  assert.deepEqual([status, method], ['rectified', ['visual']])
  await alerts.desk.acknowledge(id, anna)
  assert.equal(alerts.book.size, 0)
})

test('a call outlives a restart and still ends; raised without an end, it has none', async () => {
  const before = new TrialAlerts()
  const { id } = await before.desk.raise(call, anna)
  const after = await before.restarted()
  await after.pass(600)
  assert.equal(after.desk.find(id).status, 'rectified')
  const { path, state, message } = call
  assert.equal((await after.desk.raise({ path, state, message }, anna)).lasts, undefined)
  await after.pass(700)
  assert.equal((await after.desk.acknowledge(id, bert)).status, 'acknowledged')
})

test('what was raised by hand is ended by hand; what is watched is not', async () => {
  const alerts = new TrialAlerts()
  const fire = await alerts.desk.raise(
    { path: 'notifications.fire', state: 'emergency', message: 'Fire below' },
    anna,
  )
  assert.deepEqual([fire.raisedBy, fire.source, fire.method], ['Anna', 'crew', ['visual', 'sound']])
  await alerts.desk.end(fire.id, bert)
  assert.deepEqual(alerts.at('notifications.fire').state, 'normal')
  assert.deepEqual([alerts.book.size, alerts.store.all()], [0, []])
  const { id = '' } = alerts.hear('alarm')
  await assert.rejects(() => alerts.desk.end(id, anna), isProblem('not-raised-by-hand'))
})

test('what nobody has watched since the start can be ended by hand, until its source speaks of it', async () => {
  const before = new TrialAlerts()
  const { id = '' } = before.hear('alarm')
  const after = await before.restarted()
  after.hear('alarm')
  await assert.rejects(() => after.desk.end(id, anna), isProblem('not-raised-by-hand'))
  const later = await after.restarted()
  await later.desk.end(id, anna)
  assert.equal(later.book.size, 0)
})

test('a hand that raises the same again wakes everyone again; something less does not', async () => {
  const alerts = new TrialAlerts()
  const fire = { path: 'notifications.fire', state: 'alarm', message: 'Fire' } as const
  const { id } = await alerts.desk.raise(fire, anna)
  await alerts.desk.acknowledge(id, bert)
  const again = await alerts.desk.raise(fire, bert)
  assert.deepEqual([again.id, again.status, again.raisedBy], [id, 'active', 'Anna'])
  await alerts.desk.acknowledge(id, bert)
  assert.equal((await alerts.desk.raise({ ...fire, state: 'warn' }, bert)).status, 'acknowledged')
})

test('man overboard: the place where it happened stays, and an unknown place is said to be unknown', async () => {
  const alerts = new TrialAlerts()
  assert.equal((await alerts.desk.manOverboard(anna)).position, null)
  await alerts.desk.endManOverboard(anna)
  await assert.rejects(() => alerts.desk.endManOverboard(anna), isProblem('alert-not-found'))
  alerts.position = { latitude: 60, longitude: 25 }
  const first = await alerts.desk.manOverboard(anna)
  alerts.position = { latitude: 61, longitude: 25 }
  await alerts.desk.acknowledge(first.id, bert)
  const second = await alerts.desk.manOverboard(bert)
  assert.deepEqual([second.id, second.status, second.state], [first.id, 'active', 'emergency'])
  assert.deepEqual(second.position, { latitude: 60, longitude: 25 })
})

for (const path of ['notifications.mob', 'notifications.a b', 'notifications.constructor', 'notifications.'])
  test(`"${path}" is not raised by hand`, async () => {
    const { desk, store } = new TrialAlerts()
    await assert.rejects(
      () => desk.raise({ path, state: 'warn', message: 'x' }, anna),
      isProblem('invalid-value'),
    )
    assert.equal(store.writes, 0)
  })
