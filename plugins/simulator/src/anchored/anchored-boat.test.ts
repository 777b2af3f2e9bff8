import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../sea/random.ts'
import { degrees, inDegrees, turnBetween } from '../units.ts'
import { directionOf, lengthOf } from '../vector.ts'
import { AnchoredBoat, type AnchoredBoatSettings, type AnchoredTruth } from './anchored-boat.ts'

const settings: AnchoredBoatSettings = {
  chain: { length: 40, height: 7.2, weight: 19.6 },
  wind: { direction: degrees(240), speed: 10 },
  gusts: 0,
  bow: { north: 3, east: -4 },
  astern: 300,
}

const boatWith = (changes: Partial<AnchoredBoatSettings> = {}, seed = 1): AnchoredBoat =>
  new AnchoredBoat({ ...settings, ...changes }, new Random(seed))

const lie = (boat: AnchoredBoat, seconds: number): AnchoredTruth[] =>
  Array.from({ length: seconds }, () => {
    boat.step(1)
    return boat.truth
  })

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const assertNear = (value: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} instead of ${expected} ± ${tolerance}`)

test('the same seed gives exactly the same night, another seed another one', () => {
  const end = (seed: number): AnchoredTruth | undefined => lie(boatWith({ gusts: 1 }, seed), 2_000).at(-1)
  assert.deepEqual(end(4), end(4))
  assert.notDeepEqual(end(4)?.bow, end(5)?.bow)
})

test('starts above the anchor, falls back to leeward to the end of its chain and stays there', () => {
  const boat = boatWith()
  assert.equal(lengthOf(boat.truth.bow), 5)
  lie(boat, 900)
  const night = lie(boat, 3_600)
  for (const { bow } of night)
    assert.ok(lengthOf(bow) < 39.3 + 0.5 && lengthOf(bow) > 36, `${lengthOf(bow)} m`)
  const bearing = meanOf(night.map(({ bow }) => inDegrees(turnBetween(degrees(60), directionOf(bow)))))
  assertNear(bearing, 0, 4)
})

test('sheers within a minute or two, further in more wind', () => {
  const widest = (speed: number): number => {
    const boat = boatWith({ wind: { direction: degrees(240), speed } })
    lie(boat, 900)
    return Math.max(...lie(boat, 1_800).map(({ heading }) => Math.abs(turnBetween(degrees(240), heading))))
  }
  assertNear(widest(5), 0.21, 0.02)
  assertNear(widest(15), 0.43, 0.02)
  const boat = boatWith()
  const headings = lie(boat, 3_600).map(({ heading }) => turnBetween(degrees(240), heading))
  const crossings = headings.filter((heading, index) => heading > 0 && (headings[index - 1] ?? 0) <= 0).length
  assert.ok(crossings >= 3_600 / 180 && crossings <= 3_600 / 50, `${crossings} in an hour`)
})

test('follows a wind shift', () => {
  const boat = boatWith({ shift: { at: 2_000, by: degrees(120), over: 900 } })
  lie(boat, 1_900)
  assertNear(inDegrees(turnBetween(degrees(60), directionOf(boat.truth.bow))), 0, 25)
  lie(boat, 3_000)
  assertNear(inDegrees(turnBetween(degrees(180), directionOf(boat.truth.bow))), 0, 25)
})

test('an anchor that holds stays; a dragging one moves at the requested speed, and the boat with it', () => {
  assert.deepEqual(lie(boatWith({ gusts: 1 }), 3_600).at(-1)?.anchor, { north: 0, east: 0 })
  for (const speed of [0.05, 0.3]) {
    const boat = boatWith({ drag: { at: 1_000, speed } })
    lie(boat, 1_000)
    assert.equal(boat.truth.dragged, 0)
    lie(boat, 600)
    assertNear(boat.truth.dragged, 600 * speed, 1e-6)
    assertNear(lengthOf(boat.truth.anchor), 600 * speed, 0.1 * 600 * speed)
    assert.ok(
      Math.abs(turnBetween(degrees(60), directionOf(boat.truth.anchor))) < degrees(15),
      'not to leeward',
    )
    const { bow, anchor } = boat.truth
    const scope = Math.hypot(bow.north - anchor.north, bow.east - anchor.east)
    assert.ok(scope > 30 && scope < 40, `the boat is ${scope} m from its anchor`)
  }
})

test('in a calm the boat stays within its chain', () => {
  const boat = boatWith({ wind: { direction: 0, speed: 0.3 }, astern: 0 })
  assert.ok(lie(boat, 3_600).every(({ bow }) => lengthOf(bow) < 34))
})

test('is numerically stable in a storm', () => {
  const boat = boatWith({ wind: { direction: 0, speed: 30 }, gusts: 1 })
  for (const { bow } of lie(boat, 7_200)) assert.ok(lengthOf(bow) < 43, `${lengthOf(bow)} m`)
})
