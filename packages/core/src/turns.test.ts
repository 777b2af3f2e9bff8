import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from './manual-clock.ts'
import { Turns, type Turn } from './turns.ts'

const isBusy = (reason: RegExp) => (error: unknown) =>
  error instanceof MarineDataError && error.code === 'busy' && reason.test(error.message)

/** Lets everything happen that does not need time. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** Writes down who has got a turn. */
const queue = () => {
  const clock = new ManualClock()
  const turns = new Turns(clock)
  const order: string[] = []
  const take = async (name: string): Promise<Turn> => {
    const turn = await turns.take()
    order.push(name)
    return turn
  }
  return { clock, turns, order, take }
}

test('one goes after the other, in the order in which they came', async () => {
  const { order, take } = queue()
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

test('whoever has waited for two seconds gives up, and is not called any more', async () => {
  const { clock, order, take } = queue()
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

test('eight may wait, the ninth is told at once', async () => {
  const { take } = queue()
  const first = await take('first')
  const waiting = Array.from({ length: 8 }, (_, index) => take(`waits ${index}`))
  await assert.rejects(take('ninth'), isBusy(/8 commands wait/))
  first[Symbol.dispose]()
  for (const each of waiting) (await each)[Symbol.dispose]()
})

test('whoever clears the way cuts the present turn short and sends home all who wait', async () => {
  const { turns, take } = queue()
  const first = await take('first')
  const second = take('second')
  const refused = assert.rejects(second, isBusy(/make way/))
  using _way = turns.clear('make way')
  await refused
  assert.equal(first.signal.aborted, true)
})

test('nobody begins while the way is cleared, and whoever came meanwhile begins after it', async () => {
  const { turns, order, take } = queue()
  const first = await take('first')
  const way = turns.clear('make way')
  const other = turns.clear('make way too')
  const next = take('next')
  first[Symbol.dispose]()
  way[Symbol.dispose]()
  await settle()
  assert.deepEqual(order, ['first'])
  other[Symbol.dispose]()
  const turn = await next
  assert.equal(turn.signal.aborted, false)
})

test('a turn that was cut short does not end the turn of another', async () => {
  const { turns, order, take } = queue()
  const first = await take('first')
  turns.clear('make way')[Symbol.dispose]()
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
