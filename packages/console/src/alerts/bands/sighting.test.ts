import { selfContext, type SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Values } from '#boat/values.ts'
import { placeFrom } from '@marinedata/console-map/earth'
import { approachIn, presentPlace, rescueRange, sectorOf, sightingOf } from './sighting.ts'

const degree = Math.PI / 180
const here = { latitude: 60, longitude: 20 }
const own = { place: here, isOld: false, heading: 0, course: 90 * degree }
const minute = 1 / 60

const rounded = ({ range = NaN, bearing = NaN, side = NaN }: ReturnType<typeof sightingOf>): number[] => [
  Math.round(range / 10) * 10,
  Math.round(bearing / degree),
  Math.round(side / degree),
]

test('a place has its range, its true bearing, and its side seen from the bow', () => {
  const north = { ...here, latitude: 60 + minute }
  assert.deepEqual(rounded(sightingOf(own, north)), [1_850, 0, 0])
  assert.deepEqual(rounded(sightingOf({ ...own, heading: 30 * degree }, north)), [1_850, 0, -30])
  assert.deepEqual(rounded(sightingOf({ ...own, heading: 350 * degree }, north)), [1_850, 0, 10])
})

test('the side is right for every bearing and heading, and the range within 1 %', () => {
  for (let bearing = 0; bearing < 360; bearing++) {
    const heading = (bearing * 7) % 360
    const metres = 50 + bearing * 130
    const there = placeFrom(here, bearing * degree, metres)
    const { range = NaN, side = NaN } = sightingOf({ ...own, heading: heading * degree }, there)
    assert.ok(Math.abs(range - metres) < metres / 100, `${metres} m: ${range}`)
    const expected = ((bearing - heading + 540) % 360) - 180
    const off = Math.abs(((side / degree - expected + 540) % 360) - 180)
    assert.ok(off < 0.5, `${bearing}° seen with heading ${heading}°: ${side / degree}°`)
  }
})

test('the side is relative to the course without a heading, and unknown without both', () => {
  const north = { ...here, latitude: 60 + minute }
  assert.equal(rounded(sightingOf({ ...own, heading: undefined }, north))[2], -90)
  const { range, side } = sightingOf({ ...own, heading: undefined, course: undefined }, north)
  assert.deepEqual([range !== undefined, side], [true, undefined])
})

test('nothing is known without a fresh fix or without a place', () => {
  const unknown = { range: undefined, bearing: undefined, side: undefined }
  assert.deepEqual(sightingOf({ ...own, isOld: true }, here), unknown)
  assert.deepEqual(sightingOf(undefined, here), unknown)
  assert.deepEqual(sightingOf(own, undefined), unknown)
})

test('the side in words', () => {
  const words = [0, -9, 30, -30, 90, -90, 150, -150, 175, -180].map((angle) => sectorOf(angle * degree))
  assert.deepEqual(
    words.map((word) => word.replace('band.', '')),
    [
      'ahead',
      'ahead',
      'starboardBow',
      'portBow',
      'starboardBeam',
      'portBeam',
      'starboardQuarter',
      'portQuarter',
      'astern',
      'astern',
    ],
  )
})

test('a person in the water is metres away, and from a nautical mile on miles', () => {
  assert.deepEqual(rescueRange(186.4, 'nautical-metric'), { text: '186', unit: 'm' })
  assert.deepEqual(rescueRange(1_852, 'nautical-metric'), { text: '1852', unit: 'm' })
  assert.deepEqual(rescueRange(3_704, 'nautical-metric'), { text: '2.00', unit: 'NM' })
})

const other = 'vessels.urn:mrn:imo:mmsi:230012345'

const delta = (values: Readonly<Record<string, unknown>>, context = other): SentDelta => ({
  context,
  updates: [
    {
      $source: 'ais',
      timestamp: '',
      values: Object.entries(values).map(([path, value]) => ({ path, value })),
    },
  ],
})

const vesselAt = (at: number): Values => new Values({ receivedAt: () => at }, other)

test('a vessel between two reports is where its course and speed have taken it, for 200 s', () => {
  const values = vesselAt(0)
  values.take(delta({ 'navigation.position': here }), 0)
  assert.deepEqual(presentPlace(values, 10_000), here)
  values.take(delta({ 'navigation.courseOverGroundTrue': 0, 'navigation.speedOverGround': 10 }), 0)
  const place = presentPlace(values, 100_000)
  assert.ok(place && Math.abs((place.latitude - 60) * 111_195 - 1_000) < 2, JSON.stringify(place))
  assert.equal(presentPlace(values, 200_001), undefined)
})

test('values of another vessel are not mixed in', () => {
  const values = vesselAt(0)
  values.take(delta({ 'navigation.position': here }, selfContext), 0)
  assert.equal(presentPlace(values, 0), undefined)
})

test('an approach is known only while it is fresh', () => {
  const values = vesselAt(0)
  assert.equal(approachIn(values, 0, false), undefined)
  values.take(delta({ 'navigation.closestApproach': { distance: 130, timeTo: 251 } }), 0)
  assert.deepEqual(approachIn(values, 0, false), { distance: 130, timeTo: 251 })
  assert.equal(approachIn(values, 0, true), undefined)
  values.take(delta({ 'navigation.closestApproach': null }), 0)
  assert.equal(approachIn(values, 0, false), undefined)
})
