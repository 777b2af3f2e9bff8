import { MarineDataError, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, by, TrialCourse } from './trial-course.ts'

const isProblem =
  (code: ProblemCode) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code

const points = [at(60, 20), at(61, 20)]

test('a route is made, found, changed and removed, and there again after a restart', async () => {
  const boat = new TrialCourse()
  const made = await boat.draw(points, 'Home')
  assert.deepEqual(boat.routes.find(made.id), { id: made.id, name: 'Home', points })
  const changed = await boat.routes.change(made.id, { name: 'Away', points }, by)
  assert.deepEqual(new TrialCourse(boat.store).routes.list(), [changed])
  assert.deepEqual(await boat.routes.remove(made.id, by), changed)
  assert.deepEqual(boat.routes.list(), [])
  assert.deepEqual(new TrialCourse(boat.store).routes.list(), [])
  assert.throws(() => boat.routes.find(made.id), isProblem('route-not-found'))
  for (const ask of [() => boat.routes.change(made.id, changed, by), () => boat.routes.remove(made.id, by)])
    await assert.rejects(ask, isProblem('route-not-found'))
})

test('the two hundred and first route finds no room, until another goes', async () => {
  const boat = new TrialCourse()
  for (let count = 0; count < 200; count++) await boat.draw(points)
  await assert.rejects(() => boat.draw(points), isProblem('storage-full'))
  await boat.routes.remove('route-7', by)
  await boat.draw(points)
  assert.equal(boat.routes.list().length, 200)
})

test('the route that is sailed is not removed; when the course is over it is', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw(points)
  await boat.navigator.follow(id, by)
  await assert.rejects(() => boat.routes.remove(id, by), isProblem('route-in-use'))
  await boat.navigator.end(by)
  await boat.routes.remove(id, by)
})

test('what is not on disk was not done', async () => {
  const boat = new TrialCourse()
  const { id } = await boat.draw(points)
  boat.store.isFull = true
  await assert.rejects(() => boat.draw(points), isProblem('storage-full'))
  await assert.rejects(() => boat.routes.remove(id, by), isProblem('storage-full'))
  assert.equal(boat.routes.list().length, 1)
})

test('a waypoint is kept as a route is, until there are too many', async () => {
  const boat = new TrialCourse()
  const made = await boat.waypoints.make({ name: 'Good holding', position: at(60, 20) }, by)
  assert.deepEqual(await boat.waypoints.change(made.id, { ...made, name: 'Rocks' }, by), {
    ...made,
    name: 'Rocks',
  })
  for (const name of ['Two', 'Three']) await boat.waypoints.make({ name, position: at(60, 21) }, by)
  await assert.rejects(
    () => boat.waypoints.make({ name: 'Four', position: at(60, 22) }, by),
    isProblem('storage-full'),
  )
  await boat.waypoints.remove(made.id, by)
  assert.throws(() => boat.waypoints.find(made.id), isProblem('waypoint-not-found'))
  assert.deepEqual(
    new TrialCourse(boat.store).waypoints.list().map(({ name }) => name),
    ['Two', 'Three'],
  )
  assert.deepEqual(
    boat.store.deeds.map(({ deed }) => deed),
    ['waypoint-made', 'waypoint-changed', 'waypoint-made', 'waypoint-made', 'waypoint-removed'],
  )
})
