import { knots } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, array, constantFrom, double, oneof, property, record, boolean } from 'fast-check'
import { figuresOf, noCounters, TripMeter, type Counters, type Motion } from './trip-meter.ts'

const still: Motion = { speed: 0, position: undefined, isAnchored: false, isEngineRunning: false }

/** Ticks every second with a motion, and returns the counters. */
const sailing = (isUnderWay = false) => {
  const meter = new TripMeter(30, isUnderWay)
  let now = 0
  let counters: Counters = noCounters
  const tick = (motion: Partial<Motion>, seconds = 1): void => {
    now += seconds
    counters = meter.tick({ ...still, ...motion }, now)(counters)
  }
  const during = (seconds: number, motion: Partial<Motion>): void => {
    for (let passed = 0; passed < seconds; passed++) tick(motion)
  }
  return { meter, tick, during, counters: () => counters, figures: () => figuresOf(counters) }
}

test('an hour at five knots is five miles, from half a minute after the start on', () => {
  const { during, figures } = sailing()
  during(3_630, { speed: knots(5) })
  const { distance, underWay, averageSpeed, maximumSpeed, unknown } = figures()
  assert.equal(underWay, 3_600)
  assert.ok(Math.abs(distance - 5 * 1_852) <= 3, `${distance}`)
  assert.deepEqual([averageSpeed, maximumSpeed, unknown], [2.57, 2.57, 0])
})

test('a receiver that wanders at the berth makes no distance', () => {
  const { during, figures } = sailing()
  for (let round = 0; round < 100; round++) {
    during(20, { speed: knots(1.2) })
    during(20, { speed: knots(0.2) })
  }
  assert.deepEqual(figures(), {
    distance: 0,
    underWay: 0,
    unknown: 0,
    engine: 0,
    averageSpeed: null,
    maximumSpeed: null,
  })
})

test('an unknown speed under way is unknown time, and no distance', () => {
  const { during, figures } = sailing(true)
  during(100, { speed: 3 })
  const { distance } = figures()
  during(50, { speed: undefined })
  during(10, { speed: 80 })
  assert.equal(figures().distance, distance)
  assert.equal(figures().unknown, 60)
})

test('without a speed the positions count, but not a jump', () => {
  const { during, tick, figures } = sailing(true)
  const north = (metres: number) => ({ latitude: 54 + metres / 111_195, longitude: 10 })
  tick({ speed: undefined, position: north(0) })
  for (let second = 1; second <= 100; second++) tick({ speed: undefined, position: north(second * 3) })
  assert.ok(Math.abs(figures().distance - 300) <= 1, `${figures().distance}`)
  tick({ speed: undefined, position: north(50_000) })
  during(1, { speed: undefined, position: undefined })
  assert.ok(figures().distance < 302)
})

test('a single fast reading is no maximum', () => {
  const { during, figures } = sailing(true)
  during(10, { speed: 3 })
  during(2, { speed: 20 })
  during(10, { speed: 3 })
  assert.equal(figures().maximumSpeed, 3)
})

test('the boat has stopped after five minutes of rest, or when it anchors', () => {
  const { during, meter } = sailing(true)
  during(299, { speed: 0.1 })
  assert.equal(meter.isUnderWay, true)
  during(3, { speed: 0.1 })
  assert.equal(meter.isUnderWay, false)
  during(40, { speed: 3 })
  assert.equal(meter.isUnderWay, true)
  during(1, { speed: 3, isAnchored: true })
  assert.equal(meter.isUnderWay, false)
})

test('the engine counts at the berth, too', () => {
  const { during, figures } = sailing()
  during(61, { isEngineRunning: true })
  assert.equal(figures().engine, 60)
})

test('a pause of the machine under way is unknown time', () => {
  const { tick, during, figures } = sailing(true)
  during(11, { speed: 3 })
  tick({ speed: 3 }, 3_600)
  assert.deepEqual([figures().unknown, figures().distance], [3_600, 30])
})

test('counters never shrink, and time is counted once, for any input', () => {
  const number = oneof(double({ min: -10, max: 100, noNaN: true }), constantFrom(undefined, 0, 1, 3))
  const position = oneof(
    constantFrom(undefined),
    record({
      latitude: double({ min: -90, max: 90, noNaN: true }),
      longitude: double({ min: -180, max: 180, noNaN: true }),
    }),
  )
  const motion = record({ speed: number, position, isAnchored: boolean(), isEngineRunning: boolean() })
  const step = record({ motion, seconds: double({ min: 0.1, max: 20, noNaN: true }) })
  check(
    property(array(step, { maxLength: 80 }), (steps) => {
      const { tick, counters } = sailing(true)
      let total = 0
      return steps.every(({ motion: moved, seconds }) => {
        const before = counters()
        tick(moved, seconds)
        total += seconds
        const after = counters()
        const isGrowing = (Object.keys(after) as (keyof Counters)[]).every(
          (name) => Number.isFinite(after[name]) && after[name] >= before[name],
        )
        return isGrowing && after.underWay + after.unknown <= total + 1e-6
      })
    }),
    { numRuns: 200 },
  )
})
