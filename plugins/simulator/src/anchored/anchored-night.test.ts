import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wayBetween } from '../earth.ts'
import { degrees, turnBetween } from '../units.ts'
import { lengthOf } from '../vector.ts'
import { AnchoredNight, type NightSettings } from './anchored-night.ts'
import { goodReception } from './anchored-receiver.ts'

const settings: NightSettings = {
  seed: 7,
  position: { latitude: -12.5, longitude: 179.9999 },
  depth: 6,
  fromBow: 9,
  reception: { ...goodReception, outliers: 0 },
  outages: [{ from: 1_000, to: 1_060 }],
  chain: { length: 40, height: 7.2, weight: 19.6 },
  wind: { direction: degrees(90), speed: 8 },
  gusts: 1,
  bow: { north: 0, east: 0 },
  astern: 300,
}

test('the same settings give the same night', () => {
  const end = (): unknown => {
    const night = new AnchoredNight(settings)
    for (let second = 0; second < 500; second++) night.step(1)
    return night.step(1)
  }
  assert.deepEqual(end(), end())
})

test('the instruments show antenna, heading, wind and depth within their noise', () => {
  const night = new AnchoredNight(settings)
  for (let second = 1; second <= 3_000; second++) {
    const readings = night.step(1)
    const { bow, heading, wind } = night.truth
    assert.equal(readings.position === undefined, second >= 1_000 && second < 1_060)
    if (readings.position !== undefined) {
      const { north, east } = wayBetween(settings.position, readings.position)
      const [antennaNorth, antennaEast] = [
        bow.north - 9 * Math.cos(heading),
        bow.east - 9 * Math.sin(heading),
      ]
      assert.ok(lengthOf({ north: north - antennaNorth, east: east - antennaEast }) < 12)
    }
    assert.ok(Math.abs(turnBetween(heading, readings.heading)) < degrees(3))
    assert.ok(Math.abs(turnBetween(wind.direction, readings.wind.direction)) < degrees(13))
    assert.ok(Math.abs(readings.depth - 6) <= 0.1 && readings.wind.speed >= 0)
  }
})
