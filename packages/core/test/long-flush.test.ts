import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat } from './boat.ts'
import { BusyClock } from './busy-clock.ts'

const crowd = 128

/** Many clients that make a flush long, and one client that is served after them. */
const crowded = async (): Promise<{ boat: Boat; last: ReturnType<Boat['listen']> }> => {
  const boat = new Boat({ clock: new BusyClock(6) })
  for (let count = 0; count < crowd; count++) boat.listen(['a.*'])
  const last = boat.listen(['b.*'])
  await boat.settle(100)
  return { boat, last }
}

test('incoming values are processed during a long flush', async () => {
  const { boat, last } = await crowded()
  boat.write({ 'a.x': 1 })
  boat.write({ 'b.x': 1 })
  boat.clock.soon(() => boat.write({ 'b.x': 2 }))
  boat.clock.advance(0)
  await boat.settle(100)
  assert.deepEqual(last.outlet.values('b.x'), [1, 2])
})

test('values that change during a long flush do not go back', async () => {
  const { boat, last } = await crowded()
  boat.write({ 'a.x': 1 })
  let count = 0
  for (; count < 600; count++) boat.write({ 'b.x': count })
  const more = (): void => {
    boat.write({ 'b.x': count++ })
    if (count < 640) boat.clock.soon(more)
  }
  boat.clock.soon(more)
  boat.clock.advance(0)
  await boat.settle(200)
  const values = last.outlet.values('b.x').map(Number)
  assert.deepEqual(
    values,
    values.toSorted((a, b) => a - b),
  )
  assert.equal(values.at(-1), 639)
})
