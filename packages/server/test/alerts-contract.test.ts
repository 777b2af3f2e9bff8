import type { Alert, AlertCompleted, AlertsCompleted, PastAlert, ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { alarm, alertsApi, askAlerts, mustAlerts, raiseByHand } from './alert-asking.ts'
import { assertProblem, exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { tell, valueDelta } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }

const shapeless: readonly (readonly [title: string, body: string])[] = [
  ['that is not JSON', '{"path":'],
  ['that is null', 'null'],
  ['that is a list', '[]'],
  ['that is a text', '"fire"'],
  ['that is empty', '{}'],
]

const wrong: readonly (readonly [title: string, change: object, code: ProblemCode])[] = [
  ['without a path', { path: undefined }, 'invalid-body'],
  ['with a path that is no notification', { path: 'navigation.position' }, 'invalid-body'],
  ['with the root of all notifications', { path: 'notifications' }, 'invalid-body'],
  ['with a path that breaks the grammar', { path: 'notifications.a b' }, 'invalid-value'],
  ['with a forbidden name', { path: 'notifications.constructor' }, 'invalid-value'],
  ['with a path that is too long', { path: `notifications.${'a'.repeat(300)}` }, 'invalid-body'],
  ['with the path of a man overboard', { path: 'notifications.mob' }, 'invalid-value'],
  ['without a state', { state: undefined }, 'invalid-body'],
  ['with a state that is none', { state: 'bad' }, 'invalid-body'],
  ['that is normal', { state: 'normal' }, 'invalid-body'],
  ['that is nominal', { state: 'nominal' }, 'invalid-body'],
  ['without a message', { message: undefined }, 'invalid-body'],
  ['with an empty message', { message: '' }, 'invalid-body'],
  ['with a number for a message', { message: 5 }, 'invalid-body'],
  ['with a message that is too long', { message: 'x'.repeat(1_025) }, 'invalid-body'],
  ['with a method that is none', { method: ['smell'] }, 'invalid-body'],
  ['with a method that is no list', { method: 'sound' }, 'invalid-body'],
  ['with an escalation that names no time', { escalates: { state: 'alarm' } }, 'invalid-body'],
  ['with an escalation in no time', { escalates: { seconds: 0, state: 'alarm' } }, 'invalid-body'],
  ['with an escalation to normal', { escalates: { seconds: 60, state: 'normal' } }, 'invalid-body'],
  ['that says who acknowledged it', { acknowledgedBy: 'Anna' }, 'invalid-body'],
  ['that names its own id', { id: 'mine' }, 'invalid-body'],
  ['that names its own status', { status: 'acknowledged' }, 'invalid-body'],
  ['with a misspelt member', { mesage: 'x' }, 'invalid-body'],
]

const elsewhere: readonly (readonly [ask: string, code: ProblemCode])[] = [
  ['PUT', 'method-not-allowed'],
  ['DELETE', 'method-not-allowed'],
  ['PUT mob', 'method-not-allowed'],
  ['PUT past', 'method-not-allowed'],
  ['PUT x', 'method-not-allowed'],
  ['POST x', 'method-not-allowed'],
  ['GET x/acknowledge', 'method-not-allowed'],
  ['DELETE x/silence', 'method-not-allowed'],
  ['GET x/y', 'not-found'],
  ['POST x/y/z', 'not-found'],
]

suite('the alerts of one boat', { concurrency: 1 }, () => {
  let boat: Boat
  /** One alert of a sensor, and one raised by hand. */
  let watched: Alert
  let byHand: Alert
  before(async () => {
    boat = await startBoat()
    await tell(boat.url, [valueDelta('notifications.bilge', alarm)])
    watched = (await mustAlerts<Alert[]>(boat.url, 'GET'))[0]!
    byHand = (await mustAlerts<AlertCompleted>(boat.url, 'POST', raiseByHand)).alert
  })
  after(() => boat[Symbol.asyncDispose]())

  for (const [title, body] of shapeless)
    test(`a request to raise an alert ${title}: invalid-body`, limit, async () => {
      const headers = { 'content-type': 'application/json' }
      assertProblem(await exchange(boat.url, alertsApi, { method: 'POST', headers, body }), 'invalid-body')
    })

  for (const [title, change, code] of wrong)
    test(`an alert ${title}: ${code}`, limit, async () => {
      const listed = await mustAlerts(boat.url, 'GET')
      assertProblem(await askAlerts(boat.url, 'POST', { body: { ...raiseByHand, ...change } }), code)
      assert.deepEqual(await mustAlerts(boat.url, 'GET'), listed)
    })

  for (const ask of [
    'GET nothing',
    'POST nothing/acknowledge',
    'POST nothing/silence',
    'DELETE nothing',
    'DELETE mob',
    'GET mob',
  ])
    test(`${ask}: alert-not-found`, limit, async () => {
      assertProblem(await askAlerts(boat.url, ask), 'alert-not-found')
    })

  for (const [ask, code] of elsewhere)
    test(`${ask}: ${code}`, limit, async () => {
      assertProblem(await askAlerts(boat.url, ask), code)
    })

  for (const ask of ['acknowledge', 'silence'])
    test(`${ask} with a body: invalid-body`, limit, async () => {
      for (const path of [ask, `${watched.id}/${ask}`])
        assertProblem(await askAlerts(boat.url, `POST ${path}`, { body: { for: 60 } }), 'invalid-body')
      assert.equal((await mustAlerts<Alert>(boat.url, `GET ${watched.id}`)).status, 'active')
    })

  test('lists the most severe alerts first, and each can be read by its id', limit, async () => {
    const list = await mustAlerts<Alert[]>(boat.url, 'GET')
    assert.deepEqual(list, [watched, byHand])
    for (const alert of list) assert.deepEqual(await mustAlerts(boat.url, `GET ${alert.id}`), alert)
  })

  test('an alert raised by hand has its author, time, severity and methods', limit, () => {
    const { id, raisedAt, ...rest } = byHand
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.ok(Math.abs(Date.parse(raisedAt) - Date.now()) < 60_000)
    assert.deepEqual(rest, {
      ...raiseByHand,
      source: 'crew',
      method: ['visual'],
      status: 'active',
      raisedBy: rest.raisedBy,
    })
    assert.ok((rest.raisedBy ?? '').length > 0)
  })

  test('an alert of a sensor cannot be ended by hand: not-raised-by-hand', limit, async () => {
    assertProblem(await askAlerts(boat.url, `DELETE ${watched.id}`), 'not-raised-by-hand')
  })

  test('a silenced alert is silent and states until when', limit, async () => {
    const answer = await mustAlerts<AlertCompleted>(boat.url, `POST ${watched.id}/silence`)
    const { alert, ...envelope } = answer
    assert.deepEqual(envelope, completed)
    assert.deepEqual([alert.status, alert.method], ['silenced', ['visual']])
    const left = Date.parse(alert.silencedUntil ?? '') - Date.now()
    assert.ok(left > 25_000 && left <= 30_000, `${left} ms`)
  })

  test('silencing all returns the silenced alerts', limit, async () => {
    const { alerts, ...envelope } = await mustAlerts<AlertsCompleted>(boat.url, 'POST silence')
    assert.deepEqual(envelope, completed)
    assert.deepEqual(alerts.map(({ id }) => id).toSorted(), [watched.id, byHand.id].toSorted())
  })

  test('a second acknowledgement has no effect', limit, async () => {
    const first = await mustAlerts<AlertCompleted>(boat.url, `POST ${watched.id}/acknowledge`)
    assert.equal(first.alert.status, 'acknowledged')
    assert.deepEqual(await mustAlerts(boat.url, `POST ${watched.id}/acknowledge`), first)
    assert.equal(
      (await mustAlerts<AlertCompleted>(boat.url, `POST ${watched.id}/silence`)).alert.status,
      'acknowledged',
    )
  })

  test('acknowledging all affects the remaining alerts, and then none', limit, async () => {
    const { alerts } = await mustAlerts<AlertsCompleted>(boat.url, 'POST acknowledge')
    assert.deepEqual(
      alerts.map(({ id }) => id),
      [byHand.id],
    )
    assert.deepEqual(await mustAlerts(boat.url, 'POST acknowledge'), { ...completed, alerts: [] })
    assert.deepEqual(await mustAlerts(boat.url, 'POST silence'), { ...completed, alerts: [] })
  })

  test('an alert raised by hand can be ended by hand', limit, async () => {
    const { alert } = await mustAlerts<AlertCompleted>(boat.url, `DELETE ${byHand.id}`)
    assert.deepEqual([alert.state, alert.status], ['normal', 'rectified'])
    assertProblem(await askAlerts(boat.url, `DELETE ${byHand.id}`), 'alert-not-found')
  })

  test('man overboard is raised with every body, also an invalid one', limit, async () => {
    const { alert } = await mustAlerts<AlertCompleted>(boat.url, 'POST mob', ['anything'])
    assert.deepEqual([alert.state, alert.path, alert.status], ['emergency', 'notifications.mob', 'active'])
    await mustAlerts(boat.url, 'DELETE mob')
  })

  test('lists past alerts, newest first, also after a restart', limit, async () => {
    await tell(boat.url, [valueDelta('notifications.bilge', { state: 'normal', method: [], message: '' })])
    const past = await mustAlerts<PastAlert[]>(boat.url, 'GET past')
    assert.deepEqual(
      past.map(({ path, state, ending }) => [path, state, ending]),
      [
        ['notifications.bilge', 'alarm', 'over'],
        ['notifications.mob', 'emergency', 'by-hand'],
        ['notifications.engine', 'warn', 'by-hand'],
      ],
    )
    const { endedAt, acknowledgedAt, ...rest } = past[0]!
    assert.ok(Math.abs(Date.parse(endedAt) - Date.now()) < 60_000)
    assert.ok((acknowledgedAt ?? '') >= watched.raisedAt)
    const { id, path, source, message, raisedAt } = watched
    assert.deepEqual(rest, {
      id,
      path,
      source,
      message,
      raisedAt,
      state: 'alarm',
      acknowledgedBy: byHand.raisedBy,
      ending: 'over',
    })
    await boat.restart()
    assert.deepEqual(await mustAlerts(boat.url, 'GET past'), past)
    assert.deepEqual(await mustAlerts(boat.url, 'GET'), [])
  })
})
