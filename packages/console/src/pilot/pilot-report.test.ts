import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportAfter, type PilotReport } from './pilot-report.ts'

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
