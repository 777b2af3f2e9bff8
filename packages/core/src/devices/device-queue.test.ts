import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '../manual-clock.ts'
import { DeviceQueue, type QueueSlot } from './device-queue.ts'

const isBusy = (reason: RegExp) => (error: unknown) =>
  error instanceof MarineDataError && error.code === 'busy' && reason.test(error.message)

/** Runs all pending microtasks. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A queue that records the order of its commands. */
const fixture = () => {
  const clock = new ManualClock()
  const queue = new DeviceQueue(clock)
  const order: string[] = []
  const take = async (name: string): Promise<QueueSlot> => {
    const turn = await queue.acquire()
    order.push(name)
    return turn
  }
  return { clock, queue, order, take }
}

test('runs commands one at a time in order of arrival', async () => {
  const { order, take } = fixture()
  const first = await take('first')
  const second = take('second')
  const third = take('third')
  await settle()
  assert.deepEqual(order, ['first'])
  first[Symbol.dispose]()
  ;(await second)[Symbol.dispose]()
  ;(await third)[Symbol.dispose]()
  assert.deepEqual(order, ['first', 'second', 'third'])
  const last = await take('last')
  last[Symbol.dispose]()
})

test('rejects a command after two seconds in the queue and never starts it', async () => {
  const { clock, order, take } = fixture()
  const first = await take('first')
  const second = take('second')
  second.catch(() => undefined)
  clock.advance(1_999)
  const third = take('third')
  clock.advance(1)
  await assert.rejects(second, isBusy(/longer than 2 s/))
  first[Symbol.dispose]()
  await third
  assert.deepEqual(order, ['first', 'third'])
})

test('rejects a ninth waiting command immediately', async () => {
  const { take } = fixture()
  const first = await take('first')
  const waiting = Array.from({ length: 8 }, (_, index) => take(`waits ${index}`))
  await assert.rejects(take('ninth'), isBusy(/8 commands are already waiting/))
  first[Symbol.dispose]()
  for (const each of waiting) (await each)[Symbol.dispose]()
})

test('preempt cancels the running command and rejects the waiting ones', async () => {
  const { queue, take } = fixture()
  const first = await take('first')
  const second = take('second')
  const refused = assert.rejects(second, isBusy(/make way/))
  using _way = queue.preempt('make way')
  await refused
  assert.equal(first.signal.aborted, true)
})

test('starts no command during a preemption, and starts later arrivals after it', async () => {
  const { queue, order, take } = fixture()
  const first = await take('first')
  const way = queue.preempt('make way')
  const other = queue.preempt('make way too')
  const next = take('next')
  first[Symbol.dispose]()
  way[Symbol.dispose]()
  await settle()
  assert.deepEqual(order, ['first'])
  other[Symbol.dispose]()
  const turn = await next
  assert.equal(turn.signal.aborted, false)
})

test('disposing a cancelled slot does not end the slot of another command', async () => {
  const { queue, order, take } = fixture()
  const first = await take('first')
  queue.preempt('make way')[Symbol.dispose]()
  const second = take('second')
  await settle()
  assert.deepEqual(order, ['first'])
  first[Symbol.dispose]()
  await second
  first[Symbol.dispose]()
  const third = take('third')
  await settle()
  assert.deepEqual(order, ['first', 'second'])
  ;(await second)[Symbol.dispose]()
  await third
})
