import { MarineDataError, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, by, CourseFixture } from '#testing/course-fixture.ts'

const isProblem =
  (code: ProblemCode) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code

const points = [at(60, 20), at(61, 20)]

test('creates, finds, changes and removes a route, and restores routes after a restart', async () => {
  const boat = new CourseFixture()
  const created = await boat.draw(points, 'Home')
  assert.deepEqual(boat.routes.find(created.id), { id: created.id, name: 'Home', points })
  const changed = await boat.routes.change(created.id, { name: 'Away', points }, by)
  assert.deepEqual(new CourseFixture(boat.store).routes.list(), [changed])
  assert.deepEqual(await boat.routes.remove(created.id, by), changed)
  assert.deepEqual(boat.routes.list(), [])
  assert.deepEqual(new CourseFixture(boat.store).routes.list(), [])
  assert.throws(() => boat.routes.find(created.id), isProblem('route-not-found'))
  for (const ask of [
    () => boat.routes.change(created.id, changed, by),
    () => boat.routes.remove(created.id, by),
  ])
    await assert.rejects(ask, isProblem('route-not-found'))
})

test('rejects a 201st route until one is removed', async () => {
  const boat = new CourseFixture()
  for (let count = 0; count < 200; count++) await boat.draw(points)
  await assert.rejects(() => boat.draw(points), isProblem('storage-full'))
  await boat.routes.remove('route-7', by)
  await boat.draw(points)
  assert.equal(boat.routes.list().length, 200)
})

test('rejects the removal of the active route until the course ends', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw(points)
  await boat.navigator.follow(id, by)
  await assert.rejects(() => boat.routes.remove(id, by), isProblem('route-in-use'))
  await boat.navigator.end(by)
  await boat.routes.remove(id, by)
})

test('reports every change with its id and the next revision, and no failed one', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw(points)
  await boat.routes.change(id, { name: 'Away', points }, by)
  await boat.navigator.follow(id, by)
  await assert.rejects(() => boat.routes.remove(id, by), isProblem('route-in-use'))
  await boat.navigator.end(by)
  await boat.routes.remove(id, by)
  assert.deepEqual(boat.routeChanges, [
    { revision: 1, id, change: 'made' },
    { revision: 2, id, change: 'changed' },
    { revision: 3, id, change: 'removed' },
  ])
})

test('a failed write changes nothing', async () => {
  const boat = new CourseFixture()
  const { id } = await boat.draw(points)
  boat.store.isFull = true
  await assert.rejects(() => boat.draw(points), isProblem('storage-full'))
  await assert.rejects(() => boat.routes.remove(id, by), isProblem('storage-full'))
  assert.equal(boat.routes.list().length, 1)
})

test('stores waypoints like routes, up to the limit', async () => {
  const boat = new CourseFixture()
  const created = await boat.waypoints.create({ name: 'Good holding', position: at(60, 20) }, by)
  assert.deepEqual(await boat.waypoints.change(created.id, { ...created, name: 'Rocks' }, by), {
    ...created,
    name: 'Rocks',
  })
  for (const name of ['Two', 'Three']) await boat.waypoints.create({ name, position: at(60, 21) }, by)
  await assert.rejects(
    () => boat.waypoints.create({ name: 'Four', position: at(60, 22) }, by),
    isProblem('storage-full'),
  )
  await boat.waypoints.remove(created.id, by)
  assert.throws(() => boat.waypoints.find(created.id), isProblem('waypoint-not-found'))
  assert.deepEqual(
    new CourseFixture(boat.store).waypoints.list().map(({ name }) => name),
    ['Two', 'Three'],
  )
  assert.deepEqual(
    boat.store.events.map(({ operation }) => operation),
    ['waypoint-made', 'waypoint-changed', 'waypoint-made', 'waypoint-made', 'waypoint-removed'],
  )
})
