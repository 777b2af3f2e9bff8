import { MarineDataError, type NextLeg, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, by, MemoryCourseStore, TrialCourse } from './trial-course.ts'

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

test('without a course nothing is told at all', async () => {
  const boat = new TrialCourse()
  boat.sail(at(60, 20))
  assert.deepEqual([boat.navigator.course, boat.published, boat.told], [none, 0, []])
})

test('go-to leads from here to there, and says how far, which way and how far off the line', async () => {
  const boat = new TrialCourse()
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
    [undefined, 'm', 'rad', undefined],
    'described once',
  )
})

test('without a fresh position there is no course to begin', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw([at(60, 20), at(61, 20)])
  boat.position = null
  await assert.rejects(() => boat.navigator.goTo({ position: at(61, 20) }, by), isProblem('input-stale'))
  await assert.rejects(() => boat.navigator.follow(id, by), isProblem('input-stale'))
  assert.deepEqual(boat.navigator.course, none)
})

test('when the position is lost, what depends on it is not available; where to go is still known', async () => {
  const boat = new TrialCourse()
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

test('at the destination the crew is told once, and until the course is another', async () => {
  const boat = new TrialCourse()
  await boat.navigator.goTo({ position: at(61, 20), name: 'Lighthouse' }, by)
  boat.sail(at(61 - 0.11 * mile, 20))
  assert.deepEqual(boat.told, [])
  boat.sail(at(61 - 0.09 * mile, 20))
  assert.deepEqual(boat.told, [{ state: 'alert', method: ['visual'], message: 'Lighthouse is reached' }])
  boat.sail(at(60.9, 20))
  assert.equal(boat.told.length, 1)
  assert.equal(boat.navigator.course.isWaiting, false)
  await boat.navigator.end(by)
  assert.deepEqual([boat.alert?.state, boat.navigator.course], ['normal', none])
  assert.equal(boat.value('nextPoint.position'), null)
  assert.equal(boat.value('crossTrackError'), null)
})

test('a point that is passed abeam is behind, however far off', async () => {
  const boat = new TrialCourse()
  await boat.navigator.goTo({ position: at(61, 20) }, by)
  boat.sail(at(60.999, 20.1))
  assert.deepEqual(boat.told, [])
  boat.sail(at(61.001, 20.1))
  assert.equal(boat.alert?.message, 'The destination is abeam')
})

test('a route leads to its first point, then along its legs', async () => {
  const boat = new TrialCourse()
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

test('a route that begins where the boat is begins with its first leg', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw([at(60, 20), at(61, 20)])
  const { route, start } = await boat.navigator.follow(id, by)
  assert.deepEqual([route?.leg, start], [1, at(60, 20)])
})

test('the next leg begins by itself when that is hardly a turn, and the crew is told for half a minute', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(61, 20.15)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  const { route, start, isWaiting } = boat.navigator.course
  assert.deepEqual([route?.leg, start, isWaiting], [2, at(60.5, 20), false])
  assert.deepEqual(boat.alert, {
    state: 'alert',
    method: ['visual'],
    message: 'Point 2 of 3 of Round the island is reached. On to the next, 008° true',
  })
  assert.deepEqual(boat.value('nextPoint.position'), at(61, 20.15), 'and the values are those of the new leg')
  boat.clock.advance(29_000)
  boat.navigator.watch()
  assert.equal(boat.told.length, 1)
  boat.sail(at(60.55, 20.01))
  assert.equal(boat.alert?.state, 'normal')
})

test('it never turns by itself: the turn waits, however long, until someone advances', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(60.5, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  assert.deepEqual([boat.alert?.state, boat.alert?.method], ['warn', ['visual', 'sound']])
  assert.match(
    boat.alert?.message ?? '',
    /^Point 2 of 3 of Round the island is reached\. The next leg turns 90° to starboard, to 090° true: it waits/,
  )
  for (let seconds = 0; seconds < 600; seconds++) boat.sail(at(60.5 + seconds * 1e-5, 20))
  const { route, isWaiting } = boat.navigator.course
  assert.deepEqual([route?.leg, isWaiting, boat.told.length], [1, true, 1])
  assert.equal((await boat.navigator.advance(by)).isWaiting, false)
  assert.equal(boat.alert?.state, 'normal')
})

test('every screen can tell what waits: from which course to which, by how much, and to where', async () => {
  const boat = new TrialCourse()
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
  assert.notEqual(boat.value('nextLeg'), null, 'it waits on, also for a boat that has lost its position')
  await boat.navigator.advance(by)
  assert.equal(boat.value('nextLeg'), null)
  boat.sail(at(60.5, 19))
  await boat.navigator.end(by)
  assert.equal(boat.value('nextLeg'), null)
})

test('whoever decides the same turn on two screens leaves no leg out', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(60.5, 21), at(60, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  assert.equal((await boat.navigator.advance(by, 2)).route?.leg, 2)
  assert.equal((await boat.navigator.advance(by, 2)).route?.leg, 2)
  await assert.rejects(() => boat.navigator.advance(by, 1), isProblem('no-next-leg'))
  await assert.rejects(() => boat.navigator.advance(by, 4), isProblem('no-next-leg'))
  assert.equal(boat.navigator.course.route?.leg, 2)
  assert.equal(boat.store.deeds.filter(({ deed }) => deed === 'leg-advanced').length, 1)
})

test('eleven degrees are a turn, nine are not', async () => {
  for (const [turn, leg] of [
    [9, 2],
    [11, 1],
  ] as const) {
    const boat = new TrialCourse()
    boat.position = at(0, 0)
    const { id } = await boat.draw([at(0, 0), at(0.5, 0), at(1, 0.5 * Math.tan((turn * Math.PI) / 180))])
    await boat.navigator.follow(id, by)
    boat.sail(at(0.5, 0))
    assert.equal(boat.navigator.course.route?.leg, leg, `${turn}°`)
  }
})

test('a restart changes nothing: same course, same wait, and nobody is told twice', async () => {
  const store = new MemoryCourseStore()
  const before = new TrialCourse(store)
  const { id } = await before.draw([at(60, 20), at(60.5, 20), at(60.5, 21)])
  await before.navigator.follow(id, by)
  before.sail(at(60.5, 20))
  await Promise.resolve()
  const after = new TrialCourse(store, 'warn')
  assert.deepEqual(after.navigator.course, before.navigator.course)
  after.sail(null)
  assert.deepEqual(after.alert, before.alert)
  assert.deepEqual(after.value('nextPoint.position'), at(60.5, 20))
})

test('what stood before a restart, and is no longer so, is taken back', async () => {
  const boat = new TrialCourse(undefined, 'warn')
  boat.sail(at(60, 20))
  assert.equal(boat.alert?.state, 'normal')
})

test('what cannot be read, or leads by a route that is gone, is no course', async () => {
  const nonsense = [
    { aim: { kind: 'route', id: 'gone', leg: 0 }, start: at(1, 1), reached: null },
    { aim: { kind: 'point', position: { latitude: 1 } }, start: at(1, 1), reached: null },
    'nonsense',
  ]
  for (const kept of nonsense) {
    const store = new MemoryCourseStore()
    store.spoil(kept)
    assert.deepEqual(new TrialCourse(store).navigator.course, none)
  }
})

test('whoever draws the sailed route anew changes where the boat goes', async () => {
  const boat = new TrialCourse()
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
  assert.equal(boat.navigator.course.route?.leg, 1, 'the last that there is')
})

test('a full disk keeps nobody from going on, but nobody is promised anything', async () => {
  const boat = new TrialCourse()
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

test('a destination where the boat is already is reached at once', async () => {
  const boat = new TrialCourse()
  await boat.navigator.goTo({ position: at(60, 20) }, by)
  assert.equal(boat.alert?.state, 'alert')
  assert.equal(boat.value('crossTrackError'), null)
  assert.equal(boat.value('bearingTrackTrue'), null)
})

test('over the date line it is as anywhere', async () => {
  const boat = new TrialCourse()
  boat.position = at(0, 179.9)
  await boat.navigator.goTo({ position: at(0, -179.9) }, by)
  boat.sail(at(-0.1 * mile, 180))
  isClose(boat.value('crossTrackError'), 0.1 * minute, 0.1)
  isClose(boat.value('nextPoint.distance'), 6 * minute, 2)
  boat.sail(at(0, -179.9))
  assert.equal(boat.alert?.message, 'The destination is reached')
})

test('who did what is written down, and what the boat did by itself is not a deed', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20), at(61, 20), at(61, 21)])
  await boat.navigator.follow(id, by)
  boat.sail(at(60.5, 20))
  await boat.navigator.advance(by)
  await boat.navigator.goTo({ position: at(1, 2) }, by)
  await boat.navigator.end(by)
  await boat.navigator.end(by)
  assert.deepEqual(
    boat.store.deeds.map(({ deed, who, subject }) => [deed, who, subject]),
    [
      ['route-made', 'Anna', id],
      ['route-followed', 'Anna', id],
      ['leg-advanced', 'Anna', 'Point 3 of 4 of Round the island'],
      ['destination-set', 'Anna', '1 2'],
      ['course-ended', 'Anna', 'course'],
    ],
  )
})
