import type { LiveGuidance } from '@marinedata/model'
import { parseSentence } from '#lines/sentence.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CourseOutput } from './course-output.ts'

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

const live = (changes: Partial<LiveGuidance> = {}): LiveGuidance => ({ ...course, ...changes })
const speed = 'navigation.speedOverGround'
const courseOverGround = 'navigation.courseOverGroundTrue'
const moving = (values: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, unknown> =>
  new Map(Object.entries({ [speed]: 3, [courseOverGround]: Math.PI / 4, ...values }))

const bodies = (lines: readonly string[]): string[] => lines.map((line) => line.slice(1, -3))

test('the sentences say to steer left when the boat is to starboard of the track, and all bearings are true', () => {
  assert.deepEqual(bodies(new CourseOutput().write(live(), moving())), [
    'ECRMB,A,0.054,L,,WP001,6000.70800,N,02001.41600,E,1.00,45.0,5.8,V,A',
    'ECAPB,A,A,0.054,L,N,V,V,30.0,T,WP001,45.0,T,45.0,T,A',
    'ECXTE,A,A,0.054,L,N,A',
    'ECBOD,30.0,T,,M,WP001,',
  ])
})

test('the sentences say to steer right when the boat is to port of the track', () => {
  const lines = bodies(new CourseOutput().write(live({ crossTrack: -100 }), moving()))
  for (const line of lines.slice(0, 3)) assert.match(line, /,0\.054,R,/)
})

test('the closing speed is empty when the course over ground is unknown, and negative away from the destination', () => {
  const closing = (changes: Readonly<Record<string, unknown>>): string | undefined =>
    bodies(new CourseOutput().write(live(), moving(changes)))[0]?.split(',')[12]
  assert.equal(closing({ [courseOverGround]: undefined }), '')
  assert.equal(closing({ [courseOverGround]: Math.PI * 1.25 }), '-5.8')
})

test('the boat has arrived when the guidance says so', () => {
  const [rmb = '', apb = ''] = bodies(new CourseOutput().write(live({ isArrived: true }), moving()))
  assert.deepEqual([rmb.split(',')[13], apb.split(',')[6]], ['A', 'A'])
})

test('a lost course is sent as invalid once, then nothing is sent until it is back', () => {
  const impossible = [{ distance: Number.NaN }, { crossTrack: Number.NaN }, { legBearing: Number.NaN }]
  for (const gone of [undefined, ...impossible.map((changes) => live(changes))]) {
    const output = new CourseOutput()
    const write = (guidance: LiveGuidance | undefined) => output.write(guidance, moving())
    assert.deepEqual(write(gone), [], 'nothing was valid before')
    assert.equal(write(live()).length, 4)
    assert.deepEqual(bodies(write(gone)), [
      'ECRMB,V,,,,,,,,,,,,V,N',
      'ECAPB,V,V,,,N,V,V,,,,,,,,N',
      'ECXTE,V,V,,,N,N',
    ])
    for (let count = 0; count < 3; count++) assert.deepEqual(write(gone), [])
    assert.equal(write(live()).length, 4)
  }
})

test('the name of the destination changes with the destination only', () => {
  const output = new CourseOutput()
  const nameAt = (latitude: number): string | undefined =>
    bodies(
      output.write(
        live({ waypoint: { ...course.waypoint, position: { latitude, longitude: 20 } } }),
        moving(),
      ),
    )[3]?.split(',')[5]
  assert.deepEqual([60, 60, 61, 61, 60].map(nameAt), ['WP001', 'WP001', 'WP002', 'WP002', 'WP003'])
})

test('the longest sentences have at most 82 characters with their line end', () => {
  const position = { latitude: -89.999_99, longitude: -179.999_99 }
  const far = {
    waypoint: { ...course.waypoint, position },
    distance: 20_000_000,
    crossTrack: -10_000_000,
    bearing: 6.2,
    legBearing: 6.2,
  }
  const lines = new CourseOutput().write(live(far), moving({ [speed]: 30 }))
  assert.equal(lines.length, 4)
  for (const line of lines) {
    assert.ok(line.length <= 80, line)
    assert.ok(!('fault' in parseSentence(line)), line)
  }
})
