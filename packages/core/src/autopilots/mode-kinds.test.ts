import { modeKinds, type AutopilotMode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindLaws } from './mode-kinds.ts'

const turn = 2 * Math.PI
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`)

test('every kind of mode has its law', () => {
  assert.deepEqual(Object.keys(kindLaws).toSorted(), [...modeKinds].toSorted())
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
  test(`a target by ${kind} of ${wraps[0].toFixed(2)} rad is told as ${wraps[1].toFixed(2)} rad`, () => {
    const mode: AutopilotMode = { name: 'any', kind }
    assert.deepEqual(kindLaws[kind].range?.(mode), range)
    near(kindLaws[kind].wrap(wraps[0]), wraps[1])
  })

test('a rudder goes as far as its device says', () => {
  assert.deepEqual(kindLaws.rudder.range?.({ name: 'rudder', kind: 'rudder', limit: 0.4 }), [-0.4, 0.4])
})
