import { assertNear, decoded, momentOf, readBack, type Given } from '#testing/output-moment.ts'
import type { LiveGuidance } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CourseMessages } from './course-messages.ts'
import type { OutputMessage } from './output-message.ts'

const base = 'navigation.courseGreatCircle'
const start = { latitude: 59.9, longitude: 19.9 }
const destination = { latitude: 60.0118, longitude: 20.0236 }

/** One nautical mile north-east of the boat, which is 100 m to starboard of the track. */
const course: LiveGuidance = {
  status: 'live',
  route: null,
  origin: start,
  waypoint: { name: 'Buoy', number: 1, position: destination },
  nextWaypoint: null,
  legBearing: Math.PI / 6,
  trackBearing: Math.PI / 6,
  bearing: Math.PI / 4,
  courseToSteer: Math.PI / 5,
  distance: 1_852,
  crossTrack: 100,
  isArrived: false,
}
const motion: Given = {
  'navigation.speedOverGround': 3,
  'navigation.courseOverGroundTrue': Math.PI / 4,
}

const at = (changes: Partial<LiveGuidance> = {}, ofBus: Given = motion) =>
  momentOf({}, { guidance: { ...course, ...changes }, ofBus, sid: 42 })
const none = momentOf({}, { ofBus: motion, sid: 42 })

const pgns = (messages: readonly OutputMessage[]): number[] => messages.map(({ pgn }) => pgn)
const fieldsOf = (messages: readonly OutputMessage[], pgn: number) => {
  const message = messages.find((each) => each.pgn === pgn)
  return decoded(message ?? assert.fail(`no ${pgn}`)).fields
}

test('the messages of one moment have the same number, and all bearings are true', () => {
  const messages = new CourseMessages().write(at())
  assert.deepEqual(pgns(messages), [129_283, 129_284, 129_285])
  const [crossTrack, data] = [fieldsOf(messages, 129_283), fieldsOf(messages, 129_284)]
  assert.deepEqual([crossTrack['sid'], data['sid']], [42, 42])
  assert.deepEqual([crossTrack['xte'], crossTrack['navigationTerminated']], [100, 0])
  assert.deepEqual(
    [data['courseBearingReference'], data['calculationType'], data['perpendicularCrossed']],
    [0, 0, undefined],
  )
  assert.deepEqual([data['arrivalCircleEntered'], data['waypointClosingVelocity']], [0, 3])
  assert.equal(data['etaTime'], undefined)
})

test('a receiver reads the course that was given', () => {
  const back = readBack(new CourseMessages().write(at()))
  assertNear(back[`${base}.nextPoint.position`], destination, 1e-7)
  assertNear(back[`${base}.nextPoint.distance`], 1_852, 0.01)
  assertNear(back[`${base}.nextPoint.bearingTrue`], Math.PI / 4, 0.0001)
  assertNear(back[`${base}.bearingTrackTrue`], Math.PI / 6, 0.0001)
  assertNear(back[`${base}.crossTrackError`], 100, 0.01)
})

test('at the waypoint itself the bearing equals the track', () => {
  const { bearingPositionToDestinationWaypoint: bearing } = fieldsOf(
    new CourseMessages().write(at({ bearing: null })),
    129_284,
  )
  assertNear(bearing, Math.PI / 6, 0.0001)
})

test('the leg has a start and a destination with the number of the other message', () => {
  const messages = new CourseMessages().write(at())
  const leg = decoded(messages.find(({ pgn }) => pgn === 129_285) ?? assert.fail())
  assert.equal(leg.fields['nitems'], 2)
  assert.deepEqual(
    leg.lists[0]?.map(({ wpId, wpName }) => [wpId, wpName]),
    [
      [0, 'START'],
      [1, 'WP001'],
    ],
  )
  const { originWaypointNumber, destinationWaypointNumber } = fieldsOf(messages, 129_284)
  assert.deepEqual([originWaypointNumber, destinationWaypointNumber], [0, 1])
})

test('the closing speed is unknown without the motion of the boat, and negative away from the destination', () => {
  const closing = (changes: Given) =>
    fieldsOf(new CourseMessages().write(at({}, { ...motion, ...changes })), 129_284)[
      'waypointClosingVelocity'
    ]
  assert.equal(closing({ 'navigation.courseOverGroundTrue': undefined }), undefined)
  assert.equal(closing({ 'navigation.speedOverGround': undefined }), undefined)
  assert.equal(closing({ 'navigation.courseOverGroundTrue': Math.PI * 1.25 }), -3)
})

test('the boat has arrived when the guidance says so', () => {
  const messages = new CourseMessages().write(at({ isArrived: true }))
  assert.equal(fieldsOf(messages, 129_284)['arrivalCircleEntered'], 1)
})

test('a lost course ends navigation once, then nothing is sent until it is back', () => {
  const impossible = [{ distance: 1e12 }, { crossTrack: 1e12 }, { bearing: 1e12 }, { legBearing: Number.NaN }]
  for (const gone of [none, ...impossible.map((changes) => at(changes))]) {
    const output = new CourseMessages()
    assert.deepEqual(output.write(gone), [], 'nothing was valid before')
    assert.equal(output.write(at()).length, 3)
    const end = output.write(gone)
    assert.deepEqual(pgns(end), [129_283, 129_284])
    assert.deepEqual(readBack(end), {})
    assert.equal(fieldsOf(end, 129_283)['navigationTerminated'], 1)
    for (let count = 0; count < 3; count++) assert.deepEqual(output.write(gone), [])
    assert.equal(output.write(at()).length, 3)
  }
})

test('the number of the destination changes with the destination only', () => {
  const output = new CourseMessages()
  const numberAt = (latitude: number) =>
    fieldsOf(
      output.write(at({ waypoint: { ...course.waypoint, position: { latitude, longitude: 20 } } })),
      129_284,
    )['destinationWaypointNumber']
  assert.deepEqual([60, 60, 61, 61, 60].map(numberAt), [1, 1, 2, 2, 3])
})
