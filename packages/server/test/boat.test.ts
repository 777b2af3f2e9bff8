import type { Alert, AuditEvent, Boat as BoatPage, BoatCompleted, Metadata, Zone } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mustAlerts } from './alert-asking.ts'
import { accessApi, answered, askBoat, Crew } from '@marinedata/testing/boats/crew'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api/vessels/self/boat'
const own = '/marinedata/v1/api/vessels/self'
const keel = 'environment.depth.belowKeel'
const shallow: Zone = { upper: 2, state: 'alarm', message: 'Shallow water' }

const readBoat = (url: string): Promise<BoatPage> => getJson<BoatPage>(url, api)

/** Changes the boat as it is now. */
const change = async (url: string, part: 'details' | 'limits', content: object): Promise<BoatPage> => {
  const { revision } = await readBoat(url)
  const { boat } = await answered<BoatCompleted>(
    askBoat(url, `PUT ${api}/${part}`, { body: { revision, [part]: content } }),
  )
  return boat
}

/** Sends a value as an instrument does, four times a second, until it is switched off. */
class Instrument implements Disposable {
  value: number
  readonly #timer: NodeJS.Timeout

  constructor(stream: StreamListener, path: string, value: number) {
    this.value = value
    stream.put(path, value)
    this.#timer = setInterval(() => stream.put(path, this.value), 250)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

const alertsOf = (url: string): Promise<Alert[]> => mustAlerts<Alert[]>(url, 'GET')
const depthAlert = async (url: string): Promise<Alert | undefined> =>
  (await alertsOf(url)).find(({ path }) => path === `notifications.${keel}`)
const raised = (url: string): Promise<Alert | undefined> =>
  until(
    () => depthAlert(url),
    (alert) => alert?.status === 'active',
  )
const ended = (url: string): Promise<Alert | undefined> =>
  until(
    () => depthAlert(url),
    (alert) => alert === undefined || alert.status === 'rectified',
  )

test(
  'the details of the boat are published at their paths, survive a restart and stay live',
  limit,
  async () => {
    await using boat = await startBoat({ settings: { name: 'From the file' } })
    assert.equal(await getJson(boat.url, `${own}/name`), 'From the file')
    const details = { name: 'Aura', callsign: 'OH1234', length: 12, beam: 3.9, draught: 2.1, gpsFromBow: 9 }
    await change(boat.url, 'details', details)
    const check = async (): Promise<void> => {
      assert.equal(await getJson(boat.url, `${own}/name`), 'Aura')
      assert.deepEqual(await getJson(boat.url, `${own}/communication/callsignVhf`), 'OH1234')
      const draught = await getJson<{ value: unknown; $source: string }>(boat.url, `${own}/design/draft`)
      assert.deepEqual([draught.value, draught.$source], [{ maximum: 2.1 }, 'settings'])
      assert.deepEqual((await readBoat(boat.url)).details, details)
    }
    await check()
    await boat.restart()
    await check()
  },
)

test('what people entered is preferred over a device that sent its own before', limit, async () => {
  await using boat = await startBoat()
  await using stream = await StreamListener.open(boat.url)
  using _device = new Instrument(stream, 'design.beam', 99)
  await stream.settled()
  await change(boat.url, 'details', { beam: 3.9 })
  await until(
    () => getJson<{ value: number }>(boat.url, `${own}/design/beam`),
    ({ value }) => value === 3.9,
  )
})

test(
  'an entered MMSI identifies the boat after a restart, never before, and removing it restores the UUID',
  limit,
  async () => {
    await using boat = await startBoat()
    const selfOf = (): Promise<string> => getJson<string>(boat.url, '/marinedata/v1/api/self')
    const before = await selfOf()
    const marked = 'vessels.urn:mrn:imo:mmsi:230099999'
    const page = await change(boat.url, 'details', { mmsi: '230099999' })
    assert.deepEqual(page.identity, { self: before, afterRestart: marked })
    assert.equal(await selfOf(), before)
    await boat.restart()
    assert.equal(await selfOf(), marked)
    assert.deepEqual((await readBoat(boat.url)).identity, { self: marked, afterRestart: marked })
    const unmarked = await change(boat.url, 'details', {})
    assert.deepEqual(unmarked.identity, { self: marked, afterRestart: before })
    await boat.restart()
    assert.equal(await selfOf(), before)
  },
)

test(
  'a limit that is exceeded when it is set raises its alert, and is a zone for every client',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url, '?subscribe=self&sendMeta=all')
    using _sounder = new Instrument(stream, keel, 1.5)
    await stream.firstAt(keel)
    const page = await change(boat.url, 'limits', { depth: { alarm: 2 } })
    assert.deepEqual(page.watches, [{ limit: 'depth', status: 'watched', path: keel }])
    const { meta } = await getJson<{ meta: Metadata }>(boat.url, `${own}/environment/depth/belowKeel`)
    assert.deepEqual(meta.zones, [shallow])
    await stream.first(({ updates = [] }) =>
      updates.some(({ meta: sent = [] }) =>
        sent.some(({ path, value }) => path === keel && value.zones?.length === 1),
      ),
    )
    const alert = await raised(boat.url)
    assert.deepEqual([alert?.state, alert?.message, alert?.source], ['alarm', 'Shallow water', 'zones'])
  },
)

test('removing a limit ends its alert, also when the sounder is silent', limit, async () => {
  await using boat = await startBoat()
  await using stream = await StreamListener.open(boat.url)
  await change(boat.url, 'limits', { depth: { alarm: 2 } })
  {
    using _sounder = new Instrument(stream, keel, 1.5)
    await raised(boat.url)
  }
  await until(
    () => readBoat(boat.url),
    ({ watches }) => watches[0]?.status === 'stale',
  )
  assert.equal((await depthAlert(boat.url))?.status, 'active')
  const { watches } = await change(boat.url, 'limits', {})
  assert.deepEqual(watches, [])
  await ended(boat.url)
})

test('after a restart the alert is still there, and its limit watches again', limit, async () => {
  await using boat = await startBoat()
  await change(boat.url, 'limits', { depth: { warn: 4, alarm: 2 } })
  {
    await using stream = await StreamListener.open(boat.url)
    using _sounder = new Instrument(stream, keel, 1.5)
    await raised(boat.url)
  }
  await boat.restart()
  assert.equal((await depthAlert(boat.url))?.state, 'alarm')
  assert.deepEqual((await readBoat(boat.url)).watches, [{ limit: 'depth', status: 'no-value' }])
  await using stream = await StreamListener.open(boat.url)
  using sounder = new Instrument(stream, keel, 1.5)
  await until(
    () => readBoat(boat.url),
    ({ watches }) => watches[0]?.status === 'watched',
  )
  assert.equal((await depthAlert(boat.url))?.status, 'active')
  sounder.value = 9
  await ended(boat.url)
})

test(
  'a limit that is removed after a restart ends its alert, although no value has come yet',
  limit,
  async () => {
    await using boat = await startBoat()
    await change(boat.url, 'limits', { depth: { alarm: 2 } })
    {
      await using stream = await StreamListener.open(boat.url)
      using _sounder = new Instrument(stream, keel, 1.5)
      await raised(boat.url)
    }
    await boat.restart()
    await change(boat.url, 'limits', {})
    await ended(boat.url)
  },
)

test(
  'a low battery raises its own alert, and the page lists the batteries that send a voltage',
  limit,
  async () => {
    await using boat = await startBoat()
    await using stream = await StreamListener.open(boat.url)
    using _house = new Instrument(stream, 'electrical.batteries.house.voltage', 11.4)
    using _start = new Instrument(stream, 'electrical.batteries.start.voltage', 12.7)
    const levels = { warn: 12, alarm: 11.5 }
    await change(boat.url, 'limits', { batteries: { house: levels, start: levels } })
    const [alert, ...others] = await until(
      () => alertsOf(boat.url),
      (alerts) => alerts.length > 0,
    )
    assert.deepEqual(
      [alert?.path, alert?.message, others.length],
      ['notifications.electrical.batteries.house.voltage', 'Low voltage: battery house', 0],
    )
    assert.deepEqual((await readBoat(boat.url)).batteries, ['house', 'start'])
  },
)

const refused: readonly (readonly [title: string, part: string, content: object])[] = [
  ['an MMSI of a coast station', 'details', { mmsi: '002300000' }],
  ['a call sign with a space', 'details', { callsign: 'OH 1234' }],
  ['a length as text', 'details', { length: '12' }],
  ['a negative draught', 'details', { draught: -2 }],
  ['an unknown member', 'details', { lenght: 12 }],
  ['an empty limit', 'limits', { depth: {} }],
  ['a battery whose name is no part of a path', 'limits', { batteries: { 'house.2': { alarm: 11 } } }],
  ['a limit beyond its range', 'limits', { windTrue: { alarm: 101 } }],
]
test('wrong details and limits are refused and change nothing', limit, async (t) => {
  await using boat = await startBoat()
  for (const [title, part, content] of refused)
    await t.test(title, async () => {
      const body = { revision: 0, [part]: content }
      assertProblem(await askBoat(boat.url, `PUT ${api}/${part}`, { body }), 'invalid-body')
    })
  const reversed = { revision: 0, limits: { depth: { warn: 1, alarm: 2 } } }
  const answer = await askBoat(boat.url, `PUT ${api}/limits`, { body: reversed })
  assertProblem(answer, 'invalid-value')
  assert.match(answer.text, /\/limits\/depth\/alarm/)
  const { revision, details, limits } = await readBoat(boat.url)
  assert.deepEqual({ revision, details, limits }, { revision: 0, details: {}, limits: {} })
})

test('of two screens that change the boat at once, the second is asked to look again', limit, async () => {
  await using boat = await startBoat()
  await change(boat.url, 'limits', { depth: { alarm: 2 } })
  const old = { revision: 0, limits: { depth: { alarm: 3 } } }
  assertProblem(await askBoat(boat.url, `PUT ${api}/limits`, { body: old }), 'boat-changed')
  assert.deepEqual((await readBoat(boat.url)).limits, { depth: { alarm: 2 } })
})

test(
  'the helm may change limits, only an owner the details, and the audit names who did',
  limit,
  async () => {
    await using crew = await Crew.start()
    const details = { revision: 0, details: { name: 'Aura' } }
    const limits = { revision: 0, limits: { depth: { alarm: 2 } } }
    for (const kind of ['viewer', 'crew', 'device'] as const) {
      assertProblem(await crew.ask(kind, `PUT ${api}/details`, { body: details }), 'forbidden')
      assertProblem(await crew.ask(kind, `PUT ${api}/limits`, { body: limits }), 'forbidden')
    }
    assertProblem(await crew.ask('helm', `PUT ${api}/details`, { body: details }), 'forbidden')
    assert.equal((await crew.ask('helm', `PUT ${api}/limits`, { body: limits })).status, 200)
    assert.equal(
      (await crew.ask('owner', `PUT ${api}/details`, { body: { ...details, revision: 1 } })).status,
      200,
    )
    assertProblem(await exchange(crew.url, api), 'unauthenticated')
    const [last, before] = await crew.must<AuditEvent[]>(`GET ${accessApi}/audit?limit=2`)
    assert.deepEqual(
      [last, before].map((entry) => [entry?.kind, entry?.operation]),
      [
        ['settings', 'boat-details'],
        ['settings', 'boat-limits'],
      ],
    )
    assert.deepEqual(before?.details, { depth: { alarm: 2 } })
  },
)
