import { ManualClock } from '@marinedata/core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartSlots, type StartSlot } from './start-slots.ts'

const isReady = async ({ ready }: StartSlot): Promise<boolean> =>
  Promise.race([ready.then(() => true), Promise.resolve().then(() => false)])

test('admits two plugins at a time in order of arrival; urgent plugins never wait', async () => {
  const slots = new StartSlots(new ManualClock())
  const [first, second, third, fourth] = [false, false, false, false].map((isUrgent) => slots.enter(isUrgent))
  const urgent = slots.enter(true)
  const seen = async (): Promise<boolean[]> =>
    Promise.all([first!, second!, third!, fourth!, urgent].map(isReady))
  assert.deepEqual(await seen(), [true, true, false, false, true])
  urgent[Symbol.dispose]()
  assert.deepEqual(await seen(), [true, true, false, false, true])
  first![Symbol.dispose]()
  assert.deepEqual(await seen(), [true, true, true, false, true])
  // A waiting plugin leaves the queue.
  fourth![Symbol.dispose]()
  second![Symbol.dispose]()
  third![Symbol.dispose]()
  assert.equal(await isReady(slots.enter(false)), true)
})

test('admits the next plugin when one hangs while it loads', async () => {
  const clock = new ManualClock()
  const slots = new StartSlots(clock)
  slots.enter(false)
  slots.enter(false)
  const waiting = slots.enter(false)
  clock.advance(9_900)
  assert.equal(await isReady(waiting), false)
  clock.advance(200)
  assert.equal(await isReady(waiting), true)
})
