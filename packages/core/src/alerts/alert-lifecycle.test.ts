import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lifecycleSteps, type LifecycleState, type LifecycleEvent } from './alert-lifecycle.ts'

/** The expected transitions; events that are not listed change nothing. */
const expected: Readonly<Record<LifecycleState, Partial<Record<LifecycleEvent, LifecycleState>>>> = {
  none: { raised: 'active', worsened: 'active', eased: 'active' },
  active: { rectified: 'rectified', silenced: 'silenced', acknowledged: 'acknowledged' },
  silenced: {
    worsened: 'active',
    'silence-ended': 'active',
    rectified: 'rectified',
    acknowledged: 'acknowledged',
  },
  acknowledged: { worsened: 'active', rectified: 'none' },
  rectified: { raised: 'active', worsened: 'active', eased: 'active', acknowledged: 'none' },
}

for (const [life, steps] of Object.entries(lifecycleSteps))
  for (const [event, next] of Object.entries(steps))
    test(`${life} + ${event} → ${next}`, () => {
      // The keys come from the table itself.
      assert.equal(next, expected[life as LifecycleState][event as LifecycleEvent] ?? life)
    })

test('a higher severity always makes an alert active', () => {
  for (const steps of Object.values(lifecycleSteps)) assert.equal(steps.worsened, 'active')
})

test('an alert never ends without an acknowledgement', () => {
  for (const life of ['active', 'silenced', 'rectified'] as const)
    for (const [event, next] of Object.entries(lifecycleSteps[life]))
      if (event !== 'acknowledged') assert.notEqual(next, 'none')
})
