import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { join } from 'node:path'
import { answered, askBoat, Crew } from '@marinedata/testing/boats/crew'
import { assertProblem } from '@marinedata/testing/exchange'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, type StreamMessage } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const settings = {
  family: true,
  mmsi: '230000001',
  announce: { mdns: false, plotters: false },
} as const
const self = 'vessels.urn:mrn:imo:mmsi:230000001'
const v1 = '/signalk/v1/api'
const v2 = '/signalk/v2/api'
const course = `${v2}/vessels/self/navigation/course`
const anchorWatch = join(import.meta.dirname, '..', '..', '..', 'plugins', 'anchor-watch')

const forecaster = join(import.meta.dirname, 'plugins', 'forecaster.ts')
const harbours = join(import.meta.dirname, '..', '..', '..', 'examples', 'plugins', 'harbours.ts')

const line = (coordinates: readonly (readonly number[])[]) => ({
  feature: { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: { style: 'red' } },
})
const point = (coordinates: readonly number[]) => ({
  feature: { type: 'Feature', geometry: { type: 'Point', coordinates }, properties: {} },
})

interface Reply {
  readonly state: string
  readonly statusCode: number
  readonly requestId: string
  readonly href: string
  readonly message: string
}

suite('resources, course and alerts in the shapes of the family', () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat({ settings })
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    teller.put('navigation.position', { latitude: 60, longitude: 24 })
    await teller.settled()
  })
  after(() => boat[Symbol.asyncDispose]())
  const ask = (request: string, body?: unknown) => askBoat(boat.url, request, { body })
  const must = <T>(request: string, body?: unknown): Promise<T> => answered<T>(ask(request, body))

  test('a route drawn in an app has the id of the app, and the console sees it', limit, async () => {
    const id = randomUUID()
    const drawn = {
      name: 'Out',
      description: '',
      ...line([
        [24, 60],
        [24.1, 60.1, 0],
      ]),
    }
    await must(`PUT ${v2}/resources/routes/${id}`, drawn)
    const own = await must<{ id: string; name: string; points: object[] }>(
      `GET /marinedata/v2/api/resources/routes/${id}`,
    )
    assert.deepEqual(own, {
      id,
      name: 'Out',
      points: [
        { latitude: 60, longitude: 24 },
        { latitude: 60.1, longitude: 24.1 },
      ],
    })
    await must(`PUT ${v2}/resources/routes/${id}`, { ...drawn, name: 'Out again' })
    const routes = await must<Record<string, { name: string; feature: object }>>(`GET ${v2}/resources/routes`)
    assert.equal(routes[id]!.name, 'Out again')
    await must(`DELETE ${v2}/resources/routes/${id}`)
    assertProblem(await ask(`GET ${v2}/resources/routes/${id}`), 'route-not-found')
  })

  test('a waypoint is added and read as GeoJSON', limit, async () => {
    const { status, text } = await ask(`POST ${v2}/resources/waypoints`, {
      name: 'Reef',
      ...point([24.5, 60.5]),
    })
    assert.equal(status, 201, text)
    const { id } = JSON.parse(text) as { id: string }
    assert.deepEqual(await must(`GET ${v2}/resources/waypoints/${id}`), {
      name: 'Reef',
      ...point([24.5, 60.5]),
    })
  })

  test('a wrong shape is refused, and never repaired', limit, async () => {
    const id = randomUUID()
    for (const body of [
      {},
      point([24, 60]),
      line([[24, 60]]),
      line([
        [24, 95],
        [24, 60],
      ]),
      line([['24', 60]] as never),
    ])
      assertProblem(await ask(`PUT ${v2}/resources/routes/${id}`, body), 'invalid-body')
    assert.equal(
      (
        await ask(
          `PUT ${v2}/resources/routes/not-a-uuid`,
          line([
            [24, 60],
            [25, 60],
          ]),
        )
      ).status,
      400,
    )
  })

  test('kinds that the boat does not have are empty, and unknown ones are unknown', limit, async () => {
    for (const kind of ['notes', 'regions', 'charts', 'tracks'])
      assert.deepEqual(await must(`GET ${v2}/resources/${kind}`), {}, kind)
    assertProblem(await ask(`GET ${v2}/resources/wrecks`), 'not-found')
    assert.ok('routes' in (await must<object>(`GET ${v2}/resources`)))
  })

  test('an app sets the one course of the boat, follows a route and ends it', limit, async () => {
    await using app = await StreamListener.open(boat.url, '?subscribe=self', { word: 'signalk' })
    assert.equal((await must<{ nextPoint: null }>(`GET ${course}`)).nextPoint, null)
    const position = { latitude: 60.2, longitude: 24.2 }
    await must(`PUT ${course}/destination`, { position, arrivalCircle: 100 })
    const set = await must<{ nextPoint: object; activeRoute: null; arrivalCircle: number }>(`GET ${course}`)
    assert.deepEqual(set.nextPoint, { type: 'Location', position })
    assert.equal(Math.round(set.arrivalCircle), 185, 'the circle of the boat, not of the app')
    const next = await app.firstValue(
      ({ path, value }) => path === 'navigation.course.nextPoint' && value !== null,
    )
    assert.deepEqual(next.value, { type: 'Location', position })
    await app.firstAt('navigation.course.calcValues.bearingTrue')
    await must(`PUT ${course}/restart`)
    const { text } = await ask(`POST ${v2}/resources/routes`, {
      name: 'Tour',
      ...line([
        [24.3, 60],
        [24.4, 60.1],
        [24.5, 60],
      ]),
    })
    const { id } = JSON.parse(text) as { id: string }
    const href = `/resources/routes/${id}`
    await must(`PUT ${course}/activeRoute`, { href, pointIndex: 1, reverse: false, arrivalCircle: 50 })
    await must(`PUT ${course}/activeRoute/nextPoint`, { value: 1 })
    const { activeRoute } = await must<{ activeRoute: object }>(`GET ${course}`)
    assert.deepEqual(activeRoute, { href, name: 'Tour', pointIndex: 2, pointTotal: 3, reverse: false })
    const sent = await app.firstValue(
      ({ path, value }) =>
        path === 'navigation.course.activeRoute' &&
        (value as { pointIndex?: number } | null)?.pointIndex === 2,
    )
    assert.deepEqual(sent.value, activeRoute)
    assertProblem(await ask(`PUT ${course}/activeRoute`, { href, reverse: true }), 'unsupported-action')
    assertProblem(await ask(`PUT ${course}/activeRoute/nextPoint`, { value: -1 }), 'unsupported-action')
    assertProblem(await ask(`PUT ${course}/destination`, { position, unit: 'deg' }), 'invalid-body')
    assertProblem(await ask(`PUT ${course}/arrivalCircle`, { value: 1 }), 'unsupported-action')
    await must(`DELETE ${course}`)
    assert.equal((await must<{ nextPoint: null }>(`GET ${course}`)).nextPoint, null)
  })

  test('alerts are listed by id, silenced and acknowledged', limit, async () => {
    const raised = await ask(`POST ${v2}/notifications`, { path: 'test.me', state: 'alarm', message: 'Look' })
    assert.equal(raised.status, 200, raised.text)
    const { id } = JSON.parse(raised.text) as { id: string }
    const all = await must<Record<string, { context: string; path: string; value: { state: string } }>>(
      `GET ${v2}/notifications`,
    )
    assert.deepEqual(
      [all[id]!.context, all[id]!.path, all[id]!.value.state],
      [self, 'notifications.test.me', 'alarm'],
    )
    await must(`POST ${v2}/notifications/silenceAll`)
    await must(`POST ${v2}/notifications/${id}/acknowledge`)
    await must(`POST ${v2}/notifications/acknowledgeAll`)
    await must(`DELETE ${v2}/notifications/${id}`)
    const mob = await ask(`POST ${v2}/notifications/mob`)
    assert.equal(mob.status, 200)
    await must(`POST ${v2}/notifications/${(JSON.parse(mob.text) as { id: string }).id}/acknowledge`)
  })

  test('the own track is GeoJSON', limit, async () => {
    for (const path of ['self/track?timespan=1h&resolution=5s', 'vessels/self/track'])
      assert.equal((await must<{ type: string }>(`GET ${v1}/${path}`)).type, 'MultiLineString')
    assert.deepEqual(Object.keys(await must<object>(`GET ${v1}/tracks?radius=10000`)), [self])
  })

  test('an unknown path cannot be put, by REST and by the stream', limit, async () => {
    const put = await ask(`PUT ${v1}/vessels/self/electrical/switches/1/state`, { value: 1 })
    assert.equal(put.status, 405)
    const reply = JSON.parse(put.text) as Reply
    assert.deepEqual([reply.state, reply.statusCode], ['COMPLETED', 405])
    assert.equal((await must<Reply>(`GET ${reply.href}`)).statusCode, 405)
    await using app = await StreamListener.open(boat.url, '?subscribe=none', { word: 'signalk' })
    const told = await app.ask({ context: 'vessels.self', put: { path: 'kip.remote', value: 1 } })
    assert.equal(told.statusCode, 405)
    assert.equal((await app.ask({ put: { path: 'a.b', value: 1, unit: 'deg' } })).statusCode, 400)
  })

  test('without devices no app shows an autopilot or an anchor', limit, async () => {
    assert.deepEqual(await must('GET /signalk/v2/features?enabled=1'), {
      apis: ['course', 'resources', 'notifications'],
      plugins: [],
    })
  })
})

suite('what plugins provide, in the shapes of the family', () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat({ settings, plugins: { given: [forecaster, harbours] } })
    await until(
      () => askBoat(boat.url, 'GET /signalk/v2/features'),
      ({ text }) => text.includes('"weather"'),
    )
    await until(
      () => askBoat(boat.url, `GET ${v2}/resources/notes`),
      ({ text }) => text.includes('Utö'),
    )
  })
  after(() => boat[Symbol.asyncDispose]())
  const must = <T>(path: string): Promise<T> => answered<T>(askBoat(boat.url, `GET ${v2}/${path}`))

  test('places are notes with an icon, in the list and one by one', limit, async () => {
    const notes = await must<Record<string, object>>('resources/notes')
    const hanko = {
      name: 'Hanko',
      description: 'VHF 09, 3.5 m, fuel',
      mimeType: 'text/plain',
      position: { latitude: 59.8206, longitude: 22.9689 },
      properties: { skIcon: 'marina' },
    }
    assert.deepEqual(notes['pointsOfInterest-hanko'], hanko)
    assert.deepEqual(await must('resources/notes/pointsOfInterest-hanko'), hanko)
    assertProblem(await askBoat(boat.url, `GET ${v2}/resources/notes/nowhere`), 'not-found')
  })

  test('the forecast is by the hour, and what is not known is absent', limit, async () => {
    type Data = { readonly date: string; readonly type: string; readonly wind: object }
    const forecast = await must<Data[]>('weather/forecasts/point?lat=54.5&lon=10.3&count=3')
    assert.equal(forecast.length, 3)
    const [first, second] = forecast.map(({ date }) => Date.parse(date))
    assert.equal(second! - first!, 3_600_000)
    const wind = { speedTrue: 8.2, directionTrue: 3.93 }
    assert.deepEqual(forecast[0], { date: forecast[0]!.date, type: 'point', wind })
    assert.deepEqual(await must('weather/forecasts/daily?lat=54.5&lon=10.3'), [])
    const [observation] = await must<object[]>('weather/observations?lat=54.5&lon=10.3&count=3')
    assert.deepEqual(
      { ...observation, date: '' },
      {
        date: '',
        type: 'observation',
        description: 'Buoy',
        wind: { speedTrue: 3 },
        outside: { pressure: 101_300 },
      },
    )
    assert.deepEqual(await must('weather/_providers'), {
      forecaster: { name: 'forecaster', isDefault: true },
    })
  })

  test(
    'a question without a place, or for another place than one of the earth, is refused',
    limit,
    async () => {
      const ask = (query: string) => askBoat(boat.url, `GET ${v2}/weather/${query}`)
      for (const query of ['', '?lat=54.5', '?lat=95&lon=10', '?lat=54&lon=10&count=121', '?lat=x&lon=10'])
        assertProblem(await ask(`forecasts/point${query}`), 'invalid-query')
      assertProblem(await ask('warnings?lat=54.5&lon=10.3'), 'no-provider')
      assertProblem(await ask('observations?lat=54.5&lon=10.3&provider=nobody'), 'not-found')
    },
  )
})

test('a value of another shape, written by a device, closes no stream of an app', limit, async () => {
  await using boat = await startBoat({ settings })
  await using teller = await StreamListener.open(boat.url, '?subscribe=none')
  await using app = await StreamListener.open(boat.url, '?subscribe=all', { word: 'signalk' })
  for (const path of ['navigation.courseGreatCircle.guidance', 'resources.routes', 'resources.wrecks'])
    for (const value of [null, 1, 'x', []]) teller.put(path, value)
  teller.put('navigation.speedOverGround', 3)
  await app.firstAt('navigation.speedOverGround')
  await using later = await StreamListener.open(boat.url, '?subscribe=all', { word: 'signalk' })
  await later.firstAt('navigation.speedOverGround')
})

suite('settings of apps', () => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start({ settings })
  })
  after(() => crew[Symbol.asyncDispose]())
  const data = '/signalk/v1/applicationData'

  test('an app saves a document, a member and a patch, for its user only', limit, async () => {
    const ask = (request: string, body?: unknown) => crew.ask('helm', request, { body })
    assert.deepEqual(await answered(ask(`GET ${data}/user/kip/1.0`)), {})
    assert.equal((await ask(`GET ${data}/user/kip/1.0/app`)).status, 404)
    assert.equal(
      (await ask(`POST ${data}/user/kip/1.0`, { app: { theme: 'day' }, widgets: [1] })).status,
      200,
    )
    assert.equal((await ask(`POST ${data}/user/kip/1.0/app/theme`, 'night')).status, 200)
    const patch = [
      { op: 'replace', path: '/widgets', value: [1, 2] },
      { op: 'add', path: '/app/size', value: 3 },
    ]
    assert.equal((await ask(`POST ${data}/user/kip/1.0`, patch)).status, 200)
    const saved = await answered(ask(`GET ${data}/user/kip/1.0`))
    assert.deepEqual(saved, { app: { theme: 'night', size: 3 }, widgets: [1, 2] })
    assert.deepEqual(await answered(ask(`GET ${data}/user/kip/1.0?keys=true`)), ['app', 'widgets'])
    assert.deepEqual(await answered(ask(`GET ${data}/user/kip`)), ['1.0'])
    assert.deepEqual(await answered(crew.ask('crew', `GET ${data}/user/kip/1.0`)), {}, 'of someone else')
    await crew.boat.restart()
    assert.deepEqual(await answered(ask(`GET ${data}/user/kip/1.0`)), saved, 'also after a restart')
  })

  test('the crew share what is global, and a viewer cannot change it', limit, async () => {
    assert.equal((await crew.ask('viewer', `POST ${data}/global/kip/1.0`, { body: { a: 1 } })).status, 403)
    assert.equal((await crew.ask('crew', `POST ${data}/global/kip/1.0`, { body: { a: 1 } })).status, 200)
    assert.deepEqual(await answered(crew.ask('viewer', `GET ${data}/global/kip/1.0`)), { a: 1 })
    assert.equal((await crew.ask('nobody', `GET ${data}/global/kip/1.0`)).status, 401)
  })

  test('the space of apps is bounded, and no member is special', limit, async () => {
    const ask = (path: string, body: unknown) => crew.ask('crew', `POST ${data}/user/${path}`, { body })
    const large = 'x'.repeat(120_000)
    for (const part of ['a', 'b']) assert.equal((await ask(`big/1/${part}`, large)).status, 200)
    assertProblem(await ask('big/1/c', large), 'too-large')
    assertProblem(await ask('big/2', 'x'.repeat(262_144)), 'too-large')
    assertProblem(
      await crew.ask('helm', 'POST /signalk/v2/api/resources/waypoints', { body: { name: large } }),
      'too-large',
    )
    for (const member of ['__proto__', 'constructor'])
      assertProblem(await ask(`big/1/${member}`, 1), 'invalid-value')
    assertProblem(await ask('big/1', [{ op: 'move', path: '/a', from: '/b' }]), 'invalid-body')
  })
})

suite('steering and anchoring with an app', () => {
  let boat: PilotBoat
  before(async () => {
    boat = await PilotBoat.start({ settings }, [anchorWatch])
    const look = async () => (await askBoat(boat.url, 'GET /signalk/v2/features')).text
    await until(look, (text) => text.includes('autopilot') && text.includes('anchoralarm'))
  })
  after(() => boat[Symbol.asyncDispose]())

  test('an app steers by the autopilot interface of the family', limit, async () => {
    const pilot = `${v2}/vessels/self/autopilots/main`
    const { options } = await answered<{ options: { modes: unknown[] } }>(askBoat(boat.url, `GET ${pilot}`))
    assert.ok(options.modes.every((mode) => typeof mode === 'string'))
    await answered(askBoat(boat.url, `PUT ${pilot}/mode`, { body: { value: 'compass' } }))
    await answered(askBoat(boat.url, `PUT ${pilot}/state`, { body: { value: 'enabled' } }))
    const adjust = { body: { value: 10, unit: 'deg' } }
    assertProblem(await askBoat(boat.url, `PUT ${pilot}/target/adjust`, adjust), 'invalid-body')
    await answered(askBoat(boat.url, `POST ${pilot}/disengage`))
  })

  test(
    'a put switches, answers when the device has reported, and refuses what the switch does not take',
    limit,
    async () => {
      const put = (value: unknown) =>
        askBoat(boat.url, `PUT ${v1}/vessels/self/electrical/switches/anchorLight/state`, { body: { value } })
      await until(
        () => put(true),
        ({ status }) => status === 200,
      )
      assert.equal((await put(1)).status, 400)
      assert.equal((await put(null)).status, 400)
      await using app = await StreamListener.open(boat.url, '?subscribe=none', { word: 'signalk' })
      app.send({ requestId: 'off', put: { path: 'electrical.switches.anchorLight.state', value: false } })
      await app.first(({ requestId, state }) => requestId === 'off' && String(state) === 'COMPLETED')
    },
  )

  test('metadata says which paths can be put, in the tree and on the stream', limit, async () => {
    type Leaf = { readonly meta?: { readonly supportsPut?: boolean; readonly units?: string } }
    const light = 'electrical/switches/anchorLight/state'
    const get = <T>(path: string) => answered<T>(askBoat(boat.url, `GET ${v1}/vessels/${path}`))
    await until(
      () => askBoat(boat.url, `GET ${v1}/vessels/self/${light}`),
      ({ status }) => status === 200,
    )
    for (const vessel of ['self', self.slice('vessels.'.length)]) {
      assert.equal((await get<Leaf>(`${vessel}/${light}`)).meta?.supportsPut, true)
      const branch = await get<{ anchorLight: { state: Leaf } }>(`${vessel}/electrical/switches`)
      assert.equal(branch.anchorLight.state.meta?.supportsPut, true)
    }
    assert.equal(
      (await get<{ supportsPut?: boolean }>('self/steering/autopilot/target/meta')).supportsPut,
      true,
    )
    const speed = await get<Leaf>('self/navigation/speedOverGround')
    assert.deepEqual([speed.meta?.units, speed.meta?.supportsPut], ['m/s', undefined])
    const own = await answered<Leaf>(
      askBoat(boat.url, 'GET /marinedata/v1/api/vessels/self/steering/autopilot/target'),
    )
    assert.equal(own.meta?.supportsPut, undefined, 'the own interface does not change')
    type Metadata = { readonly path: string; readonly value: { readonly supportsPut?: boolean } }
    await using app = await StreamListener.open(boat.url, '?subscribe=self&sendMeta=all', { word: 'signalk' })
    const metaOf = async (path: string): Promise<Metadata['value']> => {
      const all = (sent: StreamMessage): readonly Metadata[] =>
        (sent.updates ?? []).flatMap((update) => (update as { meta?: readonly Metadata[] }).meta ?? [])
      const message = await app.first((sent) => all(sent).some((one) => one.path === path))
      return all(message).find((one) => one.path === path)!.value
    }
    assert.equal((await metaOf('steering.autopilot.target')).supportsPut, true)
    assert.equal((await metaOf('navigation.speedOverGround')).supportsPut, undefined)
    assert.equal((await metaOf('electrical.switches.anchorLight.state')).supportsPut, true)
  })

  test('a put steers, answers when the device has reported, and stays strict', limit, async () => {
    const { url } = boat
    const put = (path: string, value: unknown) =>
      askBoat(url, `PUT ${v1}/vessels/self/steering/autopilot/${path}`, { body: { value } })
    await using watcher = await StreamListener.open(url, '?subscribe=self', { word: 'signalk' })
    assert.equal((await put('engaged', true)).status, 200)
    await watcher.firstValue(
      ({ path, value }) => path.endsWith('.availableActions') && (value as string[]).includes('dodge'),
    )
    assert.equal((await boat.describe('_default')).engaged, true)
    assert.equal((await put('target', '1')).status, 400)
    assert.equal((await put('target', 9)).status, 400)
    await using app = await StreamListener.open(url, '?subscribe=none', { word: 'signalk' })
    app.send({ requestId: 'off', put: { path: 'steering.autopilot.engaged', value: false } })
    const first = await app.first(({ requestId }) => requestId === 'off')
    assert.equal((first as { state?: string }).state, 'PENDING')
    const done = await app.first((sent) => sent.requestId === 'off' && sent.statusCode === 200)
    assert.equal((done as { state?: string }).state, 'COMPLETED')
    assert.equal((await boat.describe('_default')).engaged, false)
  })

  test('an app drops, moves and raises the anchor', limit, async () => {
    const ask = (name: string, body?: unknown) =>
      askBoat(boat.url, `POST /plugins/anchoralarm/${name}`, { body })
    const drop = async () => (await ask('dropAnchor', { radius: 40 })).status
    await until(drop, (status) => status === 200)
    const anchor = () =>
      answered<{ maxRadius?: { value: number }; position?: { value: object } }>(
        askBoat(boat.url, `GET ${v1}/vessels/self/navigation/anchor`),
      )
    await until(
      async () => (await anchor()).maxRadius?.value,
      (radius) => radius === 40,
    )
    assert.equal((await ask('setRadius', { radius: 50 })).status, 200)
    assert.equal((await ask('setRadius', {})).status, 400)
    assert.equal((await ask('raiseAnchor', {})).status, 200)
  })
})
