import { degrees, radians, type AutopilotDetails, type AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnCounter } from './turn-counter.ts'
import { effectOf, modeKindRules } from './server-rules.ts'

const details: AutopilotDetails = {
  states: [
    { name: 'standby', engaged: false },
    { name: 'auto', engaged: true },
  ],
  modes: [{ name: 'compass', kind: 'heading' }],
  operations: [],
}
const before: AutopilotReport = { state: 'auto', mode: 'compass', target: 1 }

test('a target within half a degree confirms set-target, across north, in the same mode only', () => {
  const isShown = effectOf({ name: 'set-target', input: { target: 0 } }, details, before)
  assert.ok(isShown({ ...before, target: degrees(359.6) }))
  assert.ok(!isShown({ ...before, target: degrees(359.4) }))
  assert.ok(!isShown({ ...before, target: null }))
  assert.ok(!isShown({ ...before, mode: 'wind', target: 0 }))
})

test('a tack to the same side confirms a tack', () => {
  const isShown = effectOf({ name: 'tack', input: { direction: 'port' } }, details, before)
  assert.ok(isShown({ ...before, manoeuvre: { kind: 'tack', direction: 'port' } }))
  assert.ok(!isShown({ ...before, manoeuvre: { kind: 'tack', direction: 'starboard' } }))
  assert.ok(!isShown({ ...before, manoeuvre: { kind: 'gybe', direction: 'port' } }))
  assert.ok(!isShown({ ...before, manoeuvre: null }))
})

test('the mode confirms a dodge, and the heading a further step', () => {
  const dodging: AutopilotReport = { ...before, mode: 'dodge', target: degrees(20) }
  assert.ok(effectOf({ name: 'dodge', input: { change: 1 } }, details, before)(dodging))
  assert.ok(effectOf({ name: 'dodge', input: { target: degrees(20) } }, details, dodging)(dodging))
  assert.ok(!effectOf({ name: 'dodge', input: { target: degrees(30) } }, details, dodging)(dodging))
  assert.ok(!effectOf({ name: 'undodge', input: {} }, details, dodging)(dodging))
})

test('any engaged state confirms engage, any other disengage', () => {
  const standby: AutopilotReport = { ...before, state: 'standby' }
  assert.ok(effectOf({ name: 'engage', input: {} }, details, standby)(before))
  assert.ok(!effectOf({ name: 'engage', input: {} }, details, standby)(standby))
  assert.ok(effectOf({ name: 'disengage', input: {} }, details, before)(standby))
})

test('dead downwind is one angle, not two', () => {
  assert.equal(modeKindRules.wind.wrap(radians(-Math.PI)), Math.PI)
  assert.equal(modeKindRules.heading.wrap(radians(2 * Math.PI)), 0)
})

test('counts the turn of the bow across north and over whole turns', () => {
  const headings = [350, 10, 100, 200, 300, 20]
  let at = 0
  const bow = new TurnCounter(() => degrees(headings[at] ?? 0))
  for (at = 1; at < headings.length; at++) bow.look()
  at = headings.length - 1
  assert.ok(Math.abs(bow.look() - degrees(390)) < 1e-9)
})
