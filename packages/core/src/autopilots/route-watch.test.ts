import {
  degree,
  degrees,
  noCourseGuidance,
  radians,
  wrapFull,
  type AutopilotReport,
  type Condition,
  type CourseGuidance,
  type LiveGuidance,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { defaultCourseLimits } from './course-watch.ts'
import { PilotRegistry, type ActiveCourseAlarms } from './pilot-registry.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const onNorthernLeg: LiveGuidance = {
  status: 'live',
  route: { id: 'home', name: 'Home', points: 3 },
  origin: at(54, 2),
  waypoint: { name: 'Home 2/3', number: 2, position: at(55, 2) },
  nextWaypoint: { name: 'Home 3/3', number: 3, position: at(55, 4) },
  legBearing: 0,
  trackBearing: 0,
  bearing: 0,
  courseToSteer: 0,
  distance: 100_000,
  crossTrack: 0,
  isArrived: false,
}
const onLastLeg: LiveGuidance = {
  ...onNorthernLeg,
  origin: at(55, 2),
  waypoint: { name: 'Home 3/3', number: 3, position: at(55, 4) },
  nextWaypoint: null,
  legBearing: degrees(90),
  trackBearing: degrees(90),
  bearing: degrees(90),
  courseToSteer: degrees(90),
}

/** A boat with one autopilot, on a manual clock. */
class Boat {
  readonly clock = new ManualClock()
  guidance: CourseGuidance = onNorthernLeg
  variation: number | undefined
  readonly notes: string[] = []
  readonly conditions = new Map<string, Condition>()
  readonly #registry: PilotRegistry
  #report: AutopilotReport = { state: 'on', mode: 'route', target: 0, crossTrack: 0 }

  constructor({ north, active = {} }: { north?: 'magnetic'; active?: ActiveCourseAlarms } = {}) {
    const base = 'notifications.steering.autopilot.'
    this.#registry = new PilotRegistry({
      clock: this.clock,
      limits: defaultCourseLimits,
      guidance: () => this.guidance,
      publish: (_source, values) => {
        for (const { path, value } of values)
          if (path.startsWith(base)) this.#note(path.slice(base.length), value)
      },
      activeAlarms: () => active,
      choices: { load: () => undefined, save: () => undefined },
      surroundings: {
        heading: () => undefined,
        course: () => undefined,
        windAngle: () => undefined,
        crossTrack: () => undefined,
        variation: () => (this.variation === undefined ? undefined : radians(this.variation)),
      },
    })
    const details = {
      states: [
        { name: 'on', engaged: true },
        { name: 'off', engaged: false },
      ],
      modes: [
        { name: 'compass', kind: 'heading' },
        { name: 'route', kind: 'route', ...(north && { north }) },
      ],
      operations: [],
    }
    this.#registry.register({ id: 'main', provider: 'test', details })
  }

  /** Steers this course, in degrees, in route mode. */
  steer(target: number | null): this {
    return this.report({ target: target === null ? null : wrapFull(degrees(target)) })
  }

  report(change: Partial<AutopilotReport>): this {
    this.#report = { ...this.#report, ...change }
    return this
  }

  /** Passes time with a report each second. Returns the alerts that changed, as `name state`. */
  pass(seconds: number): string[] {
    const before = this.notes.length
    for (let second = 0; second < seconds; second++) {
      this.#registry.report('main', this.#report)
      this.#registry.watch()
      this.clock.advance(1_000)
    }
    return this.notes.slice(before)
  }

  #note(name: string, value: unknown): void {
    const condition = value as Condition
    this.conditions.set(name, condition)
    this.notes.push(`${name} ${condition.state}`)
  }
}

test('cautions when the target differs from the course by more than 5° for 10 s, and ends by itself', () => {
  const boat = new Boat().steer(6)
  assert.deepEqual(boat.pass(10), [])
  assert.deepEqual(boat.pass(2), ['route alert'])
  assert.partialDeepStrictEqual(boat.conditions.get('route'), {
    state: 'alert',
    method: ['visual'],
    message: 'The autopilot steers 006° true, but the course leads 000°',
  })
  assert.deepEqual(boat.steer(354).pass(60), [], 'one caution as long as it lasts')
  assert.deepEqual(boat.steer(4).pass(60), ['route normal'])
})

test('a difference of less than 10 s, or of less than 5°, is no caution', () => {
  const boat = new Boat().steer(40)
  boat.pass(9)
  assert.deepEqual(boat.steer(0).pass(1), [])
  assert.deepEqual(boat.steer(40).pass(9), [])
  assert.deepEqual(boat.steer(-4).pass(100), [])
})

test('a pilot may return to the leg sharply or gently, or steer to the mark', () => {
  const boat = new Boat()
  boat.guidance = {
    ...onNorthernLeg,
    crossTrack: 200,
    courseToSteer: degrees(320),
    bearing: degrees(350),
  }
  for (const course of [0, 350, 335, 320, 316, 4])
    assert.deepEqual(boat.steer(course).pass(30), [], `${course}°`)
  assert.deepEqual(boat.steer(310).pass(30), ['route alert'])
  assert.deepEqual(boat.steer(320).pass(2), ['route normal'])
  assert.deepEqual(boat.steer(10).pass(30), ['route alert'])
})

test('compares only while it steers in route mode, and with a known target', () => {
  for (const change of [{ mode: 'compass' }, { state: 'off' }, { target: null }, { mode: 'dodge' }])
    assert.deepEqual(new Boat().steer(90).report(change).pass(15), [], JSON.stringify(change))
  const boat = new Boat().steer(90)
  boat.pass(20)
  assert.deepEqual(
    boat
      .report({ state: 'off' })
      .pass(2)
      .filter((note) => note.startsWith('route')),
    ['route normal'],
  )
})

test('converts a magnetic target with the variation, and does not compare without one', () => {
  const boat = new Boat({ north: 'magnetic' }).steer(350)
  assert.deepEqual(boat.pass(60), [])
  boat.variation = 10 * degree
  assert.deepEqual(boat.pass(60), [])
  boat.variation = -10 * degree
  assert.deepEqual(boat.pass(60), ['route alert'])
})

test('warns when the course ends or the position is lost while it steers in route mode', () => {
  const boat = new Boat().steer(0)
  boat.pass(5)
  boat.guidance = noCourseGuidance
  assert.deepEqual(boat.steer(null).pass(4), ['route warn'])
  const { method, message } = boat.conditions.get('route') ?? assert.fail()
  assert.deepEqual(
    [method, message],
    [['visual', 'sound'], 'The course has ended. The autopilot holds its heading'],
  )
  boat.guidance = { status: 'invalid', reason: 'no-position' }
  assert.deepEqual(boat.pass(2), ['route warn'])
  assert.match(boat.conditions.get('route')?.message ?? '', /^No position/)
  boat.guidance = onNorthernLeg
  assert.deepEqual(boat.steer(0).pass(2), ['route normal'])
})

test('a moment without guidance is no warning', () => {
  const boat = new Boat().steer(0)
  boat.guidance = { status: 'invalid', reason: 'no-position' }
  assert.deepEqual(boat.pass(2), [])
  boat.guidance = onNorthernLeg
  assert.deepEqual(boat.pass(20), [])
})

test('tells about a waypoint that waits for the crew until the next leg starts, then for a minute', () => {
  const boat = new Boat().steer(0)
  boat.pass(5)
  boat.guidance = { ...onNorthernLeg, isArrived: true }
  assert.deepEqual(boat.pass(100), ['waypointArrival alert', 'waypointAdvance warn'])
  assert.match(
    boat.conditions.get('waypointAdvance')?.message ?? '',
    /^Home 3\/3 is next: 8\d° to starboard\. Advance to start it$/,
  )
  boat.guidance = onLastLeg
  assert.deepEqual(boat.steer(90).pass(5), ['waypointAdvance alert'])
  assert.deepEqual(boat.pass(60), ['waypointArrival normal', 'waypointAdvance normal'])
})

test('the end of the course is an alert that becomes an alarm unless it is acknowledged', () => {
  const boat = new Boat().steer(90)
  boat.guidance = onLastLeg
  boat.pass(5)
  boat.guidance = { ...onLastLeg, isArrived: true }
  assert.deepEqual(boat.pass(5), ['waypointArrival alert', 'routeComplete alert'])
  assert.deepEqual(boat.conditions.get('routeComplete')?.escalates, { seconds: 60, state: 'alarm' })
  assert.deepEqual(boat.report({ mode: 'compass' }).pass(2), [
    'waypointArrival normal',
    'routeComplete normal',
  ])
})

test('says nothing about waypoints to an autopilot that does not follow them', () => {
  const boat = new Boat().report({ mode: 'compass' })
  boat.guidance = { ...onLastLeg, isArrived: true }
  assert.deepEqual(boat.pass(30), [])
})

test('the target of a route may change slowly without delaying the heading alarm', () => {
  const boat = new Boat()
  boat.report({ error: 30 * degree })
  const notes: string[] = []
  for (let second = 0; second < 60; second++) notes.push(...boat.steer((second % 3) - 1).pass(1))
  assert.deepEqual(notes, ['heading alarm'])
})

test('ends the alerts from before the start that no longer apply', () => {
  const boat = new Boat({ active: { route: { state: 'warn' }, routeComplete: { state: 'alarm' } } }).steer(0)
  assert.deepEqual(boat.pass(1), ['route normal', 'routeComplete normal'])
})
