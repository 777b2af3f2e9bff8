import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lifeSteps, type Life, type LifeEvent } from './alert-life.ts'

/** What a skipper expects, in his own order; the events that are not named change nothing. */
const expected: Readonly<Record<Life, Partial<Record<LifeEvent, Life>>>> = {
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

for (const [life, steps] of Object.entries(lifeSteps))
  for (const [event, next] of Object.entries(steps))
    test(`an alert that is ${life} and is ${event} is ${next}`, () => {
      // The keys are those of the table itself.
      assert.equal(next, expected[life as Life][event as LifeEvent] ?? life)
    })

test('whatever gets worse is active, whoever silenced or acknowledged it', () => {
  for (const steps of Object.values(lifeSteps)) assert.equal(steps.worsened, 'active')
})

test('nothing that nobody acknowledged is ever gone', () => {
  for (const life of ['active', 'silenced', 'rectified'] as const)
    for (const [event, next] of Object.entries(lifeSteps[life]))
      if (event !== 'acknowledged') assert.notEqual(next, 'none')
})
