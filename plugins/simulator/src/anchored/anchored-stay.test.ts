import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wayBetween } from '../earth.ts'
import { degrees } from '../units.ts'
import { directionOf, lengthOf } from '../vector.ts'
import { AnchoredStay, type StaySettings } from './anchored-stay.ts'
import { straightReach } from './rode.ts'

const settings: StaySettings = {
  seed: 3,
  position: { latitude: 50.6, longitude: -1.9 },
  trueWind: { direction: degrees(250), speed: 7 },
  gusts: 0.3,
  noise: 1,
  anchorage: { depth: 6, rode: 40 },
}

const distanceIn = (stay: AnchoredStay): number => lengthOf(wayBetween(settings.position, stay.position))

test('starts with the boat behind its anchor at the end of its rode', () => {
  const stay = new AnchoredStay(settings)
  for (let minute = 0; minute < 60; minute++) {
    stay.step(60)
    const way = wayBetween(settings.position, stay.position)
    assert.ok(
      lengthOf(way) > 25 && lengthOf(way) <= straightReach({ length: 40, height: 7.2, weight: 0 }) + 1,
    )
    const off = Math.abs(directionOf(way) - degrees(70))
    assert.ok(off < degrees(60), `${off} rad off the wind`)
  }
  assert.equal(stay.dragged, 0)
})

test('the anchor drags from the requested time at the requested speed', () => {
  const drag = { after: 60, speed: 0.3 }
  const stay = new AnchoredStay({ ...settings, anchorage: { ...settings.anchorage, drag } })
  stay.step(59)
  assert.equal(stay.dragged, 0)
  const before = distanceIn(stay)
  stay.step(301)
  assert.ok(Math.abs(stay.dragged - 90) < 0.5, `${stay.dragged} m`)
  assert.ok(distanceIn(stay) - before > 60, `${distanceIn(stay) - before} m further off`)
})

test('the stay does not depend on how time is split; only whole steps give new values', () => {
  const [one, other] = [new AnchoredStay(settings), new AnchoredStay(settings)]
  one.step(30)
  assert.deepEqual(
    [0.1, 0.1, 0.1, 0.1].map((seconds) => other.step(seconds)),
    [false, true, false, true],
  )
  other.step(29.6)
  assert.deepEqual(other.readings, one.readings)
})

test('a receiver without noise only jitters', () => {
  const stay = new AnchoredStay({ ...settings, noise: 0 })
  for (let second = 0; second < 600; second++) {
    stay.step(1)
    const { position } = stay.readings
    assert.ok(position !== undefined)
    const off = lengthOf(wayBetween(stay.position, position)) - 9
    assert.ok(Math.abs(off) < 2, `${off} m`)
  }
})
