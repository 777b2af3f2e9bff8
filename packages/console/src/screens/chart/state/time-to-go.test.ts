import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesText, minutesToGo, type Approach } from './time-to-go.ts'

const degree = Math.PI / 180
const approach: Approach = { distance: 1_800, bearing: 0, speed: 3, course: 0 }

test('the time to go uses the speed towards the mark', () => {
  assert.equal(minutesToGo(approach), 10)
  assert.equal(minutesToGo({ ...approach, course: 60 * degree }), 20)
  assert.equal(minutesToGo({ ...approach, course: 300 * degree }), 20)
})

test('there is no time to go when the boat does not come nearer', () => {
  for (const course of [91, 134, 180, 269])
    assert.equal(minutesText(minutesToGo({ ...approach, course: course * degree })), '---', `${course}°`)
  assert.equal(minutesText(minutesToGo({ ...approach, speed: 0 })), '---')
})

test('there is no time to go without a live value', () => {
  for (const name of ['distance', 'bearing', 'speed', 'course'])
    assert.equal(minutesText(minutesToGo({ ...approach, [name]: undefined })), '---', name)
})

test('the time to go says its unit', () => {
  assert.equal(minutesText(minutesToGo(approach)), '10 min')
  assert.equal(minutesText(minutesToGo({ ...approach, distance: 59.2 * 180 })), '1 h 00 min')
  assert.equal(minutesText(minutesToGo({ ...approach, distance: 304 * 180 })), '5 h 04 min')
  assert.equal(minutesText(minutesToGo({ ...approach, distance: 1e9 })), '---')
})
