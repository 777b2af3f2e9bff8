import { degrees, knots, radians, toDegrees, wrapFull, wrapHalf, type Radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, double, property, tuple } from 'fast-check'
import { currentOf, dewPoint, leeway, otherTack, windOverGround, windOverWater } from './formulas.ts'
import { directionOf, lengthOf, vectorOf, type Vector } from './vector.ts'

const runs = { numRuns: 500 }
const angle = double({ min: -Math.PI, max: Math.PI, noNaN: true })
const boatSpeed = double({ min: 0, max: 20, noNaN: true })
const windSpeed = double({ min: 0.2, max: 60, noNaN: true })

const isNear = (one: number, other: number, tolerance = 1e-6): boolean => Math.abs(one - other) <= tolerance
const isSameAngle = (one: Radians, other: Radians, tolerance = 1e-6): boolean =>
  isNear(wrapHalf(radians(one - other)), 0, tolerance)
const sum = (one: Vector, other: Vector): Vector => ({
  north: one.north + other.north,
  east: one.east + other.east,
})
const windOf = (vector: Vector) => ({
  angle: radians(Math.atan2(vector.east, vector.north)),
  speed: lengthOf(vector),
})

test('a true wind gives an apparent wind, and this gives the same true wind again', () => {
  check(
    property(angle, windSpeed, boatSpeed, (from, speed, boat) => {
      const apparent = windOf(sum(vectorOf(radians(from), speed), { north: boat, east: 0 }))
      const again = windOverWater(apparent, boat)
      const direction = directionOf(again) ?? assert.fail('no direction')
      return isNear(lengthOf(again), speed) && isSameAngle(direction, radians(from))
    }),
    runs,
  )
})

test('the wind over ground is the same for every heading and motion of the boat', () => {
  check(
    property(tuple(angle, windSpeed, angle, angle, boatSpeed), ([from, speed, heading, course, boat]) => {
      const wind = vectorOf(radians(from), speed)
      const felt = windOf(sum(wind, vectorOf(radians(course), boat)))
      const apparent = { ...felt, angle: wrapHalf(radians(felt.angle - heading)) }
      const motion = { course: wrapFull(radians(course)), speed: boat }
      const again = windOverGround(apparent, wrapFull(radians(heading)), motion) ?? assert.fail()
      return (
        isNear(lengthOf(again), speed) && isNear(again.north, wind.north) && isNear(again.east, wind.east)
      )
    }),
    runs,
  )
})

test('the current is what carries the boat besides its motion through the water', () => {
  check(
    property(tuple(angle, boatSpeed, angle, boatSpeed), ([heading, water, set, drift]) => {
      const throughWater = { direction: radians(heading), speed: water }
      const overGround = sum(vectorOf(radians(heading), water), vectorOf(radians(set), drift))
      const { angle: course, speed } = windOf(overGround)
      const flow = currentOf({ course, speed }, throughWater) ?? assert.fail()
      const expected = vectorOf(radians(set), drift)
      return isNear(flow.north, expected.north) && isNear(flow.east, expected.east)
    }),
    runs,
  )
})

test('a boat that does not move needs no course; a moving boat without one has no wind over ground', () => {
  const apparent = { angle: degrees(40), speed: 8 }
  const wind = windOverGround(apparent, degrees(350), { course: undefined, speed: 0.05 }) ?? assert.fail()
  assert.ok(isSameAngle(directionOf(wind) ?? assert.fail(), degrees(30)))
  assert.equal(windOverGround(apparent, degrees(350), { course: undefined, speed: 3 }), undefined)
})

test('running before the wind at its own speed, there is no direction of the apparent wind to rely on', () => {
  assert.equal(directionOf({ north: 0.01, east: 0 }), undefined)
  // Apparent wind from astern: the boat is slower than the wind.
  const wind = windOverWater({ angle: radians(Math.PI), speed: 3 }, 4)
  assert.ok(isNear(lengthOf(wind), 7) && isSameAngle(directionOf(wind) ?? assert.fail(), radians(Math.PI)))
})

for (const [celsius, humidity, expected] of [
  [20, 0.5, 9.3],
  [30, 0.9, 28.2],
  [10, 1, 10],
  [-5, 0.8, -7.9],
] as const)
  test(`at ${celsius} °C and ${humidity * 100} % the dew point is ${expected} °C`, () => {
    assert.ok(isNear((dewPoint(celsius + 273.15, humidity) ?? NaN) - 273.15, expected, 0.1))
  })

test('the dew point is never above the temperature, and unknown for an impossible humidity', () => {
  const temperature = double({ min: 228.5, max: 333, noNaN: true })
  const humidity = double({ min: 0.01, max: 1, noNaN: true })
  check(
    property(temperature, humidity, (kelvin, ratio) => (dewPoint(kelvin, ratio) ?? 1e9) <= kelvin + 1e-9),
    runs,
  )
  for (const wrong of [0, -0.1, 1.01]) assert.equal(dewPoint(293, wrong), undefined)
  assert.equal(dewPoint(400, 0.5), undefined)
})

test('leeway goes to the side of the heel, and is unknown where its formula is not valid', () => {
  const angleAt = (heel: number, speed: number) => leeway(10, degrees(heel), knots(speed))
  assert.ok(isNear(toDegrees(angleAt(20, 6) ?? assert.fail()), 5.56, 0.01))
  assert.ok(isNear(toDegrees(angleAt(-20, 6) ?? assert.fail()), -5.56, 0.01))
  assert.equal(angleAt(20, 0.5), undefined)
  assert.equal(angleAt(30, 2), undefined)
})

test('two tacks lead back to the first heading, and there is none before the wind', () => {
  check(
    property(angle, double({ min: -Math.PI / 2, max: Math.PI / 2, noNaN: true }), (heading, wind) => {
      const other = otherTack(radians(heading), radians(wind)) ?? assert.fail()
      const back = otherTack(other, radians(0 - wind)) ?? assert.fail()
      return isSameAngle(back, radians(heading)) && other >= 0 && other < 2 * Math.PI
    }),
    runs,
  )
  assert.equal(otherTack(radians(0), degrees(120)), undefined)
})
