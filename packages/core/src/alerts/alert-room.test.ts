import { MarineDataError, type Severity } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertRoom, maxAlerts } from './alert-room.ts'
import { anna, bilge, TrialAlerts } from './trial-alerts.ts'
import { unrecordedLimits } from './unrecorded-alerts.ts'

const anchor = 'notifications.navigation.anchor'
const noRoom = 'notifications.server.alerts'

interface Flood {
  readonly source?: string
  readonly state?: Severity
  readonly count?: number
}

const flood = (alerts: TrialAlerts, { source = 'gateway', state = 'alarm', count = 512 }: Flood): void => {
  for (let number = 0; number < count; number++)
    alerts.hear(state, { path: `notifications.${source}.n${number}`, source })
}

const countOf = (alerts: TrialAlerts, source: string): number =>
  alerts.desk.list().filter((alert) => alert.source === source).length

test('there are 512 places in all', () => {
  assert.equal(maxAlerts, 512)
})

test('a source that floods has its share; what is more is told and sounds, and the server says whose it is', async () => {
  const alerts = new TrialAlerts()
  flood(alerts, {})
  await alerts.pass(0.25)
  assert.equal(countOf(alerts, 'gateway'), alertRoom.perSource)
  assert.deepEqual(alerts.at('notifications.gateway.n511'), {
    state: 'alarm',
    method: ['visual', 'sound'],
    message: 'Water',
  })
  const { state, status, message, method } = alerts.at(noRoom)
  assert.deepEqual([state, status, method], ['alarm', 'active', ['visual', 'sound']])
  assert.match(message, /"gateway"/)
  assert.ok(message.includes(`${unrecordedLimits.perSource} have no place`), message)
  assert.equal(alerts.counters.alertsWithoutRoom, 512 - alertRoom.perSource)
})

test('a flood keeps nobody else from the list: anchor, man overboard, pilot, crew and a pump', async () => {
  const alerts = new TrialAlerts()
  for (let source = 0; source < 40; source++) flood(alerts, { source: `s${source}`, count: 100 })
  await alerts.pass(0.25)
  const heading = 'notifications.steering.autopilot.heading'
  assert.equal(alerts.hear('emergency', { path: anchor, source: 'anchor-watch' }).status, 'active')
  assert.equal(alerts.hear('alarm', { path: heading, source: 'main' }).status, 'active')
  assert.equal(alerts.hear('alarm').status, 'active', 'a pump that has one alarm has its place')
  assert.equal((await alerts.desk.manOverboard(anna)).status, 'active')
  const smoke = { path: 'notifications.smoke', state: 'alarm', message: 'Smoke' } as const
  assert.equal((await alerts.desk.raise(smoke, anna)).status, 'active')
  assert.ok(alerts.book.size <= maxAlerts)
  const listed = new Set(alerts.desk.list().map(({ path }) => path))
  for (const path of [anchor, heading, bilge, 'notifications.mob', 'notifications.smoke', noRoom])
    assert.ok(listed.has(path), path)
})

test('forty sources that flood share what there is', async () => {
  const alerts = new TrialAlerts()
  for (let source = 0; source < 40; source++) flood(alerts, { source: `s${source}`, count: 100 })
  await alerts.pass(5)
  for (let source = 0; source < 40; source++)
    assert.equal(countOf(alerts, `s${source}`), alertRoom.shared / 40)
})

test('what is over makes room first, then what is acknowledged, then what is less; the oldest of equals', async () => {
  const alerts = new TrialAlerts()
  flood(alerts, { state: 'warn', count: alertRoom.perSource })
  const at = (number: number) => `notifications.gateway.n${number}`
  const next = (name: string, state: Severity = 'warn') =>
    alerts.hear(state, { path: `notifications.gateway.${name}`, source: 'gateway' }).status
  alerts.hear('normal', { path: at(9), source: 'gateway' })
  const idOf = (path: string): string => alerts.desk.list().find((each) => each.path === path)?.id ?? ''
  await alerts.desk.acknowledge(idOf(at(5)), anna)
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
    alerts.desk.past().map(({ path, ending }) => [path, ending]),
    [0, 5, 9].map((number) => [at(number), 'made-room']),
  )
})

test('an alarm that nobody has acknowledged never makes room for something less, and a caution not even for what is acknowledged', async () => {
  const alerts = new TrialAlerts()
  flood(alerts, { count: alertRoom.perSource })
  const next = (state: Severity) =>
    alerts.hear(state, { path: 'notifications.gateway.more', source: 'gateway' })
  assert.equal(next('warn').status, undefined)
  assert.equal(next('alarm').status, undefined)
  await alerts.desk.acknowledgeAll(anna)
  assert.equal(next('alert').status, undefined)
  assert.equal(countOf(alerts, 'gateway'), alertRoom.perSource)
  assert.equal(next('alarm').status, 'active')
})

test('what waits gets a place when others are acknowledged, and what made room stays acknowledged', async () => {
  const alerts = new TrialAlerts()
  flood(alerts, { count: 100 })
  await alerts.pass(0.25)
  await alerts.desk.acknowledgeAll(anna)
  await alerts.pass(0.5)
  assert.equal(alerts.book.unrecorded, 0)
  assert.equal(alerts.at('notifications.gateway.n99').status, 'active')
  const first = { path: 'notifications.gateway.n0', source: 'gateway' }
  assert.deepEqual([alerts.at(first.path).status, alerts.at(first.path).method], [undefined, ['visual']])
  // Its source goes on to say the same: it does not sound again, and takes no place.
  for (let again = 0; again < 3; again++) assert.deepEqual(alerts.hear('alarm', first).method, ['visual'])
  assert.deepEqual(alerts.hear('emergency', first).method, ['visual', 'sound'], 'worse sounds')
  await alerts.desk.acknowledgeAll(anna)
  alerts.hear('normal', first)
  await alerts.pass(0.5)
  assert.equal(alerts.at(noRoom).state, 'normal')
  assert.equal(alerts.at(first.path).state, 'normal')
})

test('what made room and is over before it is told is told as over', async () => {
  const alerts = new TrialAlerts()
  flood(alerts, { state: 'warn', count: alertRoom.perSource })
  alerts.hear('alarm', { path: 'notifications.gateway.more', source: 'gateway' })
  alerts.hear('normal', { path: 'notifications.gateway.n0', source: 'gateway' })
  await alerts.pass(0.25)
  assert.equal(alerts.at('notifications.gateway.n0').state, 'normal')
})

test('what the crew raises has its places, and is refused with a way out when all of them are taken', async () => {
  const alerts = new TrialAlerts()
  const raise = (number: number) =>
    alerts.desk.raise({ path: `notifications.crew.n${number}`, state: 'alarm', message: 'x' }, anna)
  for (let number = 0; number < alertRoom.perSource; number++) await raise(number)
  await assert.rejects(
    () => raise(alertRoom.perSource),
    (error) => error instanceof MarineDataError && error.code === 'storage-full',
  )
  assert.equal((await alerts.desk.manOverboard(anna)).status, 'active')
})

test('an alarm that finds no room and is “not available” stays as it was', () => {
  const alerts = new TrialAlerts()
  flood(alerts, { count: alertRoom.perSource + 1 })
  const last = `notifications.gateway.n${alertRoom.perSource}`
  assert.deepEqual(alerts.book.told(last, 'gateway')?.state, 'alarm')
})
