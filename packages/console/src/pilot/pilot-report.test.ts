import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heard, type PilotReport } from './pilot-report.ts'

const told = (values: Readonly<Record<string, unknown>>, id = 'main') => ({
  $source: id,
  values: Object.entries(values).map(([name, value]) => ({ path: `steering.autopilot.${name}`, value })),
})

const after = (...steps: readonly Readonly<Record<string, unknown>>[]): PilotReport => {
  let report: PilotReport | undefined
  for (const [index, values] of steps.entries()) report = heard(report, told(values), index * 1_000)
  assert.ok(report)
  return report
}

const steering = { state: 'enabled', mode: 'compass', target: 1, engaged: true }

test('what a pilot says of itself is what is known of it', () => {
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

test('saying the same again is no news', () => {
  const before = after(steering)
  assert.equal(heard(before, told(steering), 5_000), before)
})

test('what is not about autopilots makes no autopilot', () => {
  assert.equal(
    heard(undefined, { $source: 'gps', values: [{ path: 'navigation.position', value: null }] }, 0),
    undefined,
  )
})

test('a target of nothing is no target, and a target of 0 is one', () => {
  assert.equal(after({ ...steering, target: null }).target, null)
  assert.equal(after({ ...steering, target: 0 }).target, 0)
})

test('a dodge is counted from the heading that it began with', () => {
  const report = after(steering, { mode: 'dodge', target: 2 }, { target: 2.3 })
  assert.deepEqual(report.dodge, { since: 1_000, from: 2 })
  assert.equal(heard(report, told({ mode: 'compass', target: 1 }), 9_000)?.dodge, undefined)
})

test('whoever comes in the middle of a dodge does not know since when', () => {
  assert.equal(after({ ...steering, mode: 'dodge' }).dodge, undefined)
})

test('a tack remembers what was held before it', () => {
  const manoeuvre = { kind: 'tack', direction: 'port' }
  const tacking = after(steering, { target: 5, manoeuvre }, { target: 5.1 })
  assert.equal(tacking.targetBefore, 1)
  assert.equal(heard(tacking, told({ manoeuvre: null }), 9_000)?.targetBefore, null)
})
