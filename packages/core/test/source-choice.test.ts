import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, type Listener } from './boat.ts'

const path = 'navigation.speedOverGround'
const ranked = { orders: [{ path: 'navigation', sources: ['good', 'fair'] }] }

const write = (boat: Boat, source: string, value: number | null): void =>
  void boat.write({ [path]: value }, { source })

const saidTo = ({ outlet }: Listener): [string, unknown][] =>
  outlet.received().map(({ source, value }) => [source, value])

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => a.localeCompare(b)

/** Both sources send every half second. */
const speakBoth = (boat: Boat, ms: number): void => {
  for (let at = 0; at < ms; at += 500) {
    boat.pass(500)
    write(boat, 'fair', 1)
    write(boat, 'good', 2)
  }
}

test('the first source is preferred', () => {
  const boat = new Boat(ranked)
  write(boat, 'fair', 1)
  write(boat, 'good', 2)
  assert.equal(boat.leaf(path)?.source, 'fair')
})

test('a better source takes over only after five seconds without interruption', () => {
  const boat = new Boat(ranked)
  write(boat, 'fair', 1)
  write(boat, 'good', 2)
  speakBoth(boat, 4_500)
  assert.equal(boat.leaf(path)?.source, 'fair')
  speakBoth(boat, 500)
  assert.equal(boat.leaf(path)?.source, 'good')
})

test('the five seconds restart when the better source is interrupted', () => {
  const boat = new Boat(ranked)
  write(boat, 'fair', 1)
  write(boat, 'good', 2)
  speakBoth(boat, 3_000)
  write(boat, 'good', null)
  write(boat, 'good', 2)
  speakBoth(boat, 4_500)
  assert.equal(boat.leaf(path)?.source, 'fair')
  speakBoth(boat, 500)
  assert.equal(boat.leaf(path)?.source, 'good')
})

test('a source of equal rank never replaces a live source', () => {
  const boat = new Boat()
  write(boat, 'fair', 1)
  write(boat, 'good', 2)
  speakBoth(boat, 60_000)
  assert.equal(boat.leaf(path)?.source, 'fair')
  assert.equal(boat.counters.sourceSwitches, 0)
})

test('a source that sends null is replaced immediately', () => {
  const boat = new Boat(ranked)
  write(boat, 'good', 2)
  write(boat, 'fair', 1)
  write(boat, 'good', null)
  assert.deepEqual([boat.leaf(path)?.source, boat.leaf(path)?.value], ['fair', 1])
})

test('a silent source is replaced when it becomes stale', () => {
  const boat = new Boat(ranked)
  speakBoth(boat, 10_000)
  assert.equal(boat.leaf(path)?.source, 'good')
  for (let at = 0; at < 5_000; at += 500) {
    boat.pass(500)
    write(boat, 'fair', 1)
  }
  assert.deepEqual([boat.leaf(path)?.source, boat.leaf(path)?.isStale], ['fair', false])
})

test('null from another source never replaces a live value', () => {
  const boat = new Boat(ranked)
  write(boat, 'fair', 1)
  for (let at = 0; at < 20_000; at += 500) {
    boat.pass(500)
    write(boat, 'fair', 1)
    write(boat, 'good', null)
  }
  assert.deepEqual([boat.leaf(path)?.source, boat.leaf(path)?.value], ['fair', 1])
})

test('a stale source stays preferred until another source is live', () => {
  const boat = new Boat(ranked)
  write(boat, 'good', null)
  write(boat, 'fair', null)
  assert.equal(boat.leaf(path)?.source, 'good')
  write(boat, 'fair', 1)
  assert.equal(boat.leaf(path)?.source, 'fair')
})

test('the best-ranked live source takes over', () => {
  const boat = new Boat({ orders: [{ path, sources: ['best', 'second', 'third'] }] })
  write(boat, 'best', 1)
  write(boat, 'third', 3)
  write(boat, 'second', 2)
  write(boat, 'best', null)
  assert.equal(boat.leaf(path)?.source, 'second')
})

test('every switch is counted and reported with old and new source', () => {
  const boat = new Boat(ranked)
  write(boat, 'good', 2)
  write(boat, 'fair', 1)
  write(boat, 'good', null)
  write(boat, 'good', 2)
  speakBoth(boat, 6_000)
  assert.deepEqual(boat.switches, [
    { path, from: 'good', to: 'fair' },
    { path, from: 'fair', to: 'good' },
  ])
  assert.equal(boat.counters.sourceSwitches, 2)
})

test('a switch sends the new value immediately, and the old one only to subscriptions to all sources', async () => {
  const boat = new Boat(ranked)
  write(boat, 'good', 2)
  write(boat, 'fair', 1)
  const preferred = boat.listen([path])
  const all = boat.listen([{ path, sources: 'all' }])
  await boat.settle(10)
  preferred.outlet.clear()
  all.outlet.clear()
  write(boat, 'good', null)
  await boat.settle(10)
  assert.deepEqual(saidTo(preferred), [['fair', 1]])
  assert.deepEqual(saidTo(all).toSorted(byName), [
    ['fair', 1],
    ['good', null],
  ])
})

test('values of two autopilots are both sent, each with its source', async () => {
  const boat = new Boat()
  const engaged = 'steering.autopilot.engaged'
  const listener = boat.listen([engaged])
  boat.write({ [engaged]: true }, { source: 'pilot.a' })
  boat.write({ [engaged]: false }, { source: 'pilot.b' })
  await boat.settle(10)
  boat.write({ [engaged]: true }, { source: 'pilot.b' })
  await boat.settle(10)
  assert.deepEqual(saidTo(listener), [
    ['pilot.a', true],
    ['pilot.b', false],
    ['pilot.b', true],
  ])
  assert.equal(boat.counters.sourceSwitches, 0)
})

test('a client that joins later gets the values of both autopilots', async () => {
  const boat = new Boat()
  const engaged = 'steering.autopilot.engaged'
  boat.write({ [engaged]: true }, { source: 'pilot.a' })
  boat.write({ [engaged]: false }, { source: 'pilot.b' })
  const listener = boat.listen([engaged])
  await boat.settle(10)
  assert.deepEqual(saidTo(listener).toSorted(byName), [
    ['pilot.a', true],
    ['pilot.b', false],
  ])
})

/** Sends every half second from these sources. */
const speak = (boat: Boat, sources: readonly string[], ms: number): void => {
  for (let at = 0; at < ms; at += 500) {
    boat.pass(500)
    for (const source of sources) write(boat, source, 1)
  }
}

test('a source that was silent is preferred again when it has been live for five seconds', () => {
  const boat = new Boat()
  speak(boat, ['first', 'second'], 10_000)
  speak(boat, ['second'], 20_000)
  assert.equal(boat.leaf(path)?.source, 'second')
  speak(boat, ['first', 'second'], 5_000)
  assert.equal(boat.leaf(path)?.source, 'second')
  speak(boat, ['first', 'second'], 1_000)
  assert.equal(boat.leaf(path)?.source, 'first')
  speak(boat, ['first', 'second'], 60_000)
  assert.equal(boat.counters.sourceSwitches, 2)
})

test('the first source is preferred again after two others in turn', () => {
  const boat = new Boat()
  speak(boat, ['first', 'second', 'third'], 10_000)
  speak(boat, ['second', 'third'], 10_000)
  speak(boat, ['third'], 10_000)
  assert.equal(boat.leaf(path)?.source, 'third')
  speak(boat, ['first', 'third'], 10_000)
  assert.equal(boat.leaf(path)?.source, 'first')
})

test('a source that comes back does not replace a better-ranked one', () => {
  const boat = new Boat(ranked)
  speak(boat, ['fair'], 10_000)
  speak(boat, ['good'], 10_000)
  speak(boat, ['fair', 'good'], 60_000)
  assert.equal(boat.leaf(path)?.source, 'good')
})
