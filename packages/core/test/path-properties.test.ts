import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat } from './boat.ts'

/** A family of paths that only the table of this test knows: two windlasses, one of them active. */
const properties = {
  'deck.windlass': { isPerSource: true },
  'deck.windlass.active': { isPerSource: false, isServerDecision: true },
  'deck.windlass.maker': { isAttribute: true },
  'deck.windlass.place': { isMeasurement: true },
} as const
const rode = 'deck.windlass.rode'
const active = 'deck.windlass.active'

const receivedBy = async (boat: Boat, path: string): Promise<string[]> => {
  const { outlet } = boat.listen([path])
  for (const source of ['bow', 'stern']) boat.write({ [path]: source }, { source })
  await boat.settle(100)
  return outlet.received().map(({ source, value }) => `${source}: ${String(value)}`)
}

test("delivers the values of all sources of a path that is per source, and otherwise the preferred source's", async () => {
  assert.deepEqual(await receivedBy(new Boat({ properties }), rode), ['bow: bow', 'stern: stern'])
  assert.deepEqual(await receivedBy(new Boat({ properties }), active), ['bow: bow'])
  assert.deepEqual(await receivedBy(new Boat(), rode), ['bow: bow'])
})

const isStaleAfterHour = (boat: Boat, path: string): boolean | undefined => {
  for (const value of ['one', 'two', 'three']) {
    boat.write({ [path]: value }, { source: 'bow' })
    boat.pass(1_000)
  }
  boat.pass(3_600_000)
  return boat.leaf(path)?.isStale
}

test('a decision and an attribute never become stale, other values do', () => {
  const boat = new Boat({ properties })
  assert.equal(isStaleAfterHour(boat, active), false)
  assert.equal(isStaleAfterHour(boat, 'deck.windlass.maker'), false)
  assert.equal(isStaleAfterHour(boat, rode), true)
  assert.equal(isStaleAfterHour(new Boat(), active), true)
})

test('a single value without a unit becomes stale only when it is a measurement', () => {
  const isStale = (boat: Boat): boolean | undefined => {
    boat.write({ 'deck.windlass.place': 'at the bow' })
    boat.pass(3_600_000)
    return boat.leaf('deck.windlass.place')?.isStale
  }
  assert.equal(isStale(new Boat({ properties })), true)
  assert.equal(isStale(new Boat()), false)
})

test('an attribute is a plain value in the tree', async () => {
  const boat = new Boat({ properties: { maker: { isAttribute: true } } })
  boat.write({ maker: 'Lofrans' })
  assert.equal(await boat.body(['vessels', 'self', 'maker']), 'Lofrans')
})
