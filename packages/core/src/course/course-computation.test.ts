import { MarineDataError, type CourseAnswer, type CourseQuestion, type LiveGuidance } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { at, by, CourseFixture } from '#testing/course-fixture.ts'
import { progressOn } from './leg.ts'

const destination = { position: at(60.5, 20.5), name: 'Lighthouse' }

const ownNumbers = ({ position, origin, waypoint }: CourseQuestion): CourseAnswer => {
  const { bearing, distance, crossTrack, track, legBearing } = progressOn(
    { start: origin, end: waypoint },
    position,
  )
  const known = (value: number | null | undefined): number => value ?? Number.NaN
  return {
    bearing: known(bearing),
    distance,
    legBearing: known(legBearing),
    trackBearing: known(track?.bearing),
    crossTrack: known(crossTrack),
  }
}
/** Right, and different from the server's own. */
const right = (question: CourseQuestion): CourseAnswer => {
  const own = ownNumbers(question)
  return { ...own, distance: own.distance * 1.004, crossTrack: own.crossTrack + 5 }
}

/** A boat on its course, and a provider whose answers the test sets. */
const setUp = async () => {
  const boat = new CourseFixture()
  let answer: (question: CourseQuestion) => unknown = right
  const asked: CourseQuestion[] = []
  boat.providers.add('plotter', {
    ask: async (question) => {
      asked.push(question)
      return await answer(question)
    },
  })
  await boat.navigator.goTo(destination, by)
  const guidance = () => ({
    ...(boat.value('guidance') as LiveGuidance),
    provider: boat.value('provider') ?? undefined,
  })
  let north = 60.1
  /** One second later, a little further. */
  const sail = async () => {
    north += 0.000_1
    boat.sail(at(north, 20.2))
    await setImmediate()
    return guidance()
  }
  const seconds = async (count: number) => {
    for (let passed = 1; passed < count; passed++) await sail()
    return await sail()
  }
  const own = () =>
    ownNumbers({ position: at(north, 20.2), origin: at(60, 20), waypoint: destination.position })
  const answerWith = (next: typeof answer): void => void (answer = next)
  return { boat, asked, guidance, sail, seconds, own, answerWith }
}

test('the server computes the course until the owner chooses a provider', async () => {
  const { boat, asked, sail, own } = await setUp()
  const before = await sail()
  assert.equal(before.provider, undefined)
  assert.equal(before.distance, own().distance)
  assert.deepEqual(asked, [])
  assert.deepEqual(boat.providers.list(), { plotter: { isChosen: false } })
  await boat.providers.choose('plotter')
  assert.deepEqual(boat.providers.list(), { plotter: { isChosen: true } })
  const provided = await sail()
  assert.equal(provided.provider, 'plotter')
  assert.equal(provided.distance, own().distance * 1.004)
  assert.equal(boat.value('nextPoint.distance'), provided.distance)
  assert.equal(boat.value('crossTrackError'), own().crossTrack + 5)
  await boat.providers.chooseNone()
  assert.equal((await sail()).distance, own().distance)
  assert.deepEqual(boat.choices, ['plotter', ''])
  assert.equal(asked.length, 1)
  assert.deepEqual(boat.warnings, [])
  await assert.rejects(boat.providers.choose('nobody'), { code: 'not-found' })
})

test('the server derives the course to steer from the provided track', async () => {
  const { boat, answerWith, sail, own } = await setUp()
  await boat.providers.choose('plotter')
  const { courseToSteer: onTrack } = await sail()
  answerWith((question) => ({ ...right(question), trackBearing: own().trackBearing + 0.02 }))
  const { courseToSteer, trackBearing } = await sail()
  assert.ok(Math.abs(courseToSteer - onTrack - 0.02) < 0.001)
  assert.equal(trackBearing, own().trackBearing + 0.02)
})

test('the question has all known values, and speed and time are published while a provider knows them', async () => {
  const { boat, asked, answerWith, sail, own } = await setUp()
  await boat.providers.choose('plotter')
  boat.motion = { speedOverGround: 3, courseOverGround: own().bearing }
  answerWith((question) => ({
    ...right(question),
    velocityMadeGood: 3,
    timeToGo: right(question).distance / 3,
  }))
  await sail()
  assert.equal(asked[0]?.speedOverGround, 3)
  assert.deepEqual(asked[0]?.waypoint, destination.position)
  assert.equal(boat.value('nextPoint.velocityMadeGood'), 3)
  answerWith(right)
  await sail()
  assert.equal(boat.value('nextPoint.velocityMadeGood'), null)
  answerWith((question) => ({ ...right(question), velocityMadeGood: 3 }))
  await sail()
  assert.equal(boat.value('nextPoint.velocityMadeGood'), 3)
  await boat.navigator.end(by)
  assert.equal(boat.value('nextPoint.velocityMadeGood'), null)
})

const failures: readonly (readonly [string, (question: CourseQuestion) => unknown, RegExp])[] = [
  ['is late', () => Promise.reject(new MarineDataError('unconfirmed', 'late')), /within 0\.4 s/],
  ['has crashed', () => Promise.reject(new MarineDataError('plugin-not-running', 'gone')), /not running/],
  ['answers with an error', () => Promise.reject(new MarineDataError('busy', 'No chart')), /"No chart"/],
  ['throws', () => Promise.reject(new Error('oops')), /"oops"/],
  ['sends nothing', () => undefined, /because the plugin "plotter" does not: /],
  ['sends a wrong bearing', (question) => ({ ...right(question), bearing: 5 }), /waypoint/],
]
for (const [title, failing, message] of failures)
  test(`when the provider ${title}, the server publishes its own numbers of that moment and warns`, async () => {
    const { boat, asked, answerWith, sail, seconds, own } = await setUp()
    await boat.providers.choose('plotter')
    assert.equal((await sail()).provider, 'plotter')
    answerWith(failing)
    const { provider, distance, crossTrack } = await sail()
    assert.equal(provider, undefined)
    assert.equal(distance, own().distance)
    assert.equal(crossTrack, own().crossTrack)
    assert.equal(boat.warnings.at(-1)?.state, 'warn')
    assert.match(boat.warnings.at(-1)?.message ?? '', message)
    // The provider is not asked for five seconds, and the numbers stay unchanged.
    answerWith(right)
    assert.equal((await seconds(4)).distance, own().distance)
    assert.equal(asked.length, 2)
    assert.equal((await sail()).provider, 'plotter')
    assert.equal(boat.warnings.at(-1)?.state, 'warn')
    await seconds(2)
    assert.deepEqual(
      boat.warnings.map(({ state }) => state),
      ['warn', 'normal'],
    )
    assert.deepEqual(boat.faults, [])
  })

test('drops a late answer, and asks no second question while it waits', async () => {
  const { boat, asked, answerWith, sail, own } = await setUp()
  await boat.providers.choose('plotter')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answerWith(() => promise)
  await sail()
  const { published } = boat
  const next = await sail()
  assert.equal(boat.published, published + 1)
  assert.equal(next.distance, own().distance)
  assert.equal(asked.length, 1)
  const [question] = asked
  resolve(question && right(question))
  await setImmediate()
  assert.equal(boat.published, published + 1)
})

test('a new course does not wait for the provider, and an answer about the old one is dropped', async () => {
  const { boat, guidance, answerWith, sail } = await setUp()
  await boat.providers.choose('plotter')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answerWith((question) => promise.then(() => right(question)))
  await sail()
  await boat.navigator.goTo({ position: at(61, 21), name: 'Harbour' }, by)
  assert.equal(guidance().waypoint.name, 'Harbour')
  assert.equal(guidance().provider, undefined)
  const { published } = boat
  resolve(undefined)
  await setImmediate()
  assert.equal(boat.published, published)
})

test('drops an answer about a leg that was edited after the question', async () => {
  const { boat, answerWith, guidance } = await setUp()
  const { id } = await boat.draw([at(60, 20), at(60.5, 20.5)])
  await boat.navigator.follow(id, by)
  await boat.providers.choose('plotter')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answerWith((question) => promise.then(() => right(question)))
  boat.sail(at(60.1, 20.1))
  await boat.routes.change(id, { name: 'Round the island', points: [at(60, 20), at(60.6, 20.5)] }, by)
  resolve(undefined)
  await setImmediate()
  assert.deepEqual(guidance().waypoint.position, at(60.6, 20.5))
  assert.equal(guidance().provider, undefined)
})

test('warns immediately when a chosen plugin stops, and after a start only when it does not come', async () => {
  const { boat, sail, seconds, own } = await setUp()
  await boat.providers.choose('plotter')
  boat.providers.lose('plotter')
  assert.equal((await seconds(50)).distance, own().distance)
  assert.equal(boat.warnings.length, 0)
  await seconds(11)
  assert.match(boat.warnings.at(-1)?.message ?? '', /not running/)
  boat.providers.add('plotter', { ask: async (question) => right(question) })
  assert.equal((await seconds(3)).provider, 'plotter')
  assert.equal(boat.warnings.at(-1)?.state, 'normal')
  boat.providers.lose('plotter')
  assert.equal((await sail()).provider, undefined)
  assert.equal(boat.warnings.at(-1)?.state, 'warn')
  await boat.navigator.end(by)
  assert.equal(boat.warnings.at(-1)?.state, 'normal')
})

test('arrival is decided by the server', async () => {
  const { boat, answerWith } = await setUp()
  await boat.providers.choose('plotter')
  answerWith((question) => ({ ...ownNumbers(question), distance: ownNumbers(question).distance * 1.009 }))
  boat.sail(at(60.498_35, 20.5))
  await setImmediate()
  const { isArrived, distance } = boat.value('guidance') as LiveGuidance
  assert.ok(distance > 183 && isArrived, `${distance}`)
})
