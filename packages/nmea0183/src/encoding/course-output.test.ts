import { parseSentence } from '#lines/sentence.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CourseOutput, coursePaths } from './course-output.ts'

const base = 'navigation.courseGreatCircle'

/** One nautical mile north-east of the boat, which is 100 m to starboard of the track. */
const course: Readonly<Record<string, unknown>> = {
  'navigation.position': { latitude: 60, longitude: 20 },
  'navigation.speedOverGround': 3,
  'navigation.courseOverGroundTrue': Math.PI / 4,
  [`${base}.nextPoint.position`]: { latitude: 60.0118, longitude: 20.0236 },
  [`${base}.nextPoint.distance`]: 1_852,
  [`${base}.nextPoint.bearingTrue`]: Math.PI / 4,
  [`${base}.bearingTrackTrue`]: Math.PI / 6,
  [`${base}.crossTrackError`]: 100,
}

const live = (changes: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, unknown> =>
  new Map(Object.entries({ ...course, ...changes }))

const bodies = (lines: readonly string[]): string[] => lines.map((line) => line.slice(1, -3))

test('the sentences say to steer left when the boat is to starboard of the track, and all bearings are true', () => {
  assert.deepEqual(bodies(new CourseOutput().write(live())), [
    'ECRMB,A,0.054,L,,WP001,6000.70800,N,02001.41600,E,1.00,45.0,5.8,V,A',
    'ECAPB,A,A,0.054,L,N,V,V,30.0,T,WP001,45.0,T,45.0,T,A',
    'ECXTE,A,A,0.054,L,N,A',
    'ECBOD,30.0,T,,M,WP001,',
  ])
})

test('the sentences say to steer right when the boat is to port of the track', () => {
  for (const line of bodies(new CourseOutput().write(live({ [`${base}.crossTrackError`]: -100 }))).slice(
    0,
    3,
  ))
    assert.match(line, /,0\.054,R,/)
})

test('the closing speed is empty when the course over ground is unknown, and negative away from the destination', () => {
  const closing = (changes: Readonly<Record<string, unknown>>): string | undefined =>
    bodies(new CourseOutput().write(live(changes)))[0]?.split(',')[12]
  assert.equal(closing({ 'navigation.courseOverGroundTrue': undefined }), '')
  assert.equal(closing({ 'navigation.courseOverGroundTrue': Math.PI * 1.25 }), '-5.8')
})

test('within a tenth of a mile the boat has arrived', () => {
  const [rmb = '', apb = ''] = bodies(new CourseOutput().write(live({ [`${base}.nextPoint.distance`]: 185 })))
  assert.deepEqual([rmb.split(',')[13], apb.split(',')[6]], ['A', 'A'])
})

const essential = coursePaths.filter(
  (path) => path !== 'navigation.speedOverGround' && path !== 'navigation.courseOverGroundTrue',
)

test('a lost course or position is sent as invalid once, then nothing is sent until it is back', () => {
  for (const path of essential)
    for (const lost of [undefined, null, Number.NaN]) {
      const output = new CourseOutput()
      assert.deepEqual(output.write(live({ [path]: lost })), [], 'nothing was valid before')
      assert.equal(output.write(live()).length, 4)
      assert.deepEqual(bodies(output.write(live({ [path]: lost }))), [
        'ECRMB,V,,,,,,,,,,,,V,N',
        'ECAPB,V,V,,,N,V,V,,,,,,,,N',
        'ECXTE,V,V,,,N,N',
      ])
      for (let count = 0; count < 3; count++) assert.deepEqual(output.write(live({ [path]: lost })), [], path)
      assert.equal(output.write(live()).length, 4)
    }
})

test('the name of the destination changes with the destination only', () => {
  const output = new CourseOutput()
  const nameAt = (latitude: number): string | undefined =>
    bodies(output.write(live({ [`${base}.nextPoint.position`]: { latitude, longitude: 20 } })))[3]?.split(
      ',',
    )[5]
  assert.deepEqual([60, 60, 61, 61, 60].map(nameAt), ['WP001', 'WP001', 'WP002', 'WP002', 'WP003'])
})

test('the longest sentences have at most 82 characters with their line end', () => {
  const far = {
    [`${base}.nextPoint.position`]: { latitude: -89.999_99, longitude: -179.999_99 },
    [`${base}.nextPoint.distance`]: 20_000_000,
    [`${base}.crossTrackError`]: -10_000_000,
    [`${base}.nextPoint.bearingTrue`]: 6.2,
    [`${base}.bearingTrackTrue`]: 6.2,
    'navigation.speedOverGround': 30,
  }
  const lines = new CourseOutput().write(live(far))
  assert.equal(lines.length, 4)
  for (const line of lines) {
    assert.ok(line.length <= 80, line)
    assert.ok(!('fault' in parseSentence(line)), line)
  }
})
