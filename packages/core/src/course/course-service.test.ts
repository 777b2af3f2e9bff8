import {
  checkOf,
  CourseGuidance,
  MarineDataError,
  noCourseGuidance,
  type NextLeg,
  type ProblemCode,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, by, MemoryCourseStore, CourseFixture } from '#testing/course-fixture.ts'

const isProblem =
  (code: ProblemCode) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code

const isClose = (actual: unknown, expected: number, within: number): void => {
  assert.ok(typeof actual === 'number' && Math.abs(actual - expected) <= within, String(actual))
}

const none = { destination: null, route: null, start: null, isWaiting: false }
const mile = 1 / 60
const minute = 1_853.25

test('publishes nothing without a course', async () => {
  const boat = new CourseFixture()
  boat.sail(at(60, 20))
  assert.deepEqual([boat.navigator.course, boat.published, boat.conditions], [none, 0, []])
})

test('goTo sets a course from the present position and publishes distance, bearing and cross-track error', async () => {
  const boat = new CourseFixture()
  const destination = { position: at(61, 20), name: 'Lighthouse' }
  assert.deepEqual(await boat.navigator.goTo(destination, by), {
    destination,
    route: null,
    start: at(60, 20),
    isWaiting: false,
  })
  isClose(boat.value('nextPoint.distance'), 60 * minute, 10)
  isClose(boat.value('crossTrackError'), 0, 1e-6)
  boat.sail(at(60.5, 20 + 2 * mile))
  isClose(boat.value('crossTrackError'), minute * 0.985, 5)
  isClose(boat.value('nextPoint.distance'), 30 * minute, 40)
  isClose(boat.value('nextPoint.bearingTrue'), 2 * Math.PI - 0.0328, 1e-3)
  isClose(boat.value('bearingTrackTrue'), 0, 1e-9)
  isClose(boat.value('previousPoint.distance'), 30 * minute, 40)
  assert.deepEqual(boat.value('previousPoint.position'), at(60, 20))
  assert.deepEqual(boat.value('nextPoint.position'), at(61, 20))
  assert.deepEqual(
    boat.metadata.map(({ value }) => value.units),
    [undefined, 'm', 'rad', 'm/s', 's', undefined, undefined, undefined],
    'described once',
  )
})

test('rejects a course without a fresh position', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(61, 20)])
  boat.position = null
  await assert.rejects(() => boat.navigator.goTo({ position: at(61, 20) }, by), isProblem('input-stale'))
  await assert.rejects(() => boat.navigator.follow(id, by), isProblem('input-stale'))
  assert.deepEqual(boat.navigator.course, none)
})

test('publishes null for values that depend on the position when it is lost; the destination stays', async () => {
  const boat = new CourseFixture()
  await boat.navigator.goTo({ position: at(61, 20) }, by)
  boat.sail(null)
  for (const name of [
    'crossTrackError',
    'nextPoint.distance',
    'nextPoint.bearingTrue',
    'previousPoint.distance',
  ])
    assert.equal(boat.value(name), null, name)
  assert.deepEqual(boat.value('nextPoint.position'), at(61, 20))
  boat.sail(at(60.1, 20))
  isClose(boat.value('nextPoint.distance'), 54 * minute, 10)
})

test('raises the arrival alert once, until the course changes', async () => {
  const boat = new CourseFixture()
  await boat.navigator.goTo({ position: at(61, 20), name: 'Lighthouse' }, by)
  boat.sail(at(61 - 0.11 * mile, 20))
  assert.deepEqual(boat.conditions, [])
  boat.sail(at(61 - 0.09 * mile, 20))
  assert.deepEqual(boat.conditions, [
    { state: 'alert', method: ['visual'], message: 'Lighthouse is reached' },
  ])
  boat.sail(at(60.9, 20))
  assert.equal(boat.conditions.length, 1)
  assert.equal(boat.navigator.course.isWaiting, false)
  await boat.navigator.end(by)
  assert.deepEqual([boat.alert?.state, boat.navigator.course], ['normal', none])
  assert.equal(boat.value('nextPoint.position'), null)
  assert.equal(boat.value('crossTrackError'), null)
})

test('a point that is passed abeam is reached at any distance', async () => {
  const boat = new CourseFixture()
  await boat.navigator.goTo({ position: at(61, 20) }, by)
  boat.sail(at(60.999, 20.1))
  assert.deepEqual(boat.conditions, [])
  boat.sail(at(61.001, 20.1))
  assert.equal(boat.alert?.message, 'The destination is abeam')
})

test('a route starts at its first point and continues with its legs', async () => {
  const boat = new CourseFixture()
  const { id, name } = await boat.draw([at(60.5, 20), at(61, 20)])
  const course = await boat.navigator.follow(id, by)
  assert.deepEqual(course, {
    destination: { position: at(60.5, 20) },
    route: { id, name, leg: 0 },
    start: at(60, 20),
    isWaiting: false,
  })
  const next = await boat.navigator.advance(by)
  assert.deepEqual([next.route?.leg, next.start, next.destination?.position], [1, at(60.5, 20), at(61, 20)])
  await assert.rejects(() => boat.navigator.advance(by), isProblem('no-next-leg'))
})

test('a route starts with its first leg when the boat is at its first point', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(61, 20)])
  const { route, start } = await boat.navigator.follow(id, by)
  assert.deepEqual([route?.leg, start], [1, at(60, 20)])
})

test('starts the next leg automatically after a small turn, with an alert for 30 seconds', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(61, 20.15)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  const { route, start, isWaiting } = boat.navigator.course
  assert.deepEqual([route?.leg, start, isWaiting], [2, at(60.5, 20), false])
  assert.deepEqual(boat.alert, {
    state: 'alert',
    method: ['visual'],
    message: 'Point 2 of 3 of Round the island is reached. Next leg started: 008° true',
  })
  assert.deepEqual(boat.value('nextPoint.position'), at(61, 20.15), 'the values are those of the new leg')
  boat.clock.advance(29_000)
  boat.navigator.watch()
  assert.equal(boat.conditions.length, 1)
  boat.sail(at(60.55, 20.01))
  assert.equal(boat.alert?.state, 'normal')
})

test('never starts a turn automatically: the next leg waits until the crew advances', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(60.5, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  assert.deepEqual([boat.alert?.state, boat.alert?.method], ['warn', ['visual', 'sound']])
  assert.match(
    boat.alert?.message ?? '',
    /^Point 2 of 3 of Round the island is reached\. The next leg turns 90° to starboard, to 090° true\. Advance to start it$/,
  )
  for (let seconds = 0; seconds < 600; seconds++) boat.sail(at(60.5 + seconds * 1e-5, 20))
  const { route, isWaiting } = boat.navigator.course
  assert.deepEqual([route?.leg, isWaiting, boat.conditions.length], [1, true, 1])
  assert.equal((await boat.navigator.advance(by)).isWaiting, false)
  assert.equal(boat.alert?.state, 'normal')
})

test('publishes the waiting next leg with its courses, turn and position', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(60.5, 19), at(60, 19)])
  await boat.navigator.follow(id, by)
  assert.equal(boat.value('nextLeg'), null)
  boat.sail(at(60.5, 20))
  const { from, to, turn, ...rest } = boat.value('nextLeg') as NextLeg
  assert.deepEqual(rest, { route: 'Round the island', leg: 2, points: 4, position: at(60.5, 19) })
  isClose(from, 0, 1e-9)
  isClose(to, 1.5 * Math.PI, 0.01)
  isClose(turn, -0.5 * Math.PI, 0.01)
  boat.sail(null)
  assert.notEqual(boat.value('nextLeg'), null, 'it still waits when the position is lost')
  await boat.navigator.advance(by)
  assert.equal(boat.value('nextLeg'), null)
  boat.sail(at(60.5, 19))
  await boat.navigator.end(by)
  assert.equal(boat.value('nextLeg'), null)
})

test('advancing to the same leg on two clients skips no leg', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(60.5, 21), at(60, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  assert.equal((await boat.navigator.advance(by, 2)).route?.leg, 2)
  assert.equal((await boat.navigator.advance(by, 2)).route?.leg, 2)
  await assert.rejects(() => boat.navigator.advance(by, 1), isProblem('no-next-leg'))
  await assert.rejects(() => boat.navigator.advance(by, 4), isProblem('no-next-leg'))
  assert.equal(boat.navigator.course.route?.leg, 2)
  assert.equal(boat.store.events.filter(({ operation }) => operation === 'leg-advanced').length, 1)
})

test('a turn of 11° waits, a turn of 9° starts automatically', async () => {
  for (const [turn, leg] of [
    [9, 2],
    [11, 1],
  ] as const) {
    const boat = new CourseFixture()
    boat.position = at(0, 0)
    const { id } = await boat.draw([at(0, 0), at(0.5, 0), at(1, 0.5 * Math.tan((turn * Math.PI) / 180))])
    await boat.navigator.follow(id, by)
    boat.sail(at(0.5, 0))
    assert.equal(boat.navigator.course.route?.leg, leg, `${turn}°`)
  }
})

test('a restart restores course and waiting state without a second alert', async () => {
  const store = new MemoryCourseStore()
  const before = new CourseFixture(store)
  const { id } = await before.draw([at(60, 20), at(60.5, 20), at(60.5, 21)])
  await before.navigator.follow(id, by)
  before.sail(at(60.5, 20))
  await Promise.resolve()
  const after = new CourseFixture(store, 'warn')
  assert.deepEqual(after.navigator.course, before.navigator.course)
  after.sail(null)
  assert.deepEqual(after.alert, before.alert)
  assert.deepEqual(after.value('nextPoint.position'), at(60.5, 20))
})

test('ends an alert of an earlier process that no longer applies', async () => {
  const boat = new CourseFixture(undefined, 'warn')
  boat.sail(at(60, 20))
  assert.equal(boat.alert?.state, 'normal')
})

test('ignores a stored course that is invalid or whose route is missing', async () => {
  const nonsense = [
    { aim: { kind: 'route', id: 'gone', leg: 0 }, start: at(1, 1), reached: null },
    { aim: { kind: 'point', position: { latitude: 1 } }, start: at(1, 1), reached: null },
    'nonsense',
  ]
  for (const stored of nonsense) {
    const store = new MemoryCourseStore()
    store.spoil(stored)
    assert.deepEqual(new CourseFixture(store).navigator.course, none)
  }
})

test('changing the active route changes the course', async () => {
  const boat = new CourseFixture()
  const { id, name } = await boat.draw([at(60, 20), at(60.5, 20), at(60.5, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  assert.equal(boat.navigator.course.isWaiting, true)
  await boat.routes.change(id, { name, points: [at(60, 20), at(60.7, 20), at(60.5, 21)] }, by)
  boat.sail(at(60.5, 20))
  const { destination, isWaiting } = boat.navigator.course
  assert.deepEqual([destination?.position, isWaiting, boat.alert?.state], [at(60.7, 20), false, 'normal'])
  await boat.navigator.advance(by)
  await boat.routes.change(id, { name, points: [at(60, 20), at(60.8, 20)] }, by)
  assert.equal(boat.navigator.course.route?.leg, 1, 'the last leg of the shorter route')
})

test('a full disk does not stop the automatic next leg, but rejects commands', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(61, 20)])
  await boat.navigator.follow(id, by)
  boat.store.isFull = true
  boat.sail(at(60.5, 20))
  assert.equal(boat.navigator.course.route?.leg, 2)
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  assert.equal(boat.faults.length, 1)
  await assert.rejects(() => boat.navigator.end(by), isProblem('storage-full'))
  assert.equal(boat.navigator.course.route?.leg, 2)
})

test('a destination at the boat’s position is reached immediately', async () => {
  const boat = new CourseFixture()
  await boat.navigator.goTo({ position: at(60, 20) }, by)
  assert.equal(boat.alert?.state, 'alert')
  assert.equal(boat.value('crossTrackError'), null)
  assert.equal(boat.value('bearingTrackTrue'), null)
})

test('works across the date line', async () => {
  const boat = new CourseFixture()
  boat.position = at(0, 179.9)
  await boat.navigator.goTo({ position: at(0, -179.9) }, by)
  boat.sail(at(-0.1 * mile, 180))
  isClose(boat.value('crossTrackError'), 0.1 * minute, 0.1)
  isClose(boat.value('nextPoint.distance'), 6 * minute, 2)
  boat.sail(at(0, -179.9))
  assert.equal(boat.alert?.message, 'The destination is reached')
})

test('records changes by the crew in the audit, but not automatic ones', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(61, 20), at(61, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  await boat.navigator.advance(by)
  await boat.navigator.goTo({ position: at(1, 2) }, by)
  await boat.navigator.end(by)
  await boat.navigator.end(by)
  assert.deepEqual(
    boat.store.events.map(({ operation, actor, subject }) => [operation, actor.name, subject]),
    [
      ['route-made', 'Anna', id],
      ['route-followed', 'Anna', id],
      ['leg-advanced', 'Anna', 'Point 3 of 4 of Round the island'],
      ['destination-set', 'Anna', '1 2'],
      ['course-ended', 'Anna', 'course'],
    ],
  )
})

test('publishes guidance for autopilots: leg, waypoint and course to steer from one position', async () => {
  const boat = new CourseFixture()
  const { id, name } = await boat.draw([at(60, 20), at(60.5, 20), at(60.5, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.25, 20.001))
  const guidance = boat.value('guidance') as CourseGuidance
  assert.deepEqual(checkOf(CourseGuidance).faults(guidance), [])
  assert.equal(guidance, boat.navigator.guidance)
  assert.ok(guidance.status === 'live')
  assert.deepEqual(guidance.route, { id, name, points: 3 })
  assert.deepEqual(guidance.origin, at(60, 20))
  assert.deepEqual(guidance.waypoint, { name: `${name} 2/3`, number: 2, position: at(60.5, 20) })
  assert.deepEqual(guidance.nextWaypoint, { name: `${name} 3/3`, number: 3, position: at(60.5, 21) })
  isClose(guidance.legBearing, 0, 1e-9)
  isClose(guidance.crossTrack, 55.2, 0.2)
  assert.equal(guidance.crossTrack, boat.value('crossTrackError'))
  assert.equal(guidance.distance, boat.value('nextPoint.distance'))
  assert.equal(guidance.bearing, boat.value('nextPoint.bearingTrue'))
  isClose(guidance.courseToSteer, 2 * Math.PI - Math.atan2(55.2, 150), 1e-3)
  assert.equal(guidance.isArrived, false)
})

test('past the last point the guidance leads on along the leg and not back', async () => {
  const boat = new CourseFixture()
  await boat.navigator.goTo({ position: at(61, 20), name: 'Lighthouse' }, by)
  boat.sail(at(61.1, 20))
  const { guidance } = boat.navigator
  assert.ok(guidance.status === 'live' && guidance.isArrived)
  isClose(guidance.courseToSteer, 0, 1e-9)
  isClose(guidance.bearing, Math.PI, 1e-9)
  assert.deepEqual(guidance.waypoint, { name: 'Lighthouse', number: 1, position: at(61, 20) })
})

test('guidance is invalid without a position, without a leg and after the end of the course', async () => {
  const boat = new CourseFixture()
  assert.deepEqual(boat.navigator.guidance, noCourseGuidance)
  await boat.navigator.goTo({ position: at(61, 20) }, by)
  boat.sail(null)
  assert.deepEqual(boat.value('guidance'), { status: 'invalid', reason: 'no-position' })
  boat.sail(at(60, 20))
  assert.equal(boat.navigator.guidance.status, 'live')
  await boat.navigator.goTo({ position: at(60, 20) }, by)
  assert.deepEqual(boat.value('guidance'), { status: 'invalid', reason: 'no-leg' })
  await boat.navigator.end(by)
  assert.deepEqual([boat.value('guidance'), boat.navigator.guidance], [noCourseGuidance, noCourseGuidance])
})
