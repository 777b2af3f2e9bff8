import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@marinedata/core'
import { Boat } from './boat.ts'

const speed = 'navigation.speedOverGround'
const depth = 'environment.depth.belowTransducer'

/** Writes the speed at an interval, a number of times, with sweeps in between. */
const repeat = (boat: Boat, everyMs: number, times: number): void => {
  for (let count = 0; count < times; count++) {
    boat.pass(everyMs)
    boat.write({ [speed]: count })
  }
}

const isStale = (boat: Boat, path: string): boolean | undefined => boat.leaf(path)?.isStale

test('a value sent every second is stale after five seconds of silence', () => {
  const boat = new Boat()
  repeat(boat, 1_000, 20)
  boat.pass(4_750)
  assert.equal(isStale(boat, speed), false)
  boat.pass(1_000)
  assert.equal(isStale(boat, speed), true)
  assert.equal(boat.counters.staleValues, 1)
})

test('a value sent ten times a second is not stale before two seconds of silence', () => {
  const boat = new Boat()
  repeat(boat, 100, 50)
  boat.pass(1_900)
  assert.equal(isStale(boat, speed), false)
  boat.pass(750)
  assert.equal(isStale(boat, speed), true)
})

test('the timeout of the metadata overrides the learned one', () => {
  const boat = new Boat({ metadata: { [speed]: { timeout: 20 } } })
  repeat(boat, 100, 50)
  boat.pass(19_500)
  assert.equal(isStale(boat, speed), false)
  boat.pass(1_250)
  assert.equal(isStale(boat, speed), true)
})

test('a timeout in the metadata from a device is used', () => {
  const boat = new Boat()
  boat.write({ 'tanks.fuel.0.currentLevel': 0.5 })
  boat.describe('tanks.fuel.0.currentLevel', { timeout: 3 })
  boat.pass(2_750)
  assert.equal(isStale(boat, 'tanks.fuel.0.currentLevel'), false)
  boat.pass(1_000)
  assert.equal(isStale(boat, 'tanks.fuel.0.currentLevel'), true)
})

test('a measurement sent once is stale after a minute', () => {
  const boat = new Boat()
  boat.write({ [depth]: 4.2, 'navigation.position': { latitude: 60, longitude: 20 } })
  boat.pass(59_500)
  assert.deepEqual([isStale(boat, depth), isStale(boat, 'navigation.position')], [false, false])
  boat.pass(1_000)
  assert.deepEqual([isStale(boat, depth), isStale(boat, 'navigation.position')], [true, true])
})

test('attributes and alarms never become stale', () => {
  const boat = new Boat()
  const alarm = { state: 'alarm', method: ['sound'], message: 'Bilge' }
  for (let count = 0; count < 10; count++) {
    boat.pass(500)
    boat.write({ name: 'Anna', 'communication.callsignVhf': 'OH1', 'notifications.bilge': alarm })
  }
  boat.pass(3_600_000)
  assert.deepEqual(
    ['name', 'communication.callsignVhf', 'notifications.bilge'].map((path) => isStale(boat, path)),
    [false, false, false],
  )
})

test('a value without unit that was sent once never becomes stale', () => {
  const boat = new Boat()
  boat.write({ 'steering.autopilot.mode': 'compass' })
  boat.pass(3_600_000)
  assert.equal(isStale(boat, 'steering.autopilot.mode'), false)
})

test('a stale value is sent as stale with its last value, and as live with the next one', async () => {
  const boat = new Boat()
  repeat(boat, 1_000, 5)
  const listener = boat.listen([speed])
  await boat.settle(10)
  boat.pass(8_000)
  await boat.settle(10)
  boat.write({ [speed]: 9 })
  await boat.settle(10)
  assert.deepEqual(
    listener.outlet.received().map(({ value, isStale: stale }) => [value, stale]),
    [
      [4, false],
      [4, true],
      [9, false],
    ],
  )
})

test('a new path does not delay the check of another path', () => {
  const boat = new Boat()
  repeat(boat, 100, 2)
  boat.pass(2_050)
  boat.write({ [depth]: 1 })
  boat.pass(500)
  assert.equal(isStale(boat, speed), true)
})

test('one value after an outage does not change the learned interval much', () => {
  const boat = new Boat()
  repeat(boat, 1_000, 20)
  boat.pass(3_600_000)
  repeat(boat, 1_000, 1)
  boat.pass(12_000)
  assert.equal(isStale(boat, speed), true)
})

test('the interval of a slow source is learned even if its first two values came quickly', () => {
  const boat = new Boat()
  repeat(boat, 100, 2)
  repeat(boat, 30_000, 12)
  boat.pass(30_000)
  assert.equal(isStale(boat, speed), false)
})

test('two values at the same time do not shorten the learned interval', () => {
  const boat = new Boat()
  boat.write({ [speed]: 1 })
  boat.write({ [speed]: 1 })
  boat.pass(30_000)
  assert.equal(isStale(boat, speed), false)
})

test('late sweeps find all stale values', () => {
  const boat = new Boat()
  repeat(boat, 1_000, 10)
  boat.clock.advance(64 * 250 * 3)
  boat.tree.sweep()
  boat.pass(1_000)
  assert.equal(isStale(boat, speed), true)
})

/** Runs a sequence of events and records the results by the monotonic clock. */
const night = (jump: (clock: ManualClock, at: number) => void, wallMs: number): unknown => {
  const clock = new ManualClock(wallMs)
  const boat = new Boat({ clock, orders: [{ path: 'navigation', sources: ['good', 'fair'] }] })
  const seen: unknown[] = []
  for (let second = 0; second < 60; second++) {
    jump(clock, second)
    boat.pass(1_000)
    boat.write({ [speed]: second }, { source: 'fair' })
    if (second < 30 || second > 45) boat.write({ [speed]: second }, { source: 'good' })
    if (second < 20) boat.write({ [depth]: second })
    seen.push([boat.leaf(speed)?.source, isStale(boat, speed), isStale(boat, depth)])
  }
  return [seen, boat.switches, boat.counters.staleValues, boat.tree.sequence]
}

const year2026 = Date.UTC(2026, 0, 1)
const calm = night(() => undefined, year2026)

test('a system clock in 1970 does not affect source choice and freshness', () => {
  assert.deepEqual(
    night(() => undefined, 0),
    calm,
  )
})

test('a system clock that jumps ahead by 55 years affects only timestamps', () => {
  const jumped = night((clock, second) => {
    if (second === 10) clock.setWall(55 * 365.25 * 86_400_000)
  }, 0)
  assert.deepEqual(jumped, calm)
})

test('a system clock that is set back by an hour affects only timestamps', () => {
  const jumped = night((clock, second) => {
    if (second === 10 || second === 31) clock.setWall(year2026 - 3_600_000)
  }, year2026)
  assert.deepEqual(jumped, calm)
})

test('an update without timestamp gets the present wall clock time', () => {
  const clock = new ManualClock(0)
  const boat = new Boat({ clock })
  boat.write({ [speed]: 1 })
  assert.equal(boat.leaf(speed)?.timestamp, '1970-01-01T00:00:00.000Z')
  clock.setWall(year2026)
  boat.write({ [speed]: 1 })
  assert.equal(boat.leaf(speed)?.timestamp, '2026-01-01T00:00:00.000Z')
})

test('a source with an interval of ten minutes is stale after fifteen, not after fifty', () => {
  const boat = new Boat()
  for (let count = 0; count < 6; count++) {
    boat.pass(600_000)
    boat.write({ 'my.level': count })
  }
  boat.pass(890_000)
  assert.equal(isStale(boat, 'my.level'), false)
  boat.pass(20_000)
  assert.equal(isStale(boat, 'my.level'), true)
})

test('a source with an interval of half a minute is stale after two minutes', () => {
  const boat = new Boat()
  repeat(boat, 30_000, 20)
  boat.pass(115_000)
  assert.equal(isStale(boat, speed), false)
  boat.pass(10_000)
  assert.equal(isStale(boat, speed), true)
})

test('a value with a timestamp a year off is live, gets the time of receipt, and is marked', async () => {
  const boat = new Boat({ clock: new ManualClock(Date.UTC(2026, 10, 15)) })
  const { outlet } = boat.listen([speed])
  boat.write({ [speed]: 3 }, { timestamp: '2025-12-31T00:00:00Z' })
  await boat.settle(50)
  const leaf = await boat.body(['vessels', 'self', 'navigation', 'speedOverGround'])
  assert.partialDeepStrictEqual(leaf, {
    value: 3,
    $source: 'gps',
    timestamp: '2026-11-15T00:00:00.000Z',
    timestampReplaced: true,
  })
  assert.match(JSON.stringify(outlet), /timestampReplaced/)
  boat.write({ [speed]: 4 })
  assert.equal(boat.leaf(speed)?.isTimestampReplaced, false)
})
