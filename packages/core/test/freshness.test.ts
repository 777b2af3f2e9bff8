import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@marinedata/core'
import { Boat } from './boat.ts'

const speed = 'navigation.speedOverGround'
const depth = 'environment.depth.belowTransducer'

/** Says the speed every so often, for so many times, sweeping in between. */
const repeat = (boat: Boat, everyMs: number, times: number): void => {
  for (let count = 0; count < times; count++) {
    boat.pass(everyMs)
    boat.hear({ [speed]: count })
  }
}

const isStale = (boat: Boat, path: string): boolean | undefined => boat.leaf(path)?.isStale

test('a value heard every second is stale after five seconds of silence', () => {
  const boat = new Boat()
  repeat(boat, 1_000, 20)
  boat.pass(4_750)
  assert.equal(isStale(boat, speed), false)
  boat.pass(1_000)
  assert.equal(isStale(boat, speed), true)
  assert.equal(boat.counters.staleValues, 1)
})

test('a value heard ten times a second is not stale before two seconds of silence', () => {
  const boat = new Boat()
  repeat(boat, 100, 50)
  boat.pass(1_900)
  assert.equal(isStale(boat, speed), false)
  boat.pass(750)
  assert.equal(isStale(boat, speed), true)
})

test('the timeout of the metadata goes before the learned one', () => {
  const boat = new Boat({ metadata: { [speed]: { timeout: 20 } } })
  repeat(boat, 100, 50)
  boat.pass(19_500)
  assert.equal(isStale(boat, speed), false)
  boat.pass(1_250)
  assert.equal(isStale(boat, speed), true)
})

test('a device that says how long its values are good for is taken at its word', () => {
  const boat = new Boat()
  boat.hear({ 'tanks.fuel.0.currentLevel': 0.5 })
  boat.describe('tanks.fuel.0.currentLevel', { timeout: 3 })
  boat.pass(2_750)
  assert.equal(isStale(boat, 'tanks.fuel.0.currentLevel'), false)
  boat.pass(1_000)
  assert.equal(isStale(boat, 'tanks.fuel.0.currentLevel'), true)
})

test('a measurement heard once is doubted after a minute', () => {
  const boat = new Boat()
  boat.hear({ [depth]: 4.2, 'navigation.position': { latitude: 60, longitude: 20 } })
  boat.pass(59_500)
  assert.deepEqual([isStale(boat, depth), isStale(boat, 'navigation.position')], [false, false])
  boat.pass(1_000)
  assert.deepEqual([isStale(boat, depth), isStale(boat, 'navigation.position')], [true, true])
})

test('the name of a boat and an alarm never go stale', () => {
  const boat = new Boat()
  const alarm = { state: 'alarm', method: ['sound'], message: 'Bilge' }
  for (let count = 0; count < 10; count++) {
    boat.pass(500)
    boat.hear({ name: 'Anna', 'communication.callsignVhf': 'OH1', 'notifications.bilge': alarm })
  }
  boat.pass(3_600_000)
  assert.deepEqual(
    ['name', 'communication.callsignVhf', 'notifications.bilge'].map((path) => isStale(boat, path)),
    [false, false, false],
  )
})

test('a fact without a unit that was said once stays good', () => {
  const boat = new Boat()
  boat.hear({ 'steering.autopilot.mode': 'compass' })
  boat.pass(3_600_000)
  assert.equal(isStale(boat, 'steering.autopilot.mode'), false)
})

test('a stale value is told as stale, with its last value, and live again when it is heard', async () => {
  const boat = new Boat()
  repeat(boat, 1_000, 5)
  const listener = boat.listen([speed])
  await boat.settle(10)
  boat.pass(8_000)
  await boat.settle(10)
  boat.hear({ [speed]: 9 })
  await boat.settle(10)
  assert.deepEqual(
    listener.outlet.heard().map(({ value, isStale: stale }) => [value, stale]),
    [
      [4, false],
      [4, true],
      [9, false],
    ],
  )
})

test('a new path does not put off the doubt about another that is due', () => {
  const boat = new Boat()
  repeat(boat, 100, 2)
  boat.pass(2_050)
  boat.hear({ [depth]: 1 })
  boat.pass(500)
  assert.equal(isStale(boat, speed), true)
})

test('one value after an outage does not make the source slow', () => {
  const boat = new Boat()
  repeat(boat, 1_000, 20)
  boat.pass(3_600_000)
  repeat(boat, 1_000, 1)
  boat.pass(12_000)
  assert.equal(isStale(boat, speed), true)
})

test('a slow source that began with two values in haste is understood after some time', () => {
  const boat = new Boat()
  repeat(boat, 100, 2)
  repeat(boat, 30_000, 12)
  boat.pass(30_000)
  assert.equal(isStale(boat, speed), false)
})

test('the same value twice in one breath does not make a hasty source', () => {
  const boat = new Boat()
  boat.hear({ [speed]: 1 })
  boat.hear({ [speed]: 1 })
  boat.pass(30_000)
  assert.equal(isStale(boat, speed), false)
})

test('sweeps that come late find everything all the same', () => {
  const boat = new Boat()
  repeat(boat, 1_000, 10)
  boat.clock.advance(64 * 250 * 3)
  boat.tree.sweep()
  boat.pass(1_000)
  assert.equal(isStale(boat, speed), true)
})

/** What a night looks like, told by the monotonic clock alone. */
const night = (jump: (clock: ManualClock, at: number) => void, wallMs: number): unknown => {
  const clock = new ManualClock(wallMs)
  const boat = new Boat({ clock, orders: [{ path: 'navigation', sources: ['good', 'fair'] }] })
  const seen: unknown[] = []
  for (let second = 0; second < 60; second++) {
    jump(clock, second)
    boat.pass(1_000)
    boat.hear({ [speed]: second }, { source: 'fair' })
    if (second < 30 || second > 45) boat.hear({ [speed]: second }, { source: 'good' })
    if (second < 20) boat.hear({ [depth]: second })
    seen.push([boat.leaf(speed)?.source, isStale(boat, speed), isStale(boat, depth)])
  }
  return [seen, boat.switches, boat.counters.staleValues, boat.tree.sequence]
}

const year2026 = Date.UTC(2026, 0, 1)
const calm = night(() => undefined, year2026)

test('a boat that boots in 1970 chooses sources and doubts values like any other', () => {
  assert.deepEqual(
    night(() => undefined, 0),
    calm,
  )
})

test('a clock that jumps ahead by 55 years changes nothing but the stamps', () => {
  const jumped = night((clock, second) => {
    if (second === 10) clock.setWall(55 * 365.25 * 86_400_000)
  }, 0)
  assert.deepEqual(jumped, calm)
})

test('a clock that is put back by an hour changes nothing but the stamps', () => {
  const jumped = night((clock, second) => {
    if (second === 10 || second === 31) clock.setWall(year2026 - 3_600_000)
  }, year2026)
  assert.deepEqual(jumped, calm)
})

test('an update without a time is stamped by the wall clock of the moment', () => {
  const clock = new ManualClock(0)
  const boat = new Boat({ clock })
  boat.hear({ [speed]: 1 })
  assert.equal(boat.leaf(speed)?.timestamp, '1970-01-01T00:00:00.000Z')
  clock.setWall(year2026)
  boat.hear({ [speed]: 1 })
  assert.equal(boat.leaf(speed)?.timestamp, '2026-01-01T00:00:00.000Z')
})

test('a source that is heard every ten minutes is stale after fifteen, not after fifty', () => {
  const boat = new Boat()
  for (let count = 0; count < 6; count++) {
    boat.pass(600_000)
    boat.hear({ 'my.level': count })
  }
  boat.pass(890_000)
  assert.equal(isStale(boat, 'my.level'), false)
  boat.pass(20_000)
  assert.equal(isStale(boat, 'my.level'), true)
})

test('a source that is heard every half minute is stale after two minutes', () => {
  const boat = new Boat()
  repeat(boat, 30_000, 20)
  boat.pass(115_000)
  assert.equal(isStale(boat, speed), false)
  boat.pass(10_000)
  assert.equal(isStale(boat, speed), true)
})

test('a value whose own time is a year off is live, stamped with the time of receipt, and marked', async () => {
  const boat = new Boat({ clock: new ManualClock(Date.UTC(2026, 10, 15)) })
  const { outlet } = boat.listen([speed])
  boat.hear({ [speed]: 3 }, { timestamp: '2025-12-31T00:00:00Z' })
  await boat.settle(50)
  const leaf = await boat.body(['vessels', 'self', 'navigation', 'speedOverGround'])
  assert.partialDeepStrictEqual(leaf, {
    value: 3,
    $source: 'gps',
    timestamp: '2026-11-15T00:00:00.000Z',
    timestampReplaced: true,
  })
  assert.match(JSON.stringify(outlet), /timestampReplaced/)
  boat.hear({ [speed]: 4 })
  assert.equal(boat.leaf(speed)?.isTimestampReplaced, false)
})
