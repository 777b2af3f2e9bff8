import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Position } from '#data/position.ts'
import { bearingBetween, distanceBetween, placeOnTrack } from '#geometry/great-circle.ts'
import { rhumbCrossTrack, rhumbLineBetween } from '#geometry/rhumb-line.ts'
import type { CourseAnswer, CourseQuestion } from './course-computation.ts'
import { courseFault } from './course-faults.ts'

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })
const question: CourseQuestion = {
  position: at(54.41, 10.32),
  origin: at(54.4, 10.2),
  waypoint: at(54.45, 10.6),
  speedOverGround: 3,
  courseOverGround: 1.3,
}
const number = (value: number | null | undefined): number => value ?? Number.NaN

const greatCircle = ({ position, origin, waypoint }: CourseQuestion): CourseAnswer => {
  const place = placeOnTrack(origin, waypoint, position)
  return {
    bearing: number(bearingBetween(position, waypoint)),
    distance: distanceBetween(position, waypoint),
    legBearing: number(bearingBetween(origin, waypoint)),
    trackBearing: number(place?.bearing),
    crossTrack: number(place?.crossTrack),
  }
}

const rhumbLine = ({ position, origin, waypoint }: CourseQuestion): CourseAnswer => {
  const leg = number(rhumbLineBetween(origin, waypoint)?.bearing)
  return {
    bearing: number(rhumbLineBetween(position, waypoint)?.bearing),
    distance: number(rhumbLineBetween(position, waypoint)?.distance),
    legBearing: leg,
    trackBearing: leg,
    crossTrack: number(rhumbCrossTrack(origin, waypoint, position)),
  }
}

const right = greatCircle(question)
const faultOf = (changes: object): string => courseFault(question, { ...right, ...changes }) ?? ''

test('great circles and rhumb lines are valid, on short and on long legs', () => {
  for (const asked of [
    question,
    { position: at(50, -40), origin: at(49, -5), waypoint: at(18, -63) },
    { position: at(-45, -179), origin: at(-44, 172), waypoint: at(-50, -75) },
    { position: at(60.1, 5), origin: at(60, 5), waypoint: at(60, 5.000_5) },
    { position: at(0.1, 0), origin: at(-10, 0), waypoint: at(10, 0) },
  ])
    for (const compute of [greatCircle, rhumbLine])
      assert.equal(courseFault(asked, compute(asked)), undefined, `${compute.name} ${JSON.stringify(asked)}`)
})

test('small differences, as on an ellipsoid, are valid', () => {
  assert.equal(
    faultOf({
      distance: right.distance * 1.005,
      bearing: right.bearing + 0.004,
      crossTrack: right.crossTrack + 8,
    }),
    '',
  )
  assert.equal(faultOf({ distance: right.distance * 0.995 }), '')
})

const wrong: readonly (readonly [string, object, RegExp])[] = [
  ['a bearing in degrees', { bearing: 84 }, /bearing/],
  ['a negative bearing', { bearing: -0.1 }, /bearing/],
  ['a bearing that is off by 3°', { bearing: right.bearing + 0.053 }, /does not lead to the waypoint/],
  ['the bearing back', { bearing: right.bearing + Math.PI }, /does not lead to the waypoint/],
  ['the leg in the other direction', { legBearing: right.legBearing + Math.PI }, /bearing of the leg/],
  ['a track that is off by 3°', { trackBearing: right.trackBearing - 0.053 }, /bearing of the track/],
  ['a distance in nautical miles', { distance: right.distance / 1_852 }, /shorter/],
  ['a distance of 98 %', { distance: right.distance * 0.98 }, /shorter/],
  ['a distance of 103 %', { distance: right.distance * 1.03 }, /longer/],
  ['a cross-track error to the other side', { crossTrack: -right.crossTrack }, /cross-track/],
  ['zero for an unknown cross-track error', { crossTrack: 0 }, /cross-track/],
  ['null for an unknown speed', { velocityMadeGood: null }, /velocityMadeGood/],
  ['zero for an unknown speed', { velocityMadeGood: 0 }, /velocity made good/],
  ['zero for an unknown time', { timeToGo: 0 }, /100 m\/s/],
  ['a time while it goes away', { velocityMadeGood: -1, timeToGo: 9_000 }, /velocity|nearer/],
  ['a number that is not finite', { distance: Number.POSITIVE_INFINITY }, /distance/],
  ['a number that is none', { crossTrack: Number.NaN }, /crossTrack/],
  ['a text', { distance: '7' }, /distance/],
  ['another member', { courseToSteer: 1 }, /courseToSteer|additional/],
]
for (const [title, changes, fault] of wrong)
  test(`${title} is a fault`, () => assert.match(faultOf(changes), fault))

test('nothing, and a course without a distance, are faults', () => {
  const { bearing, legBearing, trackBearing, crossTrack } = right
  for (const answer of [undefined, null, {}, { bearing, legBearing, trackBearing, crossTrack }])
    assert.notEqual(courseFault(question, answer), undefined)
})

test('without speed and course over ground, the plugin may know its own', () => {
  const { position, origin, waypoint } = question
  const asked = { position, origin, waypoint }
  assert.equal(courseFault(asked, { ...right, velocityMadeGood: 2, timeToGo: right.distance / 2 }), undefined)
  assert.match(courseFault(asked, { ...right, velocityMadeGood: -2, timeToGo: 9_000 }) ?? '', /nearer/)
})
