import { modeKinds, radians, type AutopilotMode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modeKindRules } from './mode-kinds.ts'

const turn = 2 * Math.PI
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`)

test('every kind of mode has its rules', () => {
  assert.deepEqual(Object.keys(modeKindRules).toSorted(), [...modeKinds].toSorted())
})

for (const { kind, range, wraps } of [
  { kind: 'heading', range: [0, turn], wraps: [turn, 0] },
  { kind: 'heading', range: [0, turn], wraps: [-0.1, turn - 0.1] },
  { kind: 'course', range: [0, turn], wraps: [turn + 0.1, 0.1] },
  { kind: 'wind', range: [-Math.PI, Math.PI], wraps: [-Math.PI, Math.PI] },
  { kind: 'wind', range: [-Math.PI, Math.PI], wraps: [Math.PI + 0.1, 0.1 - Math.PI] },
  { kind: 'route', range: undefined, wraps: [-0.1, turn - 0.1] },
  { kind: 'rudder', range: [-Math.PI / 6, Math.PI / 6], wraps: [0.7, 0.7] },
] as const)
  test(`wraps a ${kind} target of ${wraps[0].toFixed(2)} rad to ${wraps[1].toFixed(2)} rad`, () => {
    const mode: AutopilotMode = { name: 'any', kind }
    assert.deepEqual(modeKindRules[kind].range?.(mode), range)
    near(modeKindRules[kind].wrap(radians(wraps[0])), wraps[1])
  })

test('the range of a rudder target is the declared limit', () => {
  assert.deepEqual(modeKindRules.rudder.range?.({ name: 'rudder', kind: 'rudder', limit: 0.4 }), [-0.4, 0.4])
})
