import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../sea/random.ts'
import { SimulatedBoat } from '../simulated-boat.ts'
import { degrees, inDegrees, knots, turnBetween } from '../units.ts'
import { SteeringLaw } from './steering-law.ts'

const dt = 0.05

const boatAt = (speed: number, waves = 0): SimulatedBoat => {
  const boat = new SimulatedBoat(
    {
      position: { latitude: 54.75, longitude: 2.9 },
      heading: 0,
      trueWind: { direction: degrees(90), speed: knots(12) },
      current: { set: 0, drift: 0 },
      waves,
      gusts: 0,
    },
    new Random(1),
  )
  boat.place({ speed: knots(speed), motoring: true })
  return boat
}

/** Steers to a heading. Returns the remaining turn at each step, in degrees. */
const steer = (boat: SimulatedBoat, heading: number, seconds: number): number[] => {
  const law = new SteeringLaw()
  return Array.from({ length: seconds / dt }, () => {
    const { heading: present, rateOfTurn } = boat.truth
    const toTurn = turnBetween(present, degrees(heading))
    boat.step(dt, law.rudder(dt, toTurn, rateOfTurn))
    return inDegrees(toTurn)
  })
}

for (const [speed, turn, seconds] of [
  [6, 30, 14.6],
  [6, 100, 23],
  [3, 30, 24],
  [3, 100, 38],
] as const)
  test(`a turn of ${turn}° at ${speed} knots takes ${seconds} s without overshoot`, () => {
    const left = steer(boatAt(speed), turn, 120)
    const settledAt = (left.findLastIndex((angle) => Math.abs(angle) > 2) + 1) * dt
    assert.ok(Math.abs(settledAt - seconds) <= 1, `${settledAt} s`)
    assert.ok(Math.min(...left) > -0.6, `${-Math.min(...left)}° too far`)
  })

test('limits the rate of turn to 10° a second at any speed', () => {
  const boat = boatAt(9)
  let fastest = 0
  const law = new SteeringLaw()
  for (let time = 0; time < 30; time += dt) {
    boat.step(dt, law.rudder(dt, degrees(120), boat.truth.rateOfTurn))
    fastest = Math.max(fastest, boat.truth.rateOfTurn)
  }
  assert.ok(inDegrees(fastest) > 9 && inDegrees(fastest) < 11.5, `${inDegrees(fastest)}° a second`)
})

for (const [waves, deviation, words] of [
  [1, 2, 'a slight'],
  [3, 5.6, 'a rough'],
] as const)
  test(`in ${words} sea the heading deviates by ${deviation}°`, () => {
    const left = steer(boatAt(6, waves), 0, 1_800)
    const measured = Math.sqrt(left.reduce((sum, angle) => sum + angle ** 2, 0) / left.length)
    assert.ok(Math.abs(measured / deviation - 1) < 0.15, `${measured}°`)
  })

test('trims a boat that pulls to one side', () => {
  const boat = boatAt(6)
  const law = new SteeringLaw()
  for (let time = 0; time < 300; time += dt) {
    const { heading, rateOfTurn } = boat.truth
    boat.step(dt, law.rudder(dt, turnBetween(heading, 0), rateOfTurn) + degrees(4))
  }
  assert.ok(Math.abs(inDegrees(turnBetween(boat.truth.heading, 0))) < 1.1)
})
