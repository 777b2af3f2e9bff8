import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat } from './boat.ts'
import { BusyClock } from './busy-clock.ts'

const crowd = 128

/** A crowd that makes a round long, and one client more that is served after it. */
const crowded = async (): Promise<{ boat: Boat; last: ReturnType<Boat['listen']> }> => {
  const boat = new Boat({ clock: new BusyClock(6) })
  for (let count = 0; count < crowd; count++) boat.listen(['a.*'])
  const last = boat.listen(['b.*'])
  await boat.settle(100)
  return { boat, last }
}

test('a long round lets what comes in go first', async () => {
  const { boat, last } = await crowded()
  boat.hear({ 'a.x': 1 })
  boat.hear({ 'b.x': 1 })
  boat.clock.soon(() => boat.hear({ 'b.x': 2 }))
  boat.clock.advance(0)
  await boat.settle(100)
  assert.deepEqual(last.outlet.values('b.x'), [1, 2])
})

test('values that change while a long round is under way do not go back', async () => {
  const { boat, last } = await crowded()
  boat.hear({ 'a.x': 1 })
  let count = 0
  for (; count < 600; count++) boat.hear({ 'b.x': count })
  const more = (): void => {
    boat.hear({ 'b.x': count++ })
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
