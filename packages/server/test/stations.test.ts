import type { Alert, Notification, ConsoleClient, ConsoleClientList } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnchorBoat } from './anchor-boat.ts'
import { alertsApi } from './alert-asking.ts'
import { answered, askBoat, Crew, type CrewKind } from '@marinedata/testing/boats/crew'
import { assertProblem, getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const stations = '/marinedata/v2/api/stations'
const listeners = 'notifications.navigation.anchor.listeners'
const page = 'b1946ac9-2f0e'
const cockpit = { name: 'Cockpit', screen: 'helm', sound: false }
const armed = { ...cockpit, sound: true, tested: true }

const put = (url: string, id: string, body: object): Promise<ConsoleClientList> =>
  answered(askBoat(url, `PUT ${stations}/${id}`, { body }))

test('registering a page returns the other open pages', limit, async () => {
  await using boat = await startBoat()
  assert.deepEqual(await getJson(boat.url, stations), [])
  const [first] = await put(boat.url, page, { ...cockpit, battery: 0.81 })
  const { since = '', age = -1, ...said } = first ?? {}
  assert.deepEqual(said, { id: page, ...cockpit, battery: 0.81, wakes: false, who: 'local' })
  assert.ok(Math.abs(Date.now() - Date.parse(since)) < 5_000 && age >= 0 && age < 5)
  const both = await put(boat.url, 'another-page', { ...cockpit, name: 'Saloon', sound: true })
  assert.deepEqual(
    both.map(({ id, name, sound, battery }) => [id, name, sound, battery]),
    [
      [page, 'Cockpit', false, 0.81],
      ['another-page', 'Saloon', true, null],
    ],
  )
  const rest = await answered<ConsoleClientList>(askBoat(boat.url, `DELETE ${stations}/${page}`))
  assert.deepEqual(
    rest.map(({ id }) => id),
    ['another-page'],
  )
  assert.equal((await getJson<ConsoleClientList>(boat.url, stations)).length, 1)
})

test('a person cannot change or remove the page of another', limit, async () => {
  await using crew = await Crew.start()
  const ask = `${stations}/${page}`
  const [mine] = await answered<ConsoleClient[]>(crew.ask('viewer', `PUT ${ask}`, { body: cockpit }))
  assert.equal(mine?.who, 'device.the-viewer')
  assertProblem(await crew.ask('owner', `PUT ${ask}`, { body: { ...cockpit, sound: true } }), 'forbidden')
  assertProblem(await crew.ask('owner', `DELETE ${ask}`), 'forbidden')
  const [still] = await crew.must<ConsoleClientList>(`GET ${stations}`)
  assert.deepEqual([still?.who, still?.sound], ['device.the-viewer', false])
  assert.deepEqual(await answered(crew.ask('viewer', `DELETE ${ask}`)), [])
})

test('a page without an open stream under its credential does not count as audible', limit, async () => {
  await using crew = await Crew.start()
  const say = (who: CrewKind): Promise<ConsoleClientList> =>
    answered(crew.ask(who, `PUT ${stations}/${who}-page-1`, { body: armed }))
  const [script] = await say('viewer')
  assert.deepEqual([script?.sound, script?.wakes, script?.who], [true, false, 'device.the-viewer'])
  await using _stream = await StreamListener.open(crew.url, '', {
    headers: { authorization: `Bearer ${crew.tokens.owner}` },
  })
  const both = await say('owner')
  assert.deepEqual(
    both.map(({ who, wakes }) => [who, wakes]),
    [
      ['device.the-viewer', false],
      ['device.the-owner', true],
    ],
  )
})

test('rejects invalid console clients', limit, async () => {
  await using boat = await startBoat()
  const refused = (id: string, body: object) => askBoat(boat.url, `PUT ${stations}/${id}`, { body })
  for (const id of ['short', 'x'.repeat(65), 'with%20space', 'with_underscore'])
    assertProblem(await refused(id, cockpit), 'invalid-value')
  for (const wrong of [
    { name: '' },
    { name: 'x'.repeat(65) },
    { screen: '' },
    { screen: 'x'.repeat(33) },
    { sound: 1 },
    { sound: null },
    { tested: 'yes' },
    { battery: 81 },
    { battery: '0.81' },
    { more: 1 },
  ])
    assertProblem(await refused(page, { ...cockpit, ...wrong }), 'invalid-body')
  assert.deepEqual(await getJson(boat.url, stations), [])
})

const alertAt = async (url: string): Promise<Alert | undefined> =>
  (await getJson<Alert[]>(url, alertsApi)).find(({ path }) => path === listeners)

test('at anchor without an audible page the crew is warned until a page enables sound', limit, async () => {
  await using boat = await AnchorBoat.start({ listenerPatienceMs: 200 })
  await using listener = await StreamListener.open(boat.url)
  const reported = async (state: string): Promise<Notification> => {
    const { value, source } = await listener.firstValue(
      ({ path, value: received }) => path === listeners && (received as Notification).state === state,
    )
    assert.equal(source, 'server')
    listener.forget()
    return value as Notification
  }
  await put(boat.url, page, cockpit)
  await boat.bring('watching')
  const { method, message } = await reported('alert')
  assert.deepEqual([method, message], [['visual'], 'No device will sound: test the sound on a console'])
  await put(boat.url, page, { ...cockpit, sound: true })
  await put(boat.url, page, armed)
  await reported('normal')
  await answered(askBoat(boat.url, `DELETE ${stations}/${page}`))
  await reported('alert')
  await boat.must('POST raise')
  await reported('normal')
})

test('the warning survives a restart while its cause exists', limit, async () => {
  await using boat = await AnchorBoat.start({ listenerPatienceMs: 200 })
  await boat.bring('watching')
  const before = await until(
    () => alertAt(boat.url),
    (alert) => alert !== undefined,
  )
  await boat.boat.restart({ isSafe: true })
  const after = await alertAt(boat.url)
  assert.deepEqual([after?.id, after?.status], [before?.id, 'active'])
  await using _stream = await StreamListener.open(boat.url)
  await put(boat.url, page, armed)
  await until(
    () => alertAt(boat.url),
    (alert) => alert?.status === 'rectified',
  )
})
