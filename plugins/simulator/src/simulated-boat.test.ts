import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wayBetween } from './earth.ts'
import { Random } from './sea/random.ts'
import { SimulatedBoat, type BoatSettings, type Truth } from './simulated-boat.ts'
import { degrees, inDegrees, inKnots, knots } from './units.ts'
import { directionOf, lengthOf } from './vector.ts'

const settings: BoatSettings = {
  position: { latitude: 54.75, longitude: 2.9 },
  heading: degrees(90),
  trueWind: { direction: 0, speed: knots(12) },
  current: { set: 0, drift: 0 },
  waves: 0,
  gusts: 0,
}

const boatWith = (changes: Partial<BoatSettings> = {}, seed = 1): SimulatedBoat =>
  new SimulatedBoat({ ...settings, ...changes }, new Random(seed))

const sail = (boat: SimulatedBoat, seconds: number, rudder = 0): Truth => {
  for (let step = 0; step < seconds * 20; step++) boat.step(0.05, rudder)
  return boat.truth
}

const assertNear = (value: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} instead of ${expected} ± ${tolerance}`)

test('the same seed gives exactly the same track, another seed another one', () => {
  const track = (seed: number): Truth => sail(boatWith({ waves: 1, gusts: 1 }, seed), 300)
  assert.deepEqual(track(4), track(4))
  assert.notDeepEqual(track(4).position, track(5).position)
})

test('at 6 knots and 30° of rudder turns 8.4° a second in a circle of 21 m', () => {
  const boat = boatWith()
  boat.place({ speed: knots(6), motoring: true })
  const { rateOfTurn } = sail(boat, 60, degrees(30))
  assertNear(inDegrees(rateOfTurn), 8.4, 0.1)
  assertNear(knots(6) / rateOfTurn, 21, 0.3)
  const { north, east } = wayBetween(settings.position, boat.truth.position)
  assert.ok(Math.hypot(north, east) < 70, 'it did not stay in its circle')
})

test('rudder to starboard turns the bow to starboard, rudder to port to port', () => {
  assert.ok(sail(boatWith(), 5, degrees(10)).heading > degrees(90))
  assert.ok(sail(boatWith(), 5, degrees(-10)).heading < degrees(90))
})

test('the rudder moves 6° a second, up to 35°', () => {
  const boat = boatWith()
  assertNear(inDegrees(sail(boat, 2, degrees(60)).rudder), 12, 0.5)
  assertNear(inDegrees(sail(boat, 10, degrees(60)).rudder), 35, 0.01)
})

test('accelerates slowly: two thirds of the difference in eight seconds', () => {
  const boat = boatWith()
  boat.place({ speed: 0 })
  const settled = boatWith().truth.speedThroughWater
  assertNear(sail(boat, 8).speedThroughWater / settled, 0.632, 0.01)
})

test('the apparent wind is the true wind minus the motion of the boat', () => {
  const boat = boatWith({ trueWind: { direction: 0, speed: 5 } })
  boat.place({ heading: 0, speed: 3, motoring: true })
  assertNear(boat.truth.apparentWind.speed, 8, 1e-4)
  assertNear(boat.truth.apparentWind.angle, 0, 1e-4)
  boat.place({ heading: degrees(180), speed: 3, motoring: true })
  assertNear(boat.truth.apparentWind.speed, 2, 1e-4)
  assertNear(Math.abs(boat.truth.apparentWind.angle), Math.PI, 1e-4)
})

test('with wind from the north, a boat heading east has it on port and heels to starboard', () => {
  const { apparentWind, roll } = boatWith().truth
  assert.ok(apparentWind.angle < 0 && apparentWind.angle > degrees(-90))
  assert.ok(roll > degrees(5) && roll <= degrees(30), `${inDegrees(roll)}`)
})

test('leeway carries the boat to leeward', () => {
  const { overGround, heading } = sail(boatWith({ heading: degrees(50) }), 30)
  const leeway = inDegrees(directionOf(overGround) - heading)
  assert.ok(leeway > 1 && leeway < 10, `${leeway}°`)
})

test('the tide carries the boat over the ground, and turns after six hours and a quarter', () => {
  const current = { set: degrees(90), drift: 0.5 }
  const still = { trueWind: { direction: 0, speed: 0 }, heading: 0 }
  const boat = boatWith({ ...still, current })
  boat.place({ speed: 0, motoring: true })
  assertNear(inDegrees(directionOf(sail(boat, 10).overGround)), 90, 0.1)
  assertNear(lengthOf(boat.truth.overGround), 0.5, 0.01)
  for (let hour = 0; hour < 12.42 * 1_800; hour++) boat.step(1, 0)
  assertNear(inDegrees(directionOf(boat.truth.overGround)), 270, 1)
})

test('a boat head to wind stops', () => {
  const boat = boatWith({ heading: degrees(3) })
  boat.place({ speed: knots(6) })
  assertNear(inKnots(sail(boat, 60).speedThroughWater), 0.3, 0.05)
})

test('gusts and waves can be disabled', () => {
  const { trueWind, heading, pitch } = sail(boatWith(), 600)
  assert.deepEqual(trueWind, settings.trueWind)
  assert.equal(heading, settings.heading)
  assert.equal(pitch, 0)
})

test('a gusty wind keeps its mean', () => {
  const boat = boatWith({ gusts: 1 })
  let speed = 0
  let turned = 0
  for (let step = 0; step < 40_000; step++) {
    boat.step(1, 0)
    speed += boat.truth.trueWind.speed / 40_000
    turned = Math.max(turned, Math.abs(Math.sin(boat.truth.trueWind.direction)))
  }
  assertNear(speed / settings.trueWind.speed, 1, 0.25)
  assert.ok(turned > Math.sin(degrees(10)))
})
