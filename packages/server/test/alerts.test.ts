import type { Alert, AlertCompleted, AlertsCompleted, AuditEvent, Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { alarm, alertsApi, mustAlerts, raiseByHand } from './alert-asking.ts'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener, tell, valueDelta } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const bilge = 'notifications.bilge'

const listOf = (url: string): Promise<Alert[]> => mustAlerts<Alert[]>(url, 'GET')

test('an acknowledgement on one screen reaches the other within a second', limit, async (t) => {
  await using boat = await startBoat()
  await using here = await StreamListener.open(boat.url)
  await using there = await StreamListener.open(boat.url)
  here.put(bilge, alarm)
  const { value } = await there.firstAt(bilge)
  const { id = '', status } = value as Notification
  assert.equal(status, 'active')
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    there.forget()
    const begun = performance.now()
    const seen = there.firstValue(
      ({ path, value: reported }) => path === bilge && (reported as Notification).status === 'silenced',
    )
    await mustAlerts(boat.url, `POST ${id}/silence`)
    await seen
    times.push(performance.now() - begun)
  }
  there.forget()
  const begun = performance.now()
  const { alert } = await mustAlerts<AlertCompleted>(boat.url, `POST ${id}/acknowledge`)
  const received = await there.firstAt(bilge)
  times.push(performance.now() - begun)
  const reported = received.value as Notification
  assert.deepEqual({ path: bilge, source: 'test', ...reported }, alert)
  assert.deepEqual([reported.status, reported.state, reported.method], ['acknowledged', 'alarm', ['visual']])
  const worst = Math.max(...times)
  t.diagnostic(`seen by the other after at most ${worst.toFixed(1)} ms, ${times.length} times`)
  assert.ok(worst < timeLimit(1_000), `after ${worst} ms`)
})

test(
  'an acknowledged warning that becomes an alarm sounds again, on the stream and in the tree',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url)
    stream.put(bilge, { ...alarm, state: 'warn' })
    const { value } = await stream.firstAt(bilge)
    const { id = '' } = value as Notification
    await mustAlerts(boat.url, `POST ${id}/acknowledge`)
    stream.put(bilge, alarm)
    const worse = await stream.firstValue(
      ({ path, value: reported }) => path === bilge && (reported as Notification).state === 'alarm',
    )
    const reported = worse.value as Notification
    assert.deepEqual([reported.id, reported.status, reported.method], [id, 'active', ['visual', 'sound']])
    assert.deepEqual(
      (await listOf(boat.url)).map(({ id: each, status }) => [each, status]),
      [[id, 'active']],
    )
  },
)

test(
  'rejects a notification that states its own acknowledgement, except of another vessel',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url, '?subscribe=all')
    const refused = await stream.ask(valueDelta(bilge, { ...alarm, status: 'acknowledged' }))
    assert.equal(refused.code, 'invalid-message')
    assert.deepEqual(await listOf(boat.url), [])
    const other = 'vessels.urn:mrn:imo:mmsi:230099999'
    stream.send(valueDelta(bilge, alarm, other))
    const { value, context } = await stream.firstAt(bilge)
    assert.deepEqual([context, value], [other, alarm])
    assert.deepEqual(await listOf(boat.url), [])
  },
)

test('after a kill, the alert and its acknowledgement exist before the server listens', limit, async () => {
  await using folder = await temporaryFolder()
  const stood = await (async () => {
    await using server = await startCli({ folder: folder.path })
    await tell(server.url, [valueDelta(bilge, alarm), valueDelta('notifications.fire', alarm)])
    const [first] = await listOf(server.url)
    await mustAlerts(server.url, `POST ${first?.id}/acknowledge`)
    const listed = await listOf(server.url)
    await server.end('SIGKILL')
    return listed
  })()
  assert.deepEqual(stood.map(({ status }) => status).toSorted(), ['acknowledged', 'active'])
  await using again = await startCli({ folder: folder.path })
  assert.deepEqual(await listOf(again.url), stood)
  // A new client receives the alert although no source has published it since.
  await using stream = await StreamListener.open(again.url)
  for (const { path, source, ...reported } of stood) {
    const received = await stream.firstAt(path)
    assert.deepEqual([received.source, received.value], [source, reported])
  }
})

test(
  'man overboard is an emergency with a position on every screen until a person ends it',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url)
    const unknown = await mustAlerts<AlertCompleted>(boat.url, 'POST mob')
    assert.deepEqual([unknown.alert.state, unknown.alert.position], ['emergency', null])
    await mustAlerts(boat.url, 'DELETE mob')
    const position = { latitude: 60.1, longitude: 24.9 }
    await tell(boat.url, [valueDelta('navigation.position', position)])
    stream.forget()
    const { alert } = await mustAlerts<AlertCompleted>(boat.url, 'POST mob')
    assert.deepEqual(alert.position, position)
    const { value } = await stream.firstAt('notifications.mob')
    assert.deepEqual((value as Notification).position, position)
    await mustAlerts(boat.url, 'DELETE mob')
    assert.deepEqual(await listOf(boat.url), [])
  },
)

test('a value in a zone raises an alert, and leaving it clearly ends the alert', limit, async () => {
  const path = 'environment.depth.belowKeel'
  const zones = [{ upper: 2, state: 'alarm' as const, message: 'Shallow water' }]
  await using boat = await startBoat({ settings: { metadata: { [path]: { zones } } } })
  await using stream = await StreamListener.open(boat.url)
  // Repeats the value as a sounder does: a stale value does not change alerts.
  let depth = 1.5
  using stack = new DisposableStack()
  const sounder = setInterval(() => stream.put(path, depth), 250)
  stack.defer(() => clearInterval(sounder))
  const raised = await stream.firstAt(`notifications.${path}`)
  const { state, message, status } = raised.value as Notification
  assert.deepEqual([raised.source, state, message, status], ['zones', 'alarm', 'Shallow water', 'active'])
  depth = 8
  const over = await stream.firstValue(
    (received) =>
      received.path === `notifications.${path}` && (received.value as Notification).state === 'normal',
  )
  assert.equal((over.value as Notification).status, 'rectified')
})

test('the alarm of an autopilot can be acknowledged, and ends with its cause', limit, async () => {
  await using boat = await PilotBoat.start()
  const steering = { steps: [['POST engage']] } as const
  await boat.bring(steering)
  await boat.bring({ ...steering, fault: { name: 'pilot-off' } })
  const [alert] = await until(
    () => listOf(boat.url),
    (listed) => listed.length > 0,
  )
  const { id = '', path, source, state, method } = alert ?? {}
  assert.deepEqual([path, source, state], ['notifications.steering.autopilot.heading', 'main', 'alarm'])
  assert.deepEqual(method, ['visual', 'sound'])
  await mustAlerts(boat.url, `POST ${id}/acknowledge`)
  await boat.must('POST main/engage')
  await until(
    () => listOf(boat.url),
    (listed) => listed.every((each) => each.id !== id),
  )
})

suite('on a boat with a crew', () => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start()
  })
  after(() => crew[Symbol.asyncDispose]())

  test('the alert and the audit name the person who acknowledged', limit, async () => {
    const raise = { ...raiseByHand, path: 'notifications.fire' }
    const raised = await crew.ask('crew', `POST ${alertsApi}`, { body: raise })
    const { alert } = JSON.parse(raised.text) as AlertCompleted
    await crew.ask('helm', `POST ${alertsApi}/silence`)
    const acknowledged = await crew.ask('helm', `POST ${alertsApi}/${alert.id}/acknowledge`)
    await crew.ask('owner', `POST ${alertsApi}/${alert.id}/acknowledge`)
    const { acknowledgedBy, raisedBy } = (JSON.parse(acknowledged.text) as AlertCompleted).alert
    assert.deepEqual([raisedBy, acknowledgedBy], ['device.the-crew', 'device.the-helm'])
    await crew.ask('crew', `DELETE ${alertsApi}/${alert.id}`)
    const audit = await crew.must<AuditEvent[]>(`GET ${accessApi}/audit?kind=alert`)
    assert.deepEqual(
      audit.map(({ operation, actor, subject }) => [operation, actor.name, subject]),
      [
        ['ended', 'the-crew', 'notifications.fire'],
        ['acknowledged', 'the-helm', 'notifications.fire'],
        ['silenced', 'the-helm', 'notifications.fire'],
        ['raised', 'the-crew', 'notifications.fire'],
      ],
    )
  })

  test('a viewer reads alerts and changes none', limit, async () => {
    assert.equal((await crew.ask('viewer', `GET ${alertsApi}`)).status, 200)
    for (const ask of ['POST', 'POST /mob', 'POST /silence', 'POST /acknowledge', 'DELETE /mob']) {
      const [method, path = ''] = ask.split(' ')
      const { status } = await crew.ask('viewer', `${method} ${alertsApi}${path}`, {
        ...(ask === 'POST' && { body: raiseByHand }),
      })
      assert.equal(status, 403, ask)
    }
  })
})

test('a client that pauses reading receives every alarm raised in the meantime', limit, async () => {
  await using boat = await startBoat()
  await using slow = await StreamListener.open(boat.url)
  await using teller = await StreamListener.open(boat.url, '?subscribe=none')
  slow.socket.pause()
  const states = ['warn', 'alarm', 'emergency', 'normal'] as const
  for (let number = 0; number < 50; number++)
    for (const state of states) teller.put(`${bilge}.n${number}`, { ...alarm, state })
  await teller.settled()
  const { alerts } = await mustAlerts<AlertsCompleted>(boat.url, 'POST acknowledge')
  assert.equal(alerts.length, 50)
  slow.socket.resume()
  await until(
    () => Promise.resolve(slow.valuesAt(`${bilge}.n49`).length),
    (received) => received === 5,
  )
  for (let number = 0; number < 50; number++)
    assert.deepEqual(
      slow.valuesAt(`${bilge}.n${number}`).map((value) => (value as Notification).status ?? 'over'),
      ['active', 'active', 'active', 'rectified', 'over'],
    )
})
