import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxPendingEvents } from './alert-writer.ts'
import { pastLimits } from './past/past-alerts.ts'
import { anna, bilge, settled, AlertsFixture } from '#testing/alerts-fixture.ts'

const full = (): AlertsFixture => {
  const alerts = new AlertsFixture()
  alerts.store.isFailing = true
  return alerts
}

test('with a full disk man overboard is raised, published and marked as unsaved', async () => {
  const alerts = full()
  const raised = await alerts.service.manOverboard(anna)
  assert.deepEqual([raised.state, raised.status, raised.saved], ['emergency', 'active', false])
  const { state, method, saved } = alerts.at('notifications.mob')
  assert.deepEqual([state, method, saved], ['emergency', ['visual', 'sound'], false])
  assert.deepEqual(
    alerts.service.list().map(({ id, saved: mark }) => [id, mark]),
    [[raised.id, false]],
  )
  assert.ok(alerts.faults.length > 0 && alerts.counters.unkeptAlerts > 0)
})

test('with a full disk an alarm can still be acknowledged, silenced and ended', async () => {
  const alerts = full()
  const { id = '' } = alerts.report('alarm')
  assert.deepEqual(
    [(await alerts.service.silence(id, anna)).status, alerts.at().method],
    ['silenced', ['visual']],
  )
  const acknowledged = await alerts.service.acknowledge(id, anna)
  assert.deepEqual([acknowledged.status, acknowledged.saved], ['acknowledged', false])
  assert.deepEqual([alerts.at().status, alerts.at().saved], ['acknowledged', false])
  const fire = await alerts.service.raise(
    { path: 'notifications.fire', state: 'alarm', message: 'Fire' },
    anna,
  )
  assert.deepEqual(
    (await alerts.service.acknowledgeAll(anna)).map(({ path, saved }) => [path, saved]),
    [['notifications.fire', false]],
  )
  assert.equal((await alerts.service.end(fire.id, anna)).saved, false)
  assert.equal(alerts.at('notifications.fire').state, 'normal')
})

test('saves everything in order and removes the mark when the disk has space again', async () => {
  const alerts = full()
  const { id = '' } = alerts.report('alarm')
  await alerts.service.acknowledge(id, anna)
  await alerts.service.manOverboard(anna)
  await alerts.service.endManOverboard(anna)
  await alerts.pass(10)
  alerts.store.isFailing = false
  await alerts.pass(5)
  assert.deepEqual(
    [alerts.at().status, alerts.at().saved, alerts.registry.unsaved],
    ['acknowledged', undefined, 0],
  )
  assert.deepEqual(
    alerts.store.events.map(({ operation }) => operation),
    ['acknowledged', 'man-overboard', 'ended'],
  )
  const again = await alerts.restarted()
  assert.deepEqual(
    again.service.list().map(({ path, status, acknowledgedBy }) => [path, status, acknowledgedBy]),
    [[bilge, 'acknowledged', 'Anna']],
  )
  assert.deepEqual(
    again.service.past().map(({ path }) => path),
    ['notifications.mob'],
  )
})

test('publishes an alarm immediately, independent of the disk', async () => {
  const alerts = new AlertsFixture()
  const gate = Promise.withResolvers<void>()
  alerts.store.delay = gate.promise
  assert.equal(alerts.report('alarm').status, 'active')
  assert.equal(alerts.report('emergency', { path: 'notifications.fire' }).status, 'active')
  assert.equal(alerts.store.writes, 0)
  gate.resolve()
  await settled()
  assert.deepEqual(
    alerts.store.all().map(({ path }) => path),
    [bilge, 'notifications.fire'],
  )
})

test('answers a person after one second when the disk is slow, and removes the mark once written', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  await settled()
  const gate = Promise.withResolvers<void>()
  alerts.store.delay = gate.promise
  const answer = alerts.service.acknowledge(id, anna)
  assert.deepEqual([alerts.at().status, alerts.at().saved], ['acknowledged', undefined], 'published at once')
  await alerts.pass(1)
  assert.equal((await answer).saved, false)
  assert.equal(alerts.at().saved, false)
  assert.deepEqual(alerts.faults, [], 'slow is no fault yet')
  await alerts.pass(2)
  assert.match(String(alerts.faults[0]), /3 seconds/)
  gate.resolve()
  await settled()
  assert.deepEqual([alerts.at().saved, alerts.store.all()[0]?.status], [undefined, 'acknowledged'])
})

test('writes a change made during a write in the next write', async () => {
  const alerts = new AlertsFixture()
  const gate = Promise.withResolvers<void>()
  alerts.store.delay = gate.promise
  const { id = '' } = alerts.report('alarm')
  const answer = alerts.service.acknowledge(id, anna)
  gate.resolve()
  assert.equal((await answer).saved, undefined)
  assert.deepEqual([alerts.store.all()[0]?.status, alerts.store.writes], ['acknowledged', 2])
})

test('retries with back-off, at least every four seconds', async () => {
  const alerts = full()
  alerts.report('alarm')
  await alerts.pass(60)
  assert.ok(alerts.counters.unkeptAlerts >= 15 && alerts.counters.unkeptAlerts <= 25)
  assert.equal(alerts.faults.length, alerts.counters.unkeptAlerts)
})

test('bounds pending writes: the latest record of each alert, the newest ends and the newest audit entries', async () => {
  const alerts = full()
  for (let round = 0; round < 2 * maxPendingEvents; round++) {
    await alerts.service.manOverboard(anna)
    await alerts.service.endManOverboard(anna)
  }
  assert.equal(alerts.counters.droppedAlertEvents, 3 * maxPendingEvents)
  assert.ok(alerts.registry.unsaved <= pastLimits.alerts)
  alerts.store.isFailing = false
  await alerts.pass(5)
  assert.deepEqual(
    [
      alerts.store.events.length,
      alerts.store.past().length,
      alerts.store.all().length,
      alerts.registry.unsaved,
    ],
    [maxPendingEvents, pastLimits.alerts, 0, 0],
  )
})

test('writes the end of a stored alert even when many unstored alerts ended after it', async () => {
  const alerts = new AlertsFixture()
  const { id } = await alerts.service.raise(
    { path: 'notifications.fire', state: 'alarm', message: 'Fire' },
    anna,
  )
  alerts.store.isFailing = true
  await alerts.service.end(id, anna)
  for (let round = 0; round < 2 * pastLimits.alerts; round++) {
    await alerts.service.manOverboard(anna)
    await alerts.service.endManOverboard(anna)
  }
  alerts.store.isFailing = false
  await alerts.pass(5)
  assert.deepEqual(alerts.store.all(), [])
})
