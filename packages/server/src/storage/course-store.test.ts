import type { StoredCourse } from '@marinedata/core'
import type { Route } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'

const place = { latitude: 60, longitude: 20 }
const route = (id: string, name = 'Home'): Route => ({
  id,
  name,
  points: [place, { ...place, latitude: 61 }],
})
const course: StoredCourse = {
  aim: { kind: 'route', id: 'a', leg: 1 },
  start: place,
  reached: { position: place, how: 'abeam' },
}
const event = {
  deed: 'route-made',
  who: 'Anna',
  from: '10.0.0.5',
  at: '2026-01-01T00:00:01.000Z',
  subject: 'a',
} as const

test('returns routes in the order of their creation, also after changes', () => {
  using store = new BoatStore(undefined)
  const { routes } = store.course
  for (const id of ['b', 'a', 'c']) void routes.put(route(id), event)
  void routes.put(route('b', 'Away'), event)
  void routes.remove('c', event)
  assert.deepEqual(routes.all(), [route('b', 'Away'), route('a')])
})

test('stores waypoints separately from routes', () => {
  using store = new BoatStore(undefined)
  const waypoint = { id: 'a', name: 'Good holding', position: place }
  void store.course.waypoints.put(waypoint, { ...event, deed: 'waypoint-made' })
  assert.deepEqual(store.course.waypoints.all(), [waypoint])
  assert.deepEqual(store.course.routes.all(), [])
})

test('stores at most one course', () => {
  using store = new BoatStore(undefined)
  assert.equal(store.course.course(), null)
  void store.course.write({ aim: { kind: 'point', position: place }, start: place, reached: null })
  void store.course.write(course)
  assert.deepEqual(store.course.course(), course)
  void store.course.write(null)
  assert.equal(store.course.course(), null)
})

test('writes audit entries in the same transaction', () => {
  using store = new BoatStore(undefined)
  void store.course.routes.put(route('a'), event)
  const [entry] = store.audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER, kind: 'course' })
  const { number, previous, hash } = entry ?? assert.fail('Nothing was recorded')
  assert.deepEqual(entry, { ...event, kind: 'course', number, previous, hash })
  assert.equal(store.audit.findBreak(), undefined)
})
