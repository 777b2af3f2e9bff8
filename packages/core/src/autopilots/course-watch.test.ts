import type { AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CourseWatch, defaultCourseLimits } from './course-watch.ts'
import { AutopilotDevice } from './device.ts'
import type { Surroundings } from './surroundings.ts'

const degree = Math.PI / 180
const nauticalMile = 1_852

/** A boat with one device, looked at once a second. */
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
  readonly told: { second: number; name: string; state: string; method: string[] }[] = []
  heading: number | undefined = 1
  headingTrue: number | undefined
  course: number | undefined
  windAngle: number | undefined = 0.6
  #watch = new CourseWatch(defaultCourseLimits)
  #second = 0

  hear(report: Partial<AutopilotReport>): void {
    const whole = { state: 'enabled', mode: 'compass', target: 1, ...report }
    this.device.hear(whole, this.#second * 1000)
  }

  /** Gives what was told meanwhile, as `second name state`. */
  pass(seconds: number): string[] {
    const before = this.told.length
    for (const end = this.#second + seconds; this.#second < end;) {
      this.#second++
      const surroundings: Surroundings = {
        heading: (north) => (north === 'magnetic' ? this.heading : this.headingTrue),
        course: (north) => (north === 'true' ? this.course : undefined),
        windAngle: () => this.windAngle,
      }
      for (const { name, notification } of this.#watch.look(this.device, surroundings, this.#second * 1000))
        this.told.push({
          second: this.#second,
          name,
          state: notification.state,
          method: [...notification.method],
        })
    }
    return this.told.slice(before).map(({ second, name, state }) => `${second} ${name} ${state}`)
  }
}

test('off by more than 20° for 20 s, and 30 s after the last change: that is an alarm', () => {
  const passage = new Passage()
  passage.hear({ error: 25 * degree })
  assert.deepEqual(passage.pass(50), [])
  assert.deepEqual(passage.pass(10), ['51 heading alarm'])
  assert.deepEqual(passage.told[0]?.method, ['visual', 'sound'])
  passage.hear({ error: -5 * degree })
  assert.deepEqual(passage.pass(5), ['61 heading normal'])
  assert.deepEqual(passage.told[1]?.method, [])
})

test('off to either side counts, by 20° and less not, for less than 20 s not', () => {
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
  test(`within 30 s of ${title} nothing is said about the heading`, () => {
    const passage = new Passage()
    passage.hear({ error: 0 })
    assert.deepEqual(passage.pass(60), [])
    passage.hear({ ...change, error: 90 * degree })
    assert.deepEqual(passage.pass(50), [])
    assert.deepEqual(passage.pass(2), ['111 heading alarm'])
  })

test('a device that does not steer is off no heading', () => {
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
  ['a heading while it dodges', { mode: 'dodge', target: 1 }, { heading: 1 + 25 * degree }],
] as const)
  test(`a device that does not say how far it is off ${title} is measured by the boat’s own instruments`, () => {
    const passage = new Passage()
    Object.assign(passage, boat)
    passage.hear(report)
    assert.deepEqual(passage.pass(50), [])
    assert.deepEqual(passage.pass(2), ['51 heading alarm'])
  })

for (const [title, report, boat] of [
  ['there is no heading to measure by', { mode: 'compass' }, { heading: undefined }],
  ['only the other north is known of a mode that declares its own', { mode: 'true' }, { heading: 1 + 1 }],
  ['it steers a route, which has an alarm of its own', { mode: 'route', crossTrack: 0 }, { heading: 2 }],
  ['it holds the rudder', { mode: 'follow-up', target: 0.1 }, { heading: 2 }],
  ['the boat is where it should be', { mode: 'compass', target: 1 }, { heading: 1 + 19 * degree }],
] as const)
  test(`no heading is off when ${title}`, () => {
    const passage = new Passage()
    Object.assign(passage, boat)
    passage.hear(report)
    assert.deepEqual(passage.pass(120), [])
  })

test('a compass that falls silent does not turn the boat by the variation: the other north is another number', () => {
  const passage = new Passage()
  passage.headingTrue = 1 + 25 * degree
  passage.hear({ target: 1 })
  passage.pass(40)
  passage.heading = undefined
  assert.deepEqual(passage.pass(120), [])
})

test('on a boat that knows only its true heading, that is what is measured', () => {
  const passage = new Passage()
  passage.heading = undefined
  passage.headingTrue = 1 + 25 * degree
  passage.hear({ target: 1 })
  assert.deepEqual(passage.pass(52), ['51 heading alarm'])
})

test('what the device says of its error counts before what is measured', () => {
  const passage = new Passage()
  passage.heading = 2
  passage.hear({ target: 1, error: 0 })
  assert.deepEqual(passage.pass(120), [])
})

test('the wind has not shifted because one compass took over from the other', () => {
  const passage = new Passage()
  passage.headingTrue = 1 + 20 * degree
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.pass(10)
  passage.heading = undefined
  assert.deepEqual(passage.pass(120), [])
})

test('a tenth of a mile off the track for 10 s is a warning, two tenths an alarm', () => {
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
    passage.told.map(({ method }) => method),
    [['visual'], ['visual', 'sound'], []],
  )
})

test('a track that is lost for 15 s is an alarm', () => {
  const passage = new Passage()
  passage.hear({ mode: 'route', crossTrack: null })
  assert.deepEqual(passage.pass(15), [])
  assert.deepEqual(passage.pass(2), ['16 xte alarm'])
})

test('how far off the track it is matters only while a route is steered', () => {
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

test('a track that was lost long ago is not lost at once when a route is steered again', () => {
  const passage = new Passage()
  passage.hear({ mode: 'route', crossTrack: null })
  passage.pass(5)
  passage.hear({ mode: 'compass', crossTrack: null })
  passage.pass(100)
  passage.hear({ mode: 'route', crossTrack: null })
  assert.deepEqual(passage.pass(14), [])
})

test('wind that shifts by more than 15° for 60 s is a warning', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  assert.deepEqual(passage.pass(10), [])
  passage.windAngle = 0.6 + 16 * degree
  assert.deepEqual(passage.pass(60), [])
  assert.deepEqual(passage.pass(2), ['71 wind warn'])
  passage.windAngle = 0.6 + 14 * degree
  assert.deepEqual(passage.pass(2), ['73 wind normal'])
})

test('a bow that follows the wind does not hide the shift', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.pass(10)
  passage.heading = 1 + 20 * degree
  assert.deepEqual(passage.pass(61), ['71 wind warn'])
})

test('after a new wind target the wind that blows then is the wind it is measured by', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.pass(10)
  passage.windAngle = 0.6 + 20 * degree
  passage.pass(30)
  passage.hear({ mode: 'wind', target: -0.7 })
  assert.deepEqual(passage.pass(120), [])
})

test('wind that is lost for 5 s is an alarm while it is steered by, and none else', () => {
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

test('wind that was lost long ago is not lost at once when it is steered by again', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6 })
  passage.windAngle = undefined
  passage.pass(3)
  passage.hear({ mode: 'compass' })
  passage.pass(60)
  passage.hear({ mode: 'wind', target: -0.6 })
  assert.deepEqual(passage.pass(4), [])
})

test('nothing new is said of a device that is off-line', () => {
  const passage = new Passage()
  passage.hear({ mode: 'wind', target: -0.6, error: 90 * degree })
  passage.device.lose()
  passage.windAngle = undefined
  assert.deepEqual(passage.pass(120), [])
})

test('a device that is back after long is off its heading only once it has been so for 20 s', () => {
  const passage = new Passage()
  passage.hear({ error: 25 * degree })
  passage.pass(40)
  passage.device.lose()
  passage.pass(100)
  passage.hear({ error: 25 * degree })
  assert.deepEqual(passage.pass(20), [])
})
