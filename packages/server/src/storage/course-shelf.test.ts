import type { CourseChange } from '@marinedata/core'
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
const course: CourseChange['course'] = {
  aim: { kind: 'route', id: 'a', leg: 1 },
  start: place,
  reached: { position: place, how: 'abeam' },
}
const deed = {
  deed: 'route-made',
  who: 'Anna',
  from: '10.0.0.5',
  at: '2026-01-01T00:00:01.000Z',
  subject: 'a',
} as const

test('routes are found again in the order in which they were made, changed or not', () => {
  using store = new BoatStore(undefined)
  for (const id of ['b', 'a', 'c']) store.course.write({ route: route(id) })
  store.course.write({ route: route('b', 'Away') })
  store.course.write({ removed: 'c' })
  assert.deepEqual(store.course.routes(), [route('b', 'Away'), route('a')])
})

test('there is one course, or none', () => {
  using store = new BoatStore(undefined)
  assert.equal(store.course.course(), null)
  store.course.write({ course: { aim: { kind: 'point', position: place }, start: place, reached: null } })
  store.course.write({ course })
  assert.deepEqual(store.course.course(), course)
  store.course.write({ course: null })
  assert.equal(store.course.course(), null)
})

test('what someone did is in the audit, in the same step', () => {
  using store = new BoatStore(undefined)
  store.course.write({ route: route('a') }, deed)
  const [entry] = store.audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER, kind: 'course' })
  const { number, previous, hash } = entry ?? assert.fail('Nothing was recorded')
  assert.deepEqual(entry, { ...deed, kind: 'course', number, previous, hash })
  assert.equal(store.audit.findBreak(), undefined)
})
