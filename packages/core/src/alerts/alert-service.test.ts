import { MarineDataError, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, bilge, AlertsFixture } from '#testing/alerts-fixture.ts'
import { person } from '#testing/person.ts'

const bert = person('Bert', '10.0.0.6')
const isProblem =
  (code: ProblemCode) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code

test('a second acknowledgement changes nothing; the first person is named', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  await alerts.service.acknowledge(id, anna)
  alerts.clock.advance(1_000)
  assert.equal((await alerts.service.acknowledge(id, bert)).acknowledgedBy, 'Anna')
  assert.deepEqual(
    alerts.store.events.map(({ operation, actor, subject }) => [operation, actor.name, subject]),
    [['acknowledged', 'Anna', bilge]],
  )
})

test('two people who acknowledge a rectified alert at the same time both succeed', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  alerts.report('normal')
  const first = await alerts.service.acknowledge(id, anna)
  assert.deepEqual(await alerts.service.acknowledge(id, bert), first)
  assert.throws(() => alerts.service.find(id), isProblem('alert-not-found'))
})

test('silencing all and acknowledging all each write one audit entry', async () => {
  const alerts = new AlertsFixture()
  for (const path of ['notifications.a', 'notifications.b']) alerts.report('alarm', { path })
  assert.deepEqual(
    (await alerts.service.silenceAll(anna)).map(({ status }) => status),
    ['silenced', 'silenced'],
  )
  assert.equal((await alerts.service.acknowledgeAll(anna)).length, 2)
  assert.deepEqual(
    [await alerts.service.silenceAll(anna), await alerts.service.acknowledgeAll(anna)],
    [[], []],
  )
  assert.deepEqual(
    alerts.store.events.map(({ operation, subject }) => [operation, subject]),
    [
      ['silenced', 'all'],
      ['acknowledged', 'all'],
    ],
  )
})

const call = { path: 'notifications.crew.call', state: 'alarm', message: 'All hands', lasts: 600 } as const

test('a call ends when it is acknowledged', async () => {
  const alerts = new AlertsFixture()
  const { id, method, lasts } = await alerts.service.raise(call, anna)
  assert.deepEqual([method, lasts], [['visual', 'sound'], 600])
  await alerts.service.silence(id, bert)
  const acknowledged = await alerts.service.acknowledge(id, bert)
  assert.deepEqual(
    [acknowledged.status, acknowledged.state, acknowledged.acknowledgedBy],
    ['rectified', 'normal', 'Bert'],
  )
  assert.deepEqual(alerts.at(call.path), { state: 'normal', method: [], message: '', id })
  assert.deepEqual([alerts.registry.size, alerts.store.all()], [0, []])
  assert.deepEqual(
    await alerts.service.acknowledge(id, anna),
    acknowledged,
    'a later acknowledgement succeeds too',
  )
})

test('an unanswered call stops after its time and stays listed; raising it again restarts it', async () => {
  const alerts = new AlertsFixture()
  const { id } = await alerts.service.raise(call, anna)
  await alerts.pass(400)
  assert.equal((await alerts.service.raise(call, bert)).id, id)
  await alerts.pass(599)
  assert.equal(alerts.at(call.path).status, 'active')
  await alerts.pass(1)
  const { status, method } = alerts.at(call.path)
  assert.deepEqual([status, method], ['rectified', ['visual']])
  await alerts.service.acknowledge(id, anna)
  assert.equal(alerts.registry.size, 0)
})

test('a call survives a restart and still ends; without a duration it does not end', async () => {
  const before = new AlertsFixture()
  const { id } = await before.service.raise(call, anna)
  const after = await before.restarted()
  await after.pass(600)
  assert.equal(after.service.find(id).status, 'rectified')
  const { path, state, message } = call
  assert.equal((await after.service.raise({ path, state, message }, anna)).lasts, undefined)
  await after.pass(700)
  assert.equal((await after.service.acknowledge(id, bert)).status, 'acknowledged')
})

test('a person can end an alert raised by hand, but not one monitored by a source', async () => {
  const alerts = new AlertsFixture()
  const fire = await alerts.service.raise(
    { path: 'notifications.fire', state: 'emergency', message: 'Fire below' },
    anna,
  )
  assert.deepEqual([fire.raisedBy, fire.source, fire.method], ['Anna', 'crew', ['visual', 'sound']])
  await alerts.service.end(fire.id, bert)
  assert.deepEqual(alerts.at('notifications.fire').state, 'normal')
  assert.deepEqual([alerts.registry.size, alerts.store.all()], [0, []])
  const { id = '' } = alerts.report('alarm')
  await assert.rejects(() => alerts.service.end(id, anna), isProblem('not-raised-by-hand'))
})

test('a restored alert can be ended by hand until its source reports it', async () => {
  const before = new AlertsFixture()
  const { id = '' } = before.report('alarm')
  const after = await before.restarted()
  after.report('alarm')
  await assert.rejects(() => after.service.end(id, anna), isProblem('not-raised-by-hand'))
  const later = await after.restarted()
  await later.service.end(id, anna)
  assert.equal(later.registry.size, 0)
})

test('raising the same alert again makes it sound again; a lower severity does not', async () => {
  const alerts = new AlertsFixture()
  const fire = { path: 'notifications.fire', state: 'alarm', message: 'Fire' } as const
  const { id } = await alerts.service.raise(fire, anna)
  await alerts.service.acknowledge(id, bert)
  const again = await alerts.service.raise(fire, bert)
  assert.deepEqual([again.id, again.status, again.raisedBy], [id, 'active', 'Anna'])
  await alerts.service.acknowledge(id, bert)
  assert.equal((await alerts.service.raise({ ...fire, state: 'warn' }, bert)).status, 'acknowledged')
})

test('man overboard keeps the first position, and an unknown position is null', async () => {
  const alerts = new AlertsFixture()
  assert.equal((await alerts.service.manOverboard(anna)).position, null)
  await alerts.service.endManOverboard(anna)
  await assert.rejects(() => alerts.service.endManOverboard(anna), isProblem('alert-not-found'))
  alerts.position = { latitude: 60, longitude: 25 }
  const first = await alerts.service.manOverboard(anna)
  alerts.position = { latitude: 61, longitude: 25 }
  await alerts.service.acknowledge(first.id, bert)
  const second = await alerts.service.manOverboard(bert)
  assert.deepEqual([second.id, second.status, second.state], [first.id, 'active', 'emergency'])
  assert.deepEqual(second.position, { latitude: 60, longitude: 25 })
})

for (const path of ['notifications.mob', 'notifications.a b', 'notifications.constructor', 'notifications.'])
  test(`rejects raising "${path}" by hand`, async () => {
    const { service, store } = new AlertsFixture()
    await assert.rejects(
      () => service.raise({ path, state: 'warn', message: 'x' }, anna),
      isProblem('invalid-value'),
    )
    assert.equal(store.writes, 0)
  })
