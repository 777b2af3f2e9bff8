import type {
  Alert,
  AuditEvent,
  Course,
  CourseCompleted,
  NextLeg,
  Notification,
  ProblemCode,
  Route,
  RouteCompleted,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mustAlerts } from './alert-asking.ts'
import {
  arrivalPath,
  askCourse,
  at,
  courseApi,
  drawRoute,
  mustCourse,
  placeBoat,
  routesApi,
  coursePath,
} from './course-asking.ts'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { assertProblem } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
const none: Course = { destination: null, route: null, start: null, isWaiting: false }
const home = at(60, 20)
const lighthouse = { position: at(60.5, 20), name: 'Lighthouse' }
const points = [home, at(60.1, 20), at(60.1, 20.2)]

const courseOf = (url: string): Promise<Course> => mustCourse<Course>(url, 'GET course')

suite('routes', { concurrency: 1 }, () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat()
  })
  after(() => boat[Symbol.asyncDispose]())

  test('a route is created, read, replaced and removed', limit, async () => {
    const made = await mustCourse<RouteCompleted>(boat.url, 'POST routes', { name: 'Home', points })
    const { route, ...envelope } = made
    assert.deepEqual(envelope, completed)
    assert.match(route.id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(route, { id: route.id, name: 'Home', points })
    assert.deepEqual(await mustCourse(boat.url, 'GET routes'), [route])
    assert.deepEqual(await mustCourse(boat.url, `GET routes/${route.id}`), route)
    const anew = { name: 'Home, the long way', points: points.toReversed() }
    const changed = await mustCourse<RouteCompleted>(boat.url, `PUT routes/${route.id}`, anew)
    assert.deepEqual(changed, { ...completed, route: { id: route.id, ...anew } })
    assert.deepEqual(await mustCourse(boat.url, `DELETE routes/${route.id}`), changed)
    assert.deepEqual(await mustCourse(boat.url, 'GET routes'), [])
    for (const ask of ['GET', 'DELETE', 'PUT'])
      assertProblem(
        await askCourse(boat.url, `${ask} routes/${route.id}`, ask === 'PUT' ? { body: anew } : {}),
        'route-not-found',
      )
  })

  const wrong: readonly (readonly [title: string, change: object])[] = [
    ['without a name', { name: undefined }],
    ['with an empty name', { name: '' }],
    ['with a name that is too long', { name: 'x'.repeat(129) }],
    ['without points', { points: undefined }],
    ['with one point', { points: [home] }],
    ['with 501 points', { points: Array.from({ length: 501 }, () => home) }],
    ['with half a point', { points: [home, { latitude: 60 }] }],
    ['with a point beyond the pole', { points: [home, at(91, 0)] }],
    ['with a point in text', { points: [home, { latitude: '60', longitude: '20' }] }],
    ['that names its own id', { id: 'mine' }],
    ['with a misspelt member', { point: [] }],
  ]
  for (const [title, change] of wrong)
    test(`a route ${title}: invalid-body`, limit, async () => {
      const body = { name: 'Home', points, ...change }
      assertProblem(await askCourse(boat.url, 'POST routes', { body }), 'invalid-body')
      const { id } = await drawRoute(boat.url, points)
      assertProblem(await askCourse(boat.url, `PUT routes/${id}`, { body }), 'invalid-body')
      assert.deepEqual(await mustCourse(boat.url, `GET routes/${id}`), { id, name: 'Home', points })
      await mustCourse(boat.url, `DELETE routes/${id}`)
    })

  test('accepts five hundred points with all digits, and rejects the 201st route', limit, async () => {
    const long = Array.from({ length: 500 }, (_, n) =>
      at(-12.12345678901234 - n / 7, -123.12345678901234 + n / 9),
    )
    const { points: kept } = await drawRoute(boat.url, long)
    assert.deepEqual(kept, long)
    for (let count = 1; count < 200; count++) await drawRoute(boat.url, points)
    const body = { name: 'One too many', points }
    assertProblem(await askCourse(boat.url, 'POST routes', { body }), 'storage-full')
    assert.equal((await mustCourse<Route[]>(boat.url, 'GET routes')).length, 200)
  })
})

suite('the course of one boat', { concurrency: 1 }, () => {
  let boat: Boat
  let route: Route
  before(async () => {
    boat = await startBoat()
    route = await drawRoute(boat.url, points)
  })
  after(() => boat[Symbol.asyncDispose]())

  test('without a course and a position: input-stale', limit, async () => {
    assert.deepEqual(await courseOf(boat.url), none)
    for (const [ask, body] of [
      ['PUT course/destination', lighthouse],
      ['PUT course/route', { id: route.id }],
    ] as const)
      assertProblem(await askCourse(boat.url, ask, { body }), 'input-stale')
    assertProblem(await askCourse(boat.url, 'POST course/advance'), 'no-next-leg')
    assert.deepEqual(await mustCourse(boat.url, 'DELETE course'), { ...completed, course: none })
  })

  const wrong: readonly (readonly [ask: string, body: unknown, code: ProblemCode])[] = [
    ['PUT course/destination', {}, 'invalid-body'],
    ['PUT course/destination', { position: { latitude: 60 } }, 'invalid-body'],
    ['PUT course/destination', { position: at(60, 181) }, 'invalid-body'],
    ['PUT course/destination', { position: null }, 'invalid-body'],
    ['PUT course/destination', { position: home, name: '' }, 'invalid-body'],
    ['PUT course/destination', { position: home, units: 'deg' }, 'invalid-body'],
    ['PUT course/route', {}, 'invalid-body'],
    ['PUT course/route', { id: 7 }, 'invalid-body'],
    ['PUT course/route', { id: 'no-such-route' }, 'route-not-found'],
    ['POST course/advance', { leg: 5 }, 'invalid-body'],
    ['DELETE course/destination', undefined, 'method-not-allowed'],
    ['GET course/nowhere', undefined, 'not-found'],
  ]
  for (const [ask, body, code] of wrong)
    test(`${ask} ${JSON.stringify(body)}: ${code}`, limit, async () => {
      await placeBoat(boat.url, home)
      assertProblem(await askCourse(boat.url, ask, { body }), code)
      assert.deepEqual(await courseOf(boat.url), none)
    })

  test('a destination gives bearing, distance and cross-track error on every screen', limit, async () => {
    await using stream = await StreamListener.open(boat.url, '?sendMeta=all')
    await placeBoat(boat.url, home)
    const { course, ...envelope } = await mustCourse<CourseCompleted>(
      boat.url,
      'PUT course/destination',
      lighthouse,
    )
    assert.deepEqual(envelope, completed)
    assert.deepEqual(course, { destination: lighthouse, route: null, start: home, isWaiting: false })
    assert.deepEqual(await courseOf(boat.url), course)
    const next = await stream.firstAt(`${coursePath}.nextPoint.position`)
    assert.deepEqual([next.source, next.value], ['course', lighthouse.position])
    await placeBoat(boat.url, at(60.25, 20.001))
    const off = await stream.firstValue(
      ({ path, value }) => path === `${coursePath}.crossTrackError` && Number(value) > 1,
    )
    assert.ok(Math.abs(Number(off.value) - 55.2) < 0.5, `${String(off.value)} m`)
    await mustCourse(boat.url, 'DELETE course')
    const over = await stream.firstValue(
      ({ path, value }) => path === `${coursePath}.crossTrackError` && value === null,
    )
    assert.equal(over.value, null)
    assert.deepEqual(await courseOf(boat.url), none)
  })

  test('a stale position makes all derived values unknown', limit, async () => {
    await using stream = await StreamListener.open(boat.url)
    await placeBoat(boat.url, home)
    await mustCourse(boat.url, 'PUT course/destination', lighthouse)
    await stream.firstValue(
      ({ path, value }) => path === `${coursePath}.nextPoint.distance` && value !== null,
    )
    // Two positions in a short time: the server learns the interval, and detects silence by it.
    for (let count = 0; count < 3; count++) await placeBoat(boat.url, home)
    await stream.firstValue(
      ({ path, value }) => path === `${coursePath}.nextPoint.distance` && value === null,
    )
    await stream.firstValue(({ path, value }) => path === `${coursePath}.crossTrackError` && value === null)
    assert.deepEqual(stream.valuesAt(`${coursePath}.nextPoint.position`).at(-1), lighthouse.position)
    await mustCourse(boat.url, 'DELETE course')
  })

  test(
    'a leg change waits for the crew, who is notified; the active route cannot be removed',
    limit,
    async () => {
      await using stream = await StreamListener.open(boat.url)
      await placeBoat(boat.url, home)
      const { course } = await mustCourse<CourseCompleted>(boat.url, 'PUT course/route', { id: route.id })
      assert.deepEqual(course.route, { id: route.id, name: 'Home', leg: 1 })
      assertProblem(await askCourse(boat.url, `DELETE routes/${route.id}`), 'route-in-use')
      await placeBoat(boat.url, at(60.1, 20))
      const waiting = await stream.firstAt(arrivalPath)
      const { state, message } = waiting.value as Notification
      assert.equal(state, 'warn')
      assert.match(
        message,
        /Point 2 of 3 of Home is reached\. The next leg turns 90° to starboard, to 090° true/,
      )
      assert.equal((await courseOf(boat.url)).isWaiting, true)
      const next = await stream.firstValue(
        ({ path, value }) => path === `${coursePath}.nextLeg` && value !== null,
      )
      assert.equal((next.value as NextLeg).leg, 2)
      assertProblem(await askCourse(boat.url, 'POST course/advance?leg=x'), 'invalid-query')
      assertProblem(await askCourse(boat.url, 'POST course/advance?leg=1&leg=2'), 'invalid-query')
      const advanced = await mustCourse<CourseCompleted>(boat.url, 'POST course/advance?leg=2')
      assert.deepEqual([advanced.course.route?.leg, advanced.course.isWaiting], [2, false])
      assert.deepEqual(await mustCourse(boat.url, 'POST course/advance?leg=2'), advanced)
      await stream.firstValue(({ path, value }) => path === `${coursePath}.nextLeg` && value === null)
      await stream.firstValue(
        ({ path, value }) => path === arrivalPath && (value as Notification).state === 'normal',
      )
      assertProblem(await askCourse(boat.url, 'POST course/advance'), 'no-next-leg')
      await placeBoat(boat.url, at(60.1, 20.2))
      const end = await stream.firstValue(
        ({ path, value }) => path === arrivalPath && (value as Notification).state === 'alert',
      )
      assert.equal((end.value as Notification).message, 'Point 3 of 3 of Home is reached')
      await mustCourse(boat.url, 'DELETE course')
      await mustCourse(boat.url, `DELETE routes/${route.id}`)
    },
  )
})

const isOnDisk = (folder: string, alerts: readonly Alert[]): boolean => {
  using database = new DatabaseSync(join(folder, 'marinedata.db'), { readOnly: true })
  const count = database.prepare('SELECT count(*) AS count FROM alert').get()
  return Number(count?.['count']) === alerts.length
}

test('after a kill, the routes, the course and the pending leg change exist', limit, async () => {
  await using folder = await temporaryFolder()
  const stood = await (async () => {
    await using server = await startCli({ folder: folder.path })
    const { id } = await drawRoute(server.url, points)
    await drawRoute(server.url, points, 'Another')
    await placeBoat(server.url, home)
    await mustCourse(server.url, 'PUT course/route', { id })
    await using stream = await StreamListener.open(server.url)
    await placeBoat(server.url, at(60.1, 20))
    await stream.firstAt(arrivalPath)
    const seen = {
      course: await courseOf(server.url),
      routes: await mustCourse(server.url, 'GET routes'),
      alerts: await mustAlerts<Alert[]>(server.url, 'GET'),
    }
    // An alert is published first and written right after.
    while (!isOnDisk(folder.path, seen.alerts)) await sleep(10)
    await server.end('SIGKILL')
    return seen
  })()
  assert.equal(stood.course.isWaiting, true)
  await using again = await startCli({ folder: folder.path })
  assert.deepEqual(await courseOf(again.url), stood.course)
  assert.deepEqual(await mustCourse(again.url, 'GET routes'), stood.routes)
  assert.deepEqual(await mustAlerts(again.url, 'GET'), stood.alerts)
  // Without a position the course is published, but no derived values.
  await using stream = await StreamListener.open(again.url)
  assert.deepEqual((await stream.firstAt(`${coursePath}.nextPoint.position`)).value, at(60.1, 20))
  assert.equal((await stream.firstAt(`${coursePath}.crossTrackError`)).value, null)
  const { course } = await mustCourse<CourseCompleted>(again.url, 'POST course/advance')
  assert.equal(course.route?.leg, 2)
})

suite('on a boat with a crew', { concurrency: 1 }, () => {
  let crew: Crew
  before(async () => {
    crew = await Crew.start()
  })
  after(() => crew[Symbol.asyncDispose]())

  test(
    'every role reads the course; only the helm role sets it, and the audit has the person',
    limit,
    async () => {
      const body = { name: 'Home', points }
      for (const kind of ['viewer', 'crew', 'helm', 'owner'] as const) {
        assert.equal((await crew.ask(kind, `GET ${routesApi}`)).status, 200)
        assert.equal((await crew.ask(kind, `GET ${courseApi}`)).status, 200)
      }
      for (const kind of ['viewer', 'crew', 'device'] as const) {
        assertProblem(await crew.ask(kind, `POST ${routesApi}`, { body }), 'forbidden')
        assertProblem(await crew.ask(kind, `DELETE ${courseApi}`), 'forbidden')
      }
      assert.equal((await crew.ask('helm', `POST ${routesApi}`, { body })).status, 200)
      const audit = await crew.must<AuditEvent[]>(`GET ${accessApi}/audit?kind=course`)
      assert.deepEqual(
        audit.map(({ operation, actor }) => [operation, actor.name]),
        [['route-made', 'the-helm']],
      )
    },
  )
})
