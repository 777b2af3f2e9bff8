import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxWaitingDeeds } from './alert-writer.ts'
import { pastLimits } from './past-alerts.ts'
import { anna, bilge, settled, TrialAlerts } from './trial-alerts.ts'

const full = (): TrialAlerts => {
  const alerts = new TrialAlerts()
  alerts.store.isFailing = true
  return alerts
}

test('with a full disk man overboard is raised, told, and marked as unsaved', async () => {
  const alerts = full()
  const raised = await alerts.desk.manOverboard(anna)
  assert.deepEqual([raised.state, raised.status, raised.saved], ['emergency', 'active', false])
  const { state, method, saved } = alerts.at('notifications.mob')
  assert.deepEqual([state, method, saved], ['emergency', ['visual', 'sound'], false])
  assert.deepEqual(
    alerts.desk.list().map(({ id, saved: mark }) => [id, mark]),
    [[raised.id, false]],
  )
  assert.ok(alerts.faults.length > 0 && alerts.counters.unkeptAlerts > 0)
})

test('with a full disk an alarm is acknowledged, silenced and ended all the same', async () => {
  const alerts = full()
  const { id = '' } = alerts.hear('alarm')
  assert.deepEqual(
    [(await alerts.desk.silence(id, anna)).status, alerts.at().method],
    ['silenced', ['visual']],
  )
  const acknowledged = await alerts.desk.acknowledge(id, anna)
  assert.deepEqual([acknowledged.status, acknowledged.saved], ['acknowledged', false])
  assert.deepEqual([alerts.at().status, alerts.at().saved], ['acknowledged', false])
  const fire = await alerts.desk.raise({ path: 'notifications.fire', state: 'alarm', message: 'Fire' }, anna)
  assert.deepEqual(
    (await alerts.desk.acknowledgeAll(anna)).map(({ path, saved }) => [path, saved]),
    [['notifications.fire', false]],
  )
  assert.equal((await alerts.desk.end(fire.id, anna)).saved, false)
  assert.equal(alerts.at('notifications.fire').state, 'normal')
})

test('when there is room again everything is saved in order, and the mark goes', async () => {
  const alerts = full()
  const { id = '' } = alerts.hear('alarm')
  await alerts.desk.acknowledge(id, anna)
  await alerts.desk.manOverboard(anna)
  await alerts.desk.endManOverboard(anna)
  await alerts.pass(10)
  alerts.store.isFailing = false
  await alerts.pass(5)
  assert.deepEqual(
    [alerts.at().status, alerts.at().saved, alerts.book.unsaved],
    ['acknowledged', undefined, 0],
  )
  assert.deepEqual(
    alerts.store.deeds.map(({ deed }) => deed),
    ['acknowledged', 'man-overboard', 'ended'],
  )
  const again = await alerts.restarted()
  assert.deepEqual(
    again.desk.list().map(({ path, status, acknowledgedBy }) => [path, status, acknowledgedBy]),
    [[bilge, 'acknowledged', 'Anna']],
  )
  assert.deepEqual(
    again.desk.past().map(({ path }) => path),
    ['notifications.mob'],
  )
})

test('an alarm of a source is told at once, whatever the disk does', async () => {
  const alerts = new TrialAlerts()
  const gate = Promise.withResolvers<void>()
  alerts.store.delay = gate.promise
  assert.equal(alerts.hear('alarm').status, 'active')
  assert.equal(alerts.hear('emergency', { path: 'notifications.fire' }).status, 'active')
  assert.equal(alerts.store.writes, 0)
  gate.resolve()
  await settled()
  assert.deepEqual(
    alerts.store.all().map(({ path }) => path),
    [bilge, 'notifications.fire'],
  )
})

test('a person is answered after a second when the disk is slow, and the mark goes when it is written', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  await settled()
  const gate = Promise.withResolvers<void>()
  alerts.store.delay = gate.promise
  const answer = alerts.desk.acknowledge(id, anna)
  assert.deepEqual([alerts.at().status, alerts.at().saved], ['acknowledged', undefined], 'told at once')
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

test('what changes while it is being written is written after it', async () => {
  const alerts = new TrialAlerts()
  const gate = Promise.withResolvers<void>()
  alerts.store.delay = gate.promise
  const { id = '' } = alerts.hear('alarm')
  const answer = alerts.desk.acknowledge(id, anna)
  gate.resolve()
  assert.equal((await answer).saved, undefined)
  assert.deepEqual([alerts.store.all()[0]?.status, alerts.store.writes], ['acknowledged', 2])
})

test('retries come less and less often, and at least every four seconds', async () => {
  const alerts = full()
  alerts.hear('alarm')
  await alerts.pass(60)
  assert.ok(alerts.counters.unkeptAlerts >= 15 && alerts.counters.unkeptAlerts <= 25)
  assert.equal(alerts.faults.length, alerts.counters.unkeptAlerts)
})

test('what waits for the disk is bounded: the latest of each alert, the newest that are over, the newest audit entries', async () => {
  const alerts = full()
  for (let round = 0; round < 2 * maxWaitingDeeds; round++) {
    await alerts.desk.manOverboard(anna)
    await alerts.desk.endManOverboard(anna)
  }
  assert.equal(alerts.counters.droppedAlertDeeds, 3 * maxWaitingDeeds)
  assert.ok(alerts.book.unsaved <= pastLimits.alerts)
  alerts.store.isFailing = false
  await alerts.pass(5)
  assert.deepEqual(
    [alerts.store.deeds.length, alerts.store.past().length, alerts.store.all().length, alerts.book.unsaved],
    [maxWaitingDeeds, pastLimits.alerts, 0, 0],
  )
})

test('an end is written even when much that was never on disk ended after it', async () => {
  const alerts = new TrialAlerts()
  const { id } = await alerts.desk.raise(
    { path: 'notifications.fire', state: 'alarm', message: 'Fire' },
    anna,
  )
  alerts.store.isFailing = true
  await alerts.desk.end(id, anna)
  for (let round = 0; round < 2 * pastLimits.alerts; round++) {
    await alerts.desk.manOverboard(anna)
    await alerts.desk.endManOverboard(anna)
  }
  alerts.store.isFailing = false
  await alerts.pass(5)
  assert.deepEqual(alerts.store.all(), [])
})
