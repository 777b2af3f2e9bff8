import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, type Listener } from './boat.ts'

const path = 'navigation.speedOverGround'
const ranked = { orders: [{ path: 'navigation', sources: ['good', 'fair'] }] }

const say = (boat: Boat, source: string, value: number | null): void =>
  void boat.hear({ [path]: value }, { source })

const saidTo = ({ outlet }: Listener): [string, unknown][] =>
  outlet.heard().map(({ source, value }) => [source, value])

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => a.localeCompare(b)

/** Both sources speak every half second. */
const speakBoth = (boat: Boat, ms: number): void => {
  for (let at = 0; at < ms; at += 500) {
    boat.pass(500)
    say(boat, 'fair', 1)
    say(boat, 'good', 2)
  }
}

test('the first source heard is the preferred one', () => {
  const boat = new Boat(ranked)
  say(boat, 'fair', 1)
  say(boat, 'good', 2)
  assert.equal(boat.leaf(path)?.source, 'fair')
})

test('a better source takes over only after five seconds without a break', () => {
  const boat = new Boat(ranked)
  say(boat, 'fair', 1)
  say(boat, 'good', 2)
  speakBoth(boat, 4_500)
  assert.equal(boat.leaf(path)?.source, 'fair')
  speakBoth(boat, 500)
  assert.equal(boat.leaf(path)?.source, 'good')
})

test('the five seconds begin anew when the better source falters', () => {
  const boat = new Boat(ranked)
  say(boat, 'fair', 1)
  say(boat, 'good', 2)
  speakBoth(boat, 3_000)
  say(boat, 'good', null)
  say(boat, 'good', 2)
  speakBoth(boat, 4_500)
  assert.equal(boat.leaf(path)?.source, 'fair')
  speakBoth(boat, 500)
  assert.equal(boat.leaf(path)?.source, 'good')
})

test('a source of equal rank never displaces one that is live', () => {
  const boat = new Boat()
  say(boat, 'fair', 1)
  say(boat, 'good', 2)
  speakBoth(boat, 60_000)
  assert.equal(boat.leaf(path)?.source, 'fair')
  assert.equal(boat.counters.sourceSwitches, 0)
})

test('a source that says "not available" gives way at once', () => {
  const boat = new Boat(ranked)
  say(boat, 'good', 2)
  say(boat, 'fair', 1)
  say(boat, 'good', null)
  assert.deepEqual([boat.leaf(path)?.source, boat.leaf(path)?.value], ['fair', 1])
})

test('a source that falls silent gives way as soon as it is stale', () => {
  const boat = new Boat(ranked)
  speakBoth(boat, 10_000)
  assert.equal(boat.leaf(path)?.source, 'good')
  for (let at = 0; at < 5_000; at += 500) {
    boat.pass(500)
    say(boat, 'fair', 1)
  }
  assert.deepEqual([boat.leaf(path)?.source, boat.leaf(path)?.isStale], ['fair', false])
})

test('"not available" from another source never beats a live value', () => {
  const boat = new Boat(ranked)
  say(boat, 'fair', 1)
  for (let at = 0; at < 20_000; at += 500) {
    boat.pass(500)
    say(boat, 'fair', 1)
    say(boat, 'good', null)
  }
  assert.deepEqual([boat.leaf(path)?.source, boat.leaf(path)?.value], ['fair', 1])
})

test('a dead source stays preferred while no other is live, and the first live one takes its place', () => {
  const boat = new Boat(ranked)
  say(boat, 'good', null)
  say(boat, 'fair', null)
  assert.equal(boat.leaf(path)?.source, 'good')
  say(boat, 'fair', 1)
  assert.equal(boat.leaf(path)?.source, 'fair')
})

test('of several substitutes the best-ranked takes over', () => {
  const boat = new Boat({ orders: [{ path, sources: ['best', 'second', 'third'] }] })
  say(boat, 'best', 1)
  say(boat, 'third', 3)
  say(boat, 'second', 2)
  say(boat, 'best', null)
  assert.equal(boat.leaf(path)?.source, 'second')
})

test('every switch is counted and told, from whom and to whom', () => {
  const boat = new Boat(ranked)
  say(boat, 'good', 2)
  say(boat, 'fair', 1)
  say(boat, 'good', null)
  say(boat, 'good', 2)
  speakBoth(boat, 6_000)
  assert.deepEqual(boat.switches, [
    { path, from: 'good', to: 'fair' },
    { path, from: 'fair', to: 'good' },
  ])
  assert.equal(boat.counters.sourceSwitches, 2)
})

test('a switch tells the new winner at once, and the loser only to those who asked for all sources', async () => {
  const boat = new Boat(ranked)
  say(boat, 'good', 2)
  say(boat, 'fair', 1)
  const preferred = boat.listen([path])
  const all = boat.listen([{ path, sources: 'all' }])
  await boat.settle(10)
  preferred.outlet.clear()
  all.outlet.clear()
  say(boat, 'good', null)
  await boat.settle(10)
  assert.deepEqual(saidTo(preferred), [['fair', 1]])
  assert.deepEqual(saidTo(all).toSorted(byName), [
    ['fair', 1],
    ['good', null],
  ])
})

test('two autopilots are both heard, each with its own name', async () => {
  const boat = new Boat()
  const engaged = 'steering.autopilot.engaged'
  const listener = boat.listen([engaged])
  boat.hear({ [engaged]: true }, { source: 'pilot.a' })
  boat.hear({ [engaged]: false }, { source: 'pilot.b' })
  await boat.settle(10)
  boat.hear({ [engaged]: true }, { source: 'pilot.b' })
  await boat.settle(10)
  assert.deepEqual(saidTo(listener), [
    ['pilot.a', true],
    ['pilot.b', false],
    ['pilot.b', true],
  ])
  assert.equal(boat.counters.sourceSwitches, 0)
})

test('who comes later is told of both autopilots', async () => {
  const boat = new Boat()
  const engaged = 'steering.autopilot.engaged'
  boat.hear({ [engaged]: true }, { source: 'pilot.a' })
  boat.hear({ [engaged]: false }, { source: 'pilot.b' })
  const listener = boat.listen([engaged])
  await boat.settle(10)
  assert.deepEqual(saidTo(listener).toSorted(byName), [
    ['pilot.a', true],
    ['pilot.b', false],
  ])
})
