import type { StoredCourse } from '@marinedata/core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'

const place = { latitude: 60, longitude: 20 }
const course: StoredCourse = {
  aim: { kind: 'route', id: 'a', leg: 1 },
  start: place,
  reached: { position: place, how: 'abeam' },
}

test('stores at most one course', () => {
  using store = new BoatStore(undefined)
  assert.equal(store.course.course(), null)
  void store.course.write({ aim: { kind: 'point', position: place }, start: place, reached: null })
  void store.course.write(course)
  assert.deepEqual(store.course.course(), course)
  void store.course.write(null)
  assert.equal(store.course.course(), null)
})
