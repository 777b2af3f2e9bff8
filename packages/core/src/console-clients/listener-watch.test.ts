import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { ListenerWatch } from './listener-watch.ts'

/** A listener watch and the conditions it has published. */
const fixture = ({ wasRaised = false } = {}) => {
  const clock = new ManualClock()
  const published: Condition[] = []
  const present = { isNeeded: false, hasListener: false }
  const watch = new ListenerWatch({
    clock,
    isNeeded: () => present.isNeeded,
    hasListener: () => present.hasListener,
    graceMs: 30_000,
    wasRaised,
    publish: (condition) => published.push(condition),
  })
  /** Sets the present situation and watches it for some seconds. */
  const watchFor = (now: Partial<typeof present>, seconds: number): string[] => {
    Object.assign(present, now)
    for (let second = 0; second < seconds; second++) {
      watch.watch()
      clock.advance(1_000)
    }
    return published.map(({ state }) => state)
  }
  return { watchFor, published }
}

test('raises one silent alert after thirty seconds at anchor without a listener', () => {
  const { watchFor, published } = fixture()
  assert.deepEqual(watchFor({ isNeeded: true }, 30), [])
  assert.deepEqual(watchFor({}, 60), ['alert'])
  assert.deepEqual(published, [
    { state: 'alert', method: ['visual'], message: 'No device will sound: test the sound on a console' },
  ])
})

test('raises no alert under way', () => {
  const { watchFor } = fixture()
  assert.deepEqual(watchFor({}, 120), [])
})

test('raises no alert with a listener', () => {
  const { watchFor } = fixture()
  assert.deepEqual(watchFor({ isNeeded: true, hasListener: true }, 120), [])
})

test('raises no alert when the listener is missing for less than thirty seconds', () => {
  const { watchFor } = fixture()
  watchFor({ isNeeded: true, hasListener: true }, 5)
  watchFor({ hasListener: false }, 30)
  watchFor({ hasListener: true }, 1)
  assert.deepEqual(watchFor({ hasListener: false }, 30), [])
  assert.deepEqual(watchFor({}, 1), ['alert'])
})

for (const [title, end] of [
  ['a sound is turned on', { hasListener: true }],
  ['the anchor is raised', { isNeeded: false }],
] as const)
  test(`clears the alert when ${title}, and raises it again afterwards`, () => {
    const { watchFor } = fixture()
    watchFor({ isNeeded: true }, 31)
    assert.deepEqual(watchFor(end, 5), ['alert', 'normal'])
    assert.deepEqual(watchFor({ isNeeded: true, hasListener: false }, 30), ['alert', 'normal'])
    assert.deepEqual(watchFor({}, 1), ['alert', 'normal', 'alert'])
  })

test('raises an alert from before the start again while no listener is there', () => {
  const { watchFor } = fixture({ wasRaised: true })
  assert.deepEqual(watchFor({ isNeeded: true }, 30), [])
  assert.deepEqual(watchFor({}, 30), ['alert'])
})

test('clears an alert from before the start when there is a listener', () => {
  const { watchFor } = fixture({ wasRaised: true })
  assert.deepEqual(watchFor({ isNeeded: true, hasListener: true }, 5), ['normal'])
})
