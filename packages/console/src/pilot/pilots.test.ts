import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degree } from '@marinedata/model'
import { reportAfter, type PilotReport, kindOf, leftToTurn, presentOf, targetText, turned } from './pilots.ts'

const update = (values: Readonly<Record<string, unknown>>, id = 'main') => ({
  $source: id,
  values: Object.entries(values).map(([name, value]) => ({ path: `steering.autopilot.${name}`, value })),
})

const after = (...steps: readonly Readonly<Record<string, unknown>>[]): PilotReport => {
  let report: PilotReport | undefined
  for (const [index, values] of steps.entries()) report = reportAfter(report, update(values), index * 1_000)
  assert.ok(report)
  return report
}

const steering = { state: 'enabled', mode: 'compass', target: 1, engaged: true }

test('the report contains what the pilot sent', () => {
  const { id, state, mode, target, isEngaged, helm, isDefault } = after({
    ...steering,
    defaultPilot: 'main',
    helm: 'Cockpit',
  })
  assert.deepEqual(
    [id, state, mode, target, isEngaged, helm, isDefault],
    ['main', 'enabled', 'compass', 1, true, 'Cockpit', true],
  )
})

test('a repeated value is no change', () => {
  const before = after(steering)
  assert.equal(reportAfter(before, update(steering), 5_000), before)
})

test('other paths create no autopilot', () => {
  assert.equal(
    reportAfter(undefined, { $source: 'gps', values: [{ path: 'navigation.position', value: null }] }, 0),
    undefined,
  )
})

test('null is no target, and 0 is one', () => {
  assert.equal(after({ ...steering, target: null }).target, null)
  assert.equal(after({ ...steering, target: 0 }).target, 0)
})

test('a dodge starts with the heading held at that time', () => {
  const report = after(steering, { mode: 'dodge', target: 2 }, { target: 2.3 })
  assert.deepEqual(report.dodge, { since: 1_000, from: 2 })
  assert.equal(reportAfter(report, update({ mode: 'compass', target: 1 }), 9_000)?.dodge, undefined)
})

test('a page opened during a dodge does not know its start', () => {
  assert.equal(after({ ...steering, mode: 'dodge' }).dodge, undefined)
})

test('a tack stores the target before it', () => {
  const manoeuvre = { kind: 'tack', direction: 'port' }
  const tacking = after(steering, { target: 5, manoeuvre }, { target: 5.1 })
  assert.equal(tacking.targetBefore, 1)
  assert.equal(reportAfter(tacking, update({ manoeuvre: null }), 9_000)?.targetBefore, null)
})

for (const [target, kind, text] of [
  [0, 'heading', '000'],
  [359.6, 'heading', '000'],
  [7, 'course', '007'],
  [38, 'wind', '38° P'],
  [-38, 'wind', '38° S'],
  [0, 'wind', '0°'],
  [180, 'wind', '180°'],
  [-5, 'rudder', '5° P'],
] as const)
  test(`a target of ${target}° in a ${kind} mode is shown as ${text}`, () => {
    assert.equal(targetText(target * degree, kind), text)
  })

test('+10 turns the bow to starboard in every mode', () => {
  assert.equal(targetText(turned(355 * degree, 10, 'heading'), 'heading'), '005')
  // With the wind on port, away from it; with the wind on starboard, towards it.
  assert.equal(targetText(turned(38 * degree, 10, 'wind'), 'wind'), '48° P')
  assert.equal(targetText(turned(-38 * degree, 10, 'wind'), 'wind'), '28° S')
})

test('a dodging pilot holds a heading in every mode', () => {
  assert.equal(kindOf('dodge', undefined), 'heading')
  assert.equal(kindOf('wind', undefined), undefined)
})

test('engaging in wind mode holds minus the apparent angle', () => {
  const present = presentOf('wind', { heading: 1, course: 2, windAngle: -38 * degree })
  assert.equal(present !== undefined && targetText(present, 'wind'), '38° P')
  assert.equal(presentOf('course', { heading: 1, course: 2, windAngle: 0 }), 2)
  assert.equal(presentOf('heading', { heading: undefined, course: 2, windAngle: 0 }), undefined)
})

for (const [present, target, direction, left] of [
  [10, 280, 'port', 90],
  [280, 10, 'starboard', 90],
  [10, 130, 'port', 240],
  [10, 12, 'port', 0],
] as const)
  test(`from ${present}° to ${target}° by ${direction}, ${left}° are left`, () => {
    assert.equal(Math.round(leftToTurn(present * degree, target * degree, direction)), left)
  })
