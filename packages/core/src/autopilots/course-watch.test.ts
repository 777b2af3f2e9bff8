import { degree, nauticalMile, radians, type Radians } from '@marinedata/model'
import type { AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CourseWatch, defaultCourseLimits } from './course-watch.ts'
import { AutopilotDevice } from './autopilot-device.ts'
import type { Surroundings } from './surroundings.ts'

const angle = (value: number | undefined): Radians | undefined =>
  value === undefined ? undefined : radians(value)

/** A course watch with one device, checked once a second. */
class Passage {
  readonly device = new AutopilotDevice(
    {
      id: 'main',
      provider: 'simulator',
      details: {
        states: [
          { name: 'enabled', engaged: true },
          { name: 'disabled', engaged: false },
        ],
        modes: [
          { name: 'compass', kind: 'heading' },
          { name: 'wind', kind: 'wind' },
          { name: 'route', kind: 'route' },
          { name: 'gps', kind: 'course' },
          { name: 'true', kind: 'heading', north: 'true' },
          { name: 'follow-up', kind: 'rudder' },
        ],
        operations: [],
      },
    },
    0,
  )
  readonly published: { second: number; name: string; state: string; method: string[] }[] = []
  heading: number | undefined = 1
  headingTrue: number | undefined
  course: number | undefined
  windAngle: number | undefined = 0.6
  crossTrack: number | undefined
  #watch = new CourseWatch(defaultCourseLimits)
  #second = 0

  hear(report: Partial<AutopilotReport>): void {
    const whole = { state: 'enabled', mode: 'compass', target: 1, ...report }
    this.device.handleReport(whole, this.#second * 1000)
  }

  /** Returns the changes in this time as `second name state`. */
  pass(seconds: number): string[] {
    const before = this.published.length
    for (const end = this.#second + seconds; this.#second < end;) {
      this.#second++
      const surroundings: Surroundings = {
        heading: (north) => angle(north === 'magnetic' ? this.heading : this.headingTrue),
        course: (north) => angle(north === 'true' ? this.course : undefined),
        windAngle: () => angle(this.windAngle),
        crossTrack: () => this.crossTrack,
        variation: () => undefined,
      }
      for (const { name, notification } of this.#watch.readState(
        this.device,
        surroundings,
        this.#second * 1000,
      ))
        this.published.push({
          second: this.#second,
          name,
          state: notification.state,
          method: [...notification.method],
        })
    }
    return this.published.slice(before).map(({ second, name, state }) => `${second} ${name} ${state}`)
  }
}

test('raises the heading alarm after 20 s off by more than 20°, at least 30 s after the last change', () => {
  const passage = new Passage()
  passage.hear({ error: 25 * degree })
  assert.deepEqual(passage.pass(50), [])
  assert.deepEqual(passage.pass(10), ['51 heading alarm'])
  assert.deepEqual(passage.published[0]?.method, ['visual', 'sound'])
  passage.hear({ error: -5 * degree })
  assert.deepEqual(passage.pass(5), ['61 heading normal'])
  assert.deepEqual(passage.published[1]?.method, [])
})

test('the heading alarm counts both sides, and needs more than 20° and 20 s', () => {
  const passage = new Passage()
  passage.hear({ error: 19 * degree })
  assert.deepEqual(passage.pass(100), [])
  passage.hear({ error: -25 * degree })
  assert.deepEqual(passage.pass(19), [])
  passage.hear({ error: 0 })
  assert.deepEqual(passage.pass(2), [])
  passage.hear({ error: -25 * degree })
  assert.deepEqual(passage.pass(25), ['142 heading alarm'])
})

for (const [title, change] of [
  ['a new target', { target: 2 }],
  ['another mode', { mode: 'wind' }],
  ['a manoeuvre', { manoeuvre: { kind: 'tack', direction: 'port' } }],
] as const)
  test(`raises no heading alarm within 30 s of ${title}`, () => {
    const passage = new Passage()
    passage.hear({ error: 0 })
    assert.deepEqual(passage.pass(60), [])
    passage.hear({ ...change, error: 90 * degree })
    assert.deepEqual(passage.pass(50), [])
    assert.deepEqual(passage.pass(2), ['111 heading alarm'])
  })

test('raises no heading alarm while disengaged', () => {
  const passage = new Passage()
  passage.hear({ state: 'disabled', error: 90 * degree })
  assert.deepEqual(passage.pass(120), [])
})

for (const [title, report, boat] of [
  ['a heading', { mode: 'compass', target: 1 }, { heading: 1 + 25 * degree }],
  ['a heading on the other side of north', { mode: 'compass', target: 0.1 }, { heading: 2 * Math.PI - 0.3 }],
  ['a true heading', { mode: 'true', target: 1 }, { heading: 1, headingTrue: 1 - 25 * degree }],
  ['a course over ground', { mode: 'gps', target: 1 }, { course: 1 - 25 * degree }],
  [
    'an angle to the wind',
    { mode: 'wind', target: -0.6 },
    { windAngle: 0.6 + 25 * degree, heading: undefined },
  ],
  ['a heading while dodging', { mode: 'dodge', target: 1 }, { heading: 1 + 25 * degree }],
] as const)
  test(`measures ${title} with the boat’s instruments when the device reports no error`, () => {
    const passage = new Passage()
    Object.assign(passage, boat)
    passage.hear(report)
    assert.deepEqual(passage.pass(50), [])
    assert.deepEqual(passage.pass(2), ['51 heading alarm'])
  })

for (const [title, report, boat] of [
  ['no heading is measured', { mode: 'compass' }, { heading: undefined }],
  ['only the other north than the declared one is known', { mode: 'true' }, { heading: 1 + 1 }],
  ['the mode is route, which has the cross-track alarm', { mode: 'route', crossTrack: 0 }, { heading: 2 }],
  ['the mode is rudder', { mode: 'follow-up', target: 0.1 }, { heading: 2 }],
  ['the boat is on its heading', { mode: 'compass', target: 1 }, { heading: 1 + 19 * degree }],
] as const)
  test(`raises no heading alarm when ${title}`, () => {
    const passage = new Passage()
    Object.assign(passage, boat)
    passage.hear(report)
    assert.deepEqual(passage.pass(120), [])
  })

test('does not switch the north reference when a compass stops sending', () => {
  const passage = new Passage()
  passage.headingTrue = 1 + 25 * degree
  passage.hear({ target: 1 })
  passage.pass(40)
  passage.heading = undefined
  assert.deepEqual(passage.pass(120), [])
})

test('uses the true heading when there is no magnetic one', () => {
  const passage = new Passage()
  passage.heading = undefined
  passage.headingTrue = 1 + 25 * degree
  passage.hear({ target: 1 })
  assert.deepEqual(passage.pass(52), ['51 heading alarm'])
})

test('prefers the error reported by the device over the measured one', () => {
  const passage = new Passage()
  passage.heading = 2
  passage.hear({ target: 1, error: 0 })
  assert.deepEqual(passage.pass(120), [])
})

test('switching the compass is no wind shift', () => {
  const passage = new Passage()
  passage.headingTrue = 1 + 20 * degree
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.pass(10)
  passage.heading = undefined
  assert.deepEqual(passage.pass(120), [])
})

test('0.1 nm off the track for 10 s is a warning, 0.2 nm an alarm', () => {
  const passage = new Passage()
  passage.hear({ mode: 'route', crossTrack: 0.09 * nauticalMile })
  assert.deepEqual(passage.pass(30), [])
  passage.hear({ mode: 'route', crossTrack: -0.11 * nauticalMile })
  assert.deepEqual(passage.pass(10), [])
  assert.deepEqual(passage.pass(10), ['41 xte warn'])
  passage.hear({ mode: 'route', crossTrack: -0.21 * nauticalMile })
  assert.deepEqual(passage.pass(20), ['61 xte alarm'])
  passage.hear({ mode: 'route', crossTrack: 0 })
  assert.deepEqual(passage.pass(5), ['71 xte normal'])
  assert.deepEqual(
    passage.published.map(({ method }) => method),
    [['visual'], ['visual', 'sound'], []],
  )
})

test('raises the alarm when the cross-track error is missing for 15 s', () => {
  const passage = new Passage()
  passage.hear({ mode: 'route', crossTrack: null })
  assert.deepEqual(passage.pass(15), [])
  assert.deepEqual(passage.pass(2), ['16 xte alarm'])
})

test('measures the distance from the leg with the boat’s own course when the device reports no distance', () => {
  const passage = new Passage()
  passage.crossTrack = 10
  passage.hear({ mode: 'route' })
  assert.deepEqual(passage.pass(60), [])
  passage.crossTrack = -0.21 * nauticalMile
  assert.deepEqual(passage.pass(12), ['71 xte alarm'])
  passage.hear({ mode: 'route', crossTrack: 0 })
  assert.deepEqual(passage.pass(2), ['73 xte normal'])
})

test('checks the cross-track error only in route mode', () => {
  const passage = new Passage()
  passage.hear({ mode: 'compass', crossTrack: nauticalMile })
  assert.deepEqual(passage.pass(60), [])
  passage.hear({ mode: 'route', state: 'disabled', crossTrack: nauticalMile })
  assert.deepEqual(passage.pass(60), [])
  passage.hear({ mode: 'route', crossTrack: nauticalMile })
  assert.deepEqual(passage.pass(11), ['131 xte alarm'])
  passage.hear({ mode: 'compass', crossTrack: null })
  assert.deepEqual(passage.pass(2), ['132 xte normal'])
})

test('the timer of a lost track restarts when a route is steered again', () => {
  const passage = new Passage()
  passage.hear({ mode: 'route', crossTrack: null })
  passage.pass(5)
  passage.hear({ mode: 'compass', crossTrack: null })
  passage.pass(100)
  passage.hear({ mode: 'route', crossTrack: null })
  assert.deepEqual(passage.pass(14), [])
})

test('a wind shift of more than 15° for 60 s is a warning', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  assert.deepEqual(passage.pass(10), [])
  passage.windAngle = 0.6 + 16 * degree
  assert.deepEqual(passage.pass(60), [])
  assert.deepEqual(passage.pass(2), ['71 wind warn'])
  passage.windAngle = 0.6 + 14 * degree
  assert.deepEqual(passage.pass(2), ['73 wind normal'])
})

test('detects a wind shift while the bow follows the wind', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.pass(10)
  passage.heading = 1 + 20 * degree
  assert.deepEqual(passage.pass(61), ['71 wind warn'])
})

test('a new wind target resets the reference of the wind shift', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.pass(10)
  passage.windAngle = 0.6 + 20 * degree
  passage.pass(30)
  passage.hear({ mode: 'wind', target: -0.7 })
  assert.deepEqual(passage.pass(120), [])
})

test('a wind missing for 5 s is an alarm only in wind mode', () => {
  const passage = new Passage()
  passage.hear({ mode: 'compass' })
  passage.windAngle = undefined
  assert.deepEqual(passage.pass(60), [])
  passage.hear({ mode: 'wind', target: -0.6 })
  assert.deepEqual(passage.pass(5), [])
  assert.deepEqual(passage.pass(2), ['66 wind alarm'])
  passage.windAngle = 0.6
  assert.deepEqual(passage.pass(2), ['68 wind normal'])
})

test('the timer of a lost wind restarts when wind mode is used again', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.windAngle = undefined
  passage.pass(3)
  passage.hear({ mode: 'compass' })
  passage.pass(60)
  passage.hear({ mode: 'wind', target: -0.6 })
  assert.deepEqual(passage.pass(4), [])
})

test('reports no change for an off-line device', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6, error: 90 * degree })
  passage.device.lose('off-line')
  passage.windAngle = undefined
  assert.deepEqual(passage.pass(120), [])
})

test('the heading timer restarts when a device comes back', () => {
  const passage = new Passage()
  passage.hear({ error: 25 * degree })
  passage.pass(40)
  passage.device.lose('off-line')
  passage.pass(100)
  passage.hear({ error: 25 * degree })
  assert.deepEqual(passage.pass(20), [])
})
