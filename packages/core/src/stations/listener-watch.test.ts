import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { ListenerWatch } from './listener-watch.ts'

/** A boat, and what was told of who would hear its alarm. */
const boat = ({ stands = false } = {}) => {
  const clock = new ManualClock()
  const told: Condition[] = []
  const present = { isNeeded: false, hasListener: false }
  const watch = new ListenerWatch({
    clock,
    isNeeded: () => present.isNeeded,
    hasListener: () => present.hasListener,
    patienceMs: 30_000,
    stands,
    tell: (condition) => told.push(condition),
  })
  /** So it is for so long, looked at every second. */
  const lie = (now: Partial<typeof present>, seconds: number): string[] => {
    Object.assign(present, now)
    for (let second = 0; second < seconds; second++) {
      watch.watch()
      clock.advance(1_000)
    }
    return told.map(({ state }) => state)
  }
  return { lie, told }
}

test('at anchor without a listener for half a minute, the crew is told, once and without a sound', () => {
  const { lie, told } = boat()
  assert.deepEqual(lie({ isNeeded: true }, 30), [])
  assert.deepEqual(lie({}, 60), ['alert'])
  assert.deepEqual(told, [
    { state: 'alert', method: ['visual'], message: 'No device will sound: test the sound on a console' },
  ])
})

test('under way nobody is told', () => {
  const { lie } = boat()
  assert.deepEqual(lie({}, 120), [])
})

test('with a listener nobody is told', () => {
  const { lie } = boat()
  assert.deepEqual(lie({ isNeeded: true, hasListener: true }, 120), [])
})

test('a listener that is gone for less than half a minute is not missed', () => {
  const { lie } = boat()
  lie({ isNeeded: true, hasListener: true }, 5)
  lie({ hasListener: false }, 30)
  lie({ hasListener: true }, 1)
  assert.deepEqual(lie({ hasListener: false }, 30), [])
  assert.deepEqual(lie({}, 1), ['alert'])
})

for (const [title, end] of [
  ['a sound is armed', { hasListener: true }],
  ['the anchor is raised', { isNeeded: false }],
] as const)
  test(`it is over when ${title}, and begins anew after that`, () => {
    const { lie } = boat()
    lie({ isNeeded: true }, 31)
    assert.deepEqual(lie(end, 5), ['alert', 'normal'])
    assert.deepEqual(lie({ isNeeded: true, hasListener: false }, 30), ['alert', 'normal'])
    assert.deepEqual(lie({}, 1), ['alert', 'normal', 'alert'])
  })

test('what stands from before the start is said again while it is so', () => {
  const { lie } = boat({ stands: true })
  assert.deepEqual(lie({ isNeeded: true }, 30), [])
  assert.deepEqual(lie({}, 30), ['alert'])
})

test('what stands from before the start is taken back when it is so no more', () => {
  const { lie } = boat({ stands: true })
  assert.deepEqual(lie({ isNeeded: true, hasListener: true }, 5), ['normal'])
})
