import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NextLeg } from '@marinedata/model'
import { alertIn } from './alert.ts'
import { pendingTurn } from './turn-question.ts'

const path = 'notifications.navigation.course.arrival'
const leg: NextLeg = {
  route: 'Home',
  leg: 2,
  points: 3,
  position: { latitude: 60, longitude: 20 },
  from: 0,
  to: 1.5,
  turn: 1.5,
}

const shownAlert = (status: string, state = 'warn') => {
  const value = { id: 'a', status, state, method: [], message: 'Point 2 is reached' }
  return alertIn({ path, source: 'course', value }, undefined) ?? assert.fail('It is no alert')
}

test('a waiting turn is asked until answered, silenced or not', () => {
  for (const status of ['active', 'silenced'])
    assert.equal(pendingTurn([shownAlert(status)], leg)?.leg, leg, status)
})

test('no question for an answered, ended, other or missing alert', () => {
  for (const status of ['acknowledged', 'rectified'])
    assert.equal(pendingTurn([shownAlert(status)], leg), undefined)
  assert.equal(pendingTurn([shownAlert('active', 'alert')], leg), undefined)
  assert.equal(pendingTurn([shownAlert('active')], null), undefined)
  assert.equal(pendingTurn([shownAlert('active')], undefined), undefined)
  assert.equal(pendingTurn([], leg), undefined)
})
