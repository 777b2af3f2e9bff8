import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@marinedata/core'
import { Boat, vessel } from './boat.ts'
import { BusyClock } from './busy-clock.ts'

const fleet = 50

const withFleet = (clock: ManualClock): Boat => {
  const boat = new Boat({ clock })
  for (let index = 0; index < fleet; index++)
    boat.write({ 'a.b': index }, { context: vessel(230000010 + index), timestamp: '2026-01-01T00:00:00Z' })
  return boat
}

/** Reads a snapshot completely and calls back between slices, like pending input. */
const readBetween = async (boat: Boat, between: () => void): Promise<string[]> => {
  const { body } = boat.reader.answer(['vessels']) ?? {}
  assert.ok(body !== undefined && typeof body !== 'string')
  const slices: string[] = []
  const reading = { isDone: false }
  const read = async (): Promise<void> => {
    for await (const slice of body) slices.push(slice)
    reading.isDone = true
  }
  const whole = read()
  while (!reading.isDone) {
    await boat.settle()
    between()
  }
  await whole
  return slices
}

test('a small snapshot is sent in one slice', async () => {
  const slices = await readBetween(withFleet(new ManualClock()), () => undefined)
  assert.equal(slices.length, 1)
})

test('a long snapshot is sent in slices with other work in between', async () => {
  let turns = 0
  const slices = await readBetween(withFleet(new BusyClock(1)), () => turns++)
  assert.ok(slices.length > fleet / 4, `${slices.length} slices`)
  assert.ok(turns > 1)
  const vessels = JSON.parse(slices.join('')) as Record<string, unknown>
  assert.equal(Object.keys(vessels).length, fleet + 1)
})

test('a slice waits until pending input was processed', async () => {
  const clock = new BusyClock(1)
  const { body } = withFleet(clock).reader.answer(['vessels']) ?? {}
  assert.ok(body !== undefined && typeof body !== 'string')
  const slices = body[Symbol.asyncIterator]()
  await slices.next()
  let hasSecond = false
  const second = slices.next().then(() => (hasSecond = true))
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  assert.equal(hasSecond, false)
  clock.advance(0)
  await second
  assert.equal(hasSecond, true)
})

test('a snapshot stays valid while vessels are added, changed and removed', async () => {
  const boat = withFleet(new BusyClock(1))
  let next = 230100000
  const slices = await readBetween(boat, () => {
    if (next === 230100020) return
    boat.write({ 'a.b': 1 }, { context: vessel(next++) })
    boat.write({ 'a.c': next }, { context: vessel(230000010 + (next % fleet)) })
  })
  const vessels = JSON.parse(slices.join('')) as Record<string, unknown>
  assert.ok(Object.keys(vessels).length >= fleet + 1)
})
