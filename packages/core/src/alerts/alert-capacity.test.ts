import { MarineDataError, type Severity } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertCapacity, maxAlerts } from './alert-capacity.ts'
import { anna, bilge, AlertsFixture } from '#testing/alerts-fixture.ts'
import { overflowLimits } from './overflow-alerts.ts'

const anchor = 'notifications.navigation.anchor'
const overflowAlert = 'notifications.server.alerts'

interface Flood {
  readonly source?: string
  readonly state?: Severity
  readonly count?: number
}

const flood = (alerts: AlertsFixture, { source = 'gateway', state = 'alarm', count = 512 }: Flood): void => {
  for (let number = 0; number < count; number++)
    alerts.report(state, { path: `notifications.${source}.n${number}`, source })
}

const countOf = (alerts: AlertsFixture, source: string): number =>
  alerts.service.list().filter((alert) => alert.source === source).length

test('stores 512 alerts', () => {
  assert.equal(maxAlerts, 512)
})

test('limits a flooding source; further alerts are still published and sound, and a server alert names the source', async () => {
  const alerts = new AlertsFixture()
  flood(alerts, {})
  await alerts.pass(0.25)
  assert.equal(countOf(alerts, 'gateway'), alertCapacity.perSource)
  assert.deepEqual(alerts.at('notifications.gateway.n511'), {
    state: 'alarm',
    method: ['visual', 'sound'],
    message: 'Water',
  })
  const { state, status, message, method } = alerts.at(overflowAlert)
  assert.deepEqual([state, status, method], ['alarm', 'active', ['visual', 'sound']])
  assert.match(message, /"gateway"/)
  assert.ok(message.includes(`${overflowLimits.perSource} do not fit`), message)
  assert.equal(alerts.counters.alertsWithoutRoom, 512 - alertCapacity.perSource)
})

test('a flood does not displace alerts of the anchor, man overboard, autopilot, crew or another source', async () => {
  const alerts = new AlertsFixture()
  for (let source = 0; source < 40; source++) flood(alerts, { source: `s${source}`, count: 100 })
  await alerts.pass(0.25)
  const heading = 'notifications.steering.autopilot.heading'
  assert.equal(alerts.report('emergency', { path: anchor, source: 'anchor-watch' }).status, 'active')
  assert.equal(alerts.report('alarm', { path: heading, source: 'main' }).status, 'active')
  assert.equal(alerts.report('alarm').status, 'active', 'a pump that has one alarm has its place')
  assert.equal((await alerts.service.manOverboard(anna)).status, 'active')
  const smoke = { path: 'notifications.smoke', state: 'alarm', message: 'Smoke' } as const
  assert.equal((await alerts.service.raise(smoke, anna)).status, 'active')
  assert.ok(alerts.registry.size <= maxAlerts)
  const listed = new Set(alerts.service.list().map(({ path }) => path))
  for (const path of [anchor, heading, bilge, 'notifications.mob', 'notifications.smoke', overflowAlert])
    assert.ok(listed.has(path), path)
})

test('forty flooding sources share the capacity', async () => {
  const alerts = new AlertsFixture()
  for (let source = 0; source < 40; source++) flood(alerts, { source: `s${source}`, count: 100 })
  await alerts.pass(5)
  for (let source = 0; source < 40; source++)
    assert.equal(countOf(alerts, `s${source}`), alertCapacity.shared / 40)
})

test('evicts rectified alerts first, then acknowledged, then the lowest severity, then the oldest', async () => {
  const alerts = new AlertsFixture()
  flood(alerts, { state: 'warn', count: alertCapacity.perSource })
  const at = (number: number) => `notifications.gateway.n${number}`
  const next = (name: string, state: Severity = 'warn') =>
    alerts.report(state, { path: `notifications.gateway.${name}`, source: 'gateway' }).status
  alerts.report('normal', { path: at(9), source: 'gateway' })
  const idOf = (path: string): string => alerts.service.list().find((each) => each.path === path)?.id ?? ''
  await alerts.service.acknowledge(idOf(at(5)), anna)
  assert.equal(next('first'), 'active')
  assert.equal(next('second'), 'active')
  assert.equal(next('third'), undefined, 'a warning is no more than those that stand')
  assert.equal(next('fourth', 'alarm'), 'active')
  await alerts.pass(0.25)
  const gone = [9, 5, 0].map((number) => alerts.at(at(number)))
  assert.deepEqual(
    gone.map(({ state, method, status }) => [state, method, status]),
    [
      ['normal', [], undefined],
      ['warn', ['visual'], undefined],
      ['warn', ['visual', 'sound'], undefined],
    ],
  )
  assert.equal(alerts.counters.evictedAlerts, 3)
  assert.deepEqual(
    alerts.service.past().map(({ path, ending }) => [path, ending]),
    [0, 5, 9].map((number) => [at(number), 'made-room']),
  )
})

test('never evicts an unacknowledged alarm for a lower severity, nor an acknowledged alarm for a caution', async () => {
  const alerts = new AlertsFixture()
  flood(alerts, { count: alertCapacity.perSource })
  const next = (state: Severity) =>
    alerts.report(state, { path: 'notifications.gateway.more', source: 'gateway' })
  assert.equal(next('warn').status, undefined)
  assert.equal(next('alarm').status, undefined)
  await alerts.service.acknowledgeAll(anna)
  assert.equal(next('alert').status, undefined)
  assert.equal(countOf(alerts, 'gateway'), alertCapacity.perSource)
  assert.equal(next('alarm').status, 'active')
})

test('waiting alerts get a place when others are acknowledged, and evicted alerts stay acknowledged', async () => {
  const alerts = new AlertsFixture()
  flood(alerts, { count: 100 })
  await alerts.pass(0.25)
  await alerts.service.acknowledgeAll(anna)
  await alerts.pass(0.5)
  assert.equal(alerts.registry.unrecorded, 0)
  assert.equal(alerts.at('notifications.gateway.n99').status, 'active')
  const first = { path: 'notifications.gateway.n0', source: 'gateway' }
  assert.deepEqual([alerts.at(first.path).status, alerts.at(first.path).method], [undefined, ['visual']])
  // The source repeats the condition: it does not sound again and takes no place.
  for (let again = 0; again < 3; again++) assert.deepEqual(alerts.report('alarm', first).method, ['visual'])
  assert.deepEqual(alerts.report('emergency', first).method, ['visual', 'sound'], 'worse sounds')
  await alerts.service.acknowledgeAll(anna)
  alerts.report('normal', first)
  await alerts.pass(0.5)
  assert.equal(alerts.at(overflowAlert).state, 'normal')
  assert.equal(alerts.at(first.path).state, 'normal')
})

test('publishes the end of an evicted alert that ends before its eviction is published', async () => {
  const alerts = new AlertsFixture()
  flood(alerts, { state: 'warn', count: alertCapacity.perSource })
  alerts.report('alarm', { path: 'notifications.gateway.more', source: 'gateway' })
  alerts.report('normal', { path: 'notifications.gateway.n0', source: 'gateway' })
  await alerts.pass(0.25)
  assert.equal(alerts.at('notifications.gateway.n0').state, 'normal')
})

test('alerts of the crew have reserved places, and are rejected with advice when all are taken', async () => {
  const alerts = new AlertsFixture()
  const raise = (number: number) =>
    alerts.service.raise({ path: `notifications.crew.n${number}`, state: 'alarm', message: 'x' }, anna)
  for (let number = 0; number < alertCapacity.perSource; number++) await raise(number)
  await assert.rejects(
    () => raise(alertCapacity.perSource),
    (error) => error instanceof MarineDataError && error.code === 'storage-full',
  )
  assert.equal((await alerts.service.manOverboard(anna)).status, 'active')
})

test('null does not change an alarm without a place', () => {
  const alerts = new AlertsFixture()
  flood(alerts, { count: alertCapacity.perSource + 1 })
  const last = `notifications.gateway.n${alertCapacity.perSource}`
  assert.deepEqual(alerts.registry.notificationAt(last, 'gateway')?.state, 'alarm')
})
