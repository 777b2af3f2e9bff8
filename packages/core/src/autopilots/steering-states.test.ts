import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steeringSteps, type SteeringEvent, type SteeringState } from './steering-states.ts'

const states: readonly SteeringState[] = ['unreported', 'standby', 'steering', 'off-line']
const leadsTo: Readonly<Record<SteeringEvent, SteeringState>> = {
  'reports-steering': 'steering',
  'reports-standby': 'standby',
  'obeys-standby': 'standby',
  'falls-silent': 'off-line',
  'is-lost': 'off-line',
}
const events = Object.keys(leadsTo) as SteeringEvent[]

test('the table has every event in every state', () => {
  assert.deepEqual(Object.keys(steeringSteps).toSorted(), states.toSorted())
  for (const steps of Object.values(steeringSteps))
    assert.deepEqual(Object.keys(steps).toSorted(), events.toSorted())
})

for (const state of states)
  for (const event of events) {
    const wasUnasked = state === 'steering' && (leadsTo[event] === 'off-line' || event === 'reports-standby')
    test(`${state}, ${event}: ${leadsTo[event]}, ${wasUnasked ? 'and an alarm' : 'no alarm'}`, () => {
      const { next, alarm } = steeringSteps[state][event]
      assert.equal(next, leadsTo[event])
      const kind = event === 'reports-standby' ? 'stopped-by-itself' : 'lost'
      assert.equal(alarm, wasUnasked ? kind : undefined)
    })
  }
