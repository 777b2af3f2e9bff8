import {
  courseGuidancePath,
  noCourseGuidance,
  type CourseGuidance,
  type LiveGuidance,
  type SentDelta,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { followCourse } from './follow-course.ts'

const live: LiveGuidance = {
  status: 'live',
  route: null,
  origin: { latitude: 54, longitude: 2 },
  waypoint: { name: 'Lightship', number: 1, position: { latitude: 55, longitude: 2 } },
  nextWaypoint: null,
  legBearing: 0,
  trackBearing: 0,
  bearing: 0,
  courseToSteer: 0,
  distance: 111_000,
  crossTrack: 0,
  isArrived: false,
}
const lost: CourseGuidance = { status: 'invalid', reason: 'no-position' }

/** A boat whose deltas the test sends. */
class Follower {
  readonly received: CourseGuidance[] = []
  #onDelta: (delta: SentDelta) => unknown = () => undefined

  async start(): Promise<AsyncDisposable> {
    const subscribe = async (_subscription: unknown, onDelta: (delta: SentDelta) => unknown) => {
      this.#onDelta = onDelta
      return await Promise.resolve({ [Symbol.asyncDispose]: () => Promise.resolve() })
    }
    return await followCourse({ subscribe }, (guidance) => void this.received.push(guidance))
  }

  publish(value: unknown, { $source = 'course', stale = false, path = courseGuidancePath } = {}): void {
    const entry = { path, value, ...(stale && { stale }) }
    const update = { $source, timestamp: new Date(0).toISOString(), values: [entry] }
    this.#onDelta({ context: 'vessels.self', updates: [update] })
  }

  /** The statuses received so far. */
  get statuses(): string[] {
    return this.received.map((guidance) => (guidance.status === 'live' ? 'live' : guidance.reason))
  }
}

test('passes on every live guidance, and an invalid one once', async () => {
  const follower = new Follower()
  await using _following = await follower.start()
  for (const guidance of [live, live, lost, lost, live, noCourseGuidance, noCourseGuidance])
    follower.publish(guidance)
  assert.deepEqual(follower.statuses, ['live', 'live', 'no-position', 'live', 'no-course'])
  assert.deepEqual(follower.received[0], live)
})

test('ignores other paths and other sources', async () => {
  const follower = new Follower()
  await using _following = await follower.start()
  follower.publish(live, { $source: 'device.impostor' })
  follower.publish(live, { path: 'navigation.courseGreatCircle.nextLeg' })
  assert.deepEqual(follower.statuses, [])
})

test('stale and unreadable guidance is invalid', async () => {
  for (const [value, stale] of [
    [live, true],
    [{ ...live, crossTrack: undefined }, false],
    [{ ...live, courseToSteer: 7 }, false],
    [null, false],
  ] as const) {
    const follower = new Follower()
    await using _following = await follower.start()
    follower.publish(live)
    follower.publish(value, { stale })
    assert.deepEqual(follower.statuses, ['live', 'outdated'], JSON.stringify(value))
  }
})

test('guidance is outdated when none follows for five seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const follower = new Follower()
    await using _following = await follower.start()
    follower.publish(live)
    mock.timers.tick(4_000)
    follower.publish(live)
    mock.timers.tick(4_999)
    assert.deepEqual(follower.statuses, ['live', 'live'])
    mock.timers.tick(1)
    assert.deepEqual(follower.statuses, ['live', 'live', 'outdated'])
    mock.timers.tick(60_000)
    assert.equal(follower.received.length, 3)
    follower.publish(live)
    assert.equal(follower.statuses.at(-1), 'live')
  } finally {
    mock.timers.reset()
  }
})
