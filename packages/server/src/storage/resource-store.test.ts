import type { Route, Waypoint } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'
import { person } from '#testing/person.ts'

const place = { latitude: 60, longitude: 20 }
const route = (id: string, name = 'Home'): Route => ({
  id,
  name,
  points: [place, { ...place, latitude: 61 }],
})
const event = {
  operation: 'route-made',
  actor: person('Anna'),
  at: '2026-01-01T00:00:01.000Z',
  subject: 'a',
} as const

test('returns routes in the order of their creation, also after changes', () => {
  using store = new BoatStore(undefined)
  const routes = store.resources<Route>('route')
  for (const id of ['b', 'a', 'c']) void routes.put(route(id), event)
  void routes.put(route('b', 'Away'), event)
  void routes.remove('c', event)
  assert.deepEqual(routes.all(), [route('b', 'Away'), route('a')])
})

test('stores waypoints separately from routes', () => {
  using store = new BoatStore(undefined)
  const waypoint = { id: 'a', name: 'Good holding', position: place }
  const waypoints = store.resources<Waypoint>('waypoint')
  void waypoints.put(waypoint, { ...event, operation: 'waypoint-made' })
  assert.deepEqual(waypoints.all(), [waypoint])
  assert.deepEqual(store.resources('route').all(), [])
})

test('writes audit entries in the same transaction', () => {
  using store = new BoatStore(undefined)
  void store.resources<Route>('route').put(route('a'), event)
  const [entry] = store.audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER, kind: 'course' })
  const { number, previous, hash } = entry ?? assert.fail('Nothing was recorded')
  assert.deepEqual(entry, { ...event, kind: 'course', number, previous, hash })
  assert.equal(store.audit.findBreak(), undefined)
})

test('rejects a kind whose name cannot be the name of a table', () => {
  using store = new BoatStore(undefined)
  assert.throws(() => store.resources('route; DROP TABLE route'), TypeError)
})
