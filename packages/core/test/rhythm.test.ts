import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'
import { BusyClock } from './busy-clock.ts'

const speed = 'navigation.speedOverGround'

/** A value every 100 ms for so long, counting up from 1. */
const sail = async (boat: Boat, ms: number): Promise<void> => {
  for (let count = 1; count <= ms / 100; count++) {
    boat.hear({ [speed]: count })
    await boat.settle(100)
  }
}

const begin = async (boat: Boat, listener: Listener): Promise<void> => {
  await boat.settle(10)
  listener.outlet.clear()
}

test('a period of a second brings the newest value once a second', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }])
  await begin(boat, listener)
  await sail(boat, 3_500)
  assert.deepEqual(listener.outlet.values(speed), [10, 20, 30])
})

test('a least period lets the first value through at once and then no more than one in each', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, minPeriod: 500 }])
  await begin(boat, listener)
  await sail(boat, 2_000)
  assert.deepEqual(listener.outlet.values(speed), [1, 5, 10, 15, 20])
})

test('the last value of a least period is not lost', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, minPeriod: 500 }])
  await begin(boat, listener)
  await sail(boat, 300)
  await boat.settle(500)
  assert.deepEqual(listener.outlet.values(speed), [1, 3])
})

test('an ideal wish repeats a value that has been quiet, and only that', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: 'navigation.*', policy: 'ideal', period: 1_000 }])
  boat.hear({ 'navigation.headingTrue': 6 })
  await begin(boat, listener)
  await sail(boat, 3_000)
  assert.deepEqual(listener.outlet.values('navigation.headingTrue'), [6, 6])
  assert.equal(listener.outlet.values(speed).length, 30)
})

test('an ideal wish repeats what each autopilot said', async () => {
  const boat = new Boat()
  const engaged = 'steering.autopilot.engaged'
  boat.hear({ [engaged]: true }, { source: 'pilot.a' })
  boat.hear({ [engaged]: false }, { source: 'pilot.b' })
  const listener = boat.listen([{ path: engaged, policy: 'ideal', period: 1_000 }])
  await begin(boat, listener)
  await boat.settle(1_000)
  assert.deepEqual(
    new Set(listener.outlet.heard().map(({ source }) => source)),
    new Set(['pilot.a', 'pilot.b']),
  )
})

test('an ideal subscription to a large fleet repeats it in slices, one search after the other', async () => {
  const boat = new Boat()
  const vessels = 8_000
  for (let index = 0; index < vessels; index++)
    boat.hear({ name: `Vessel ${index}` }, { context: vessel(231_000_000 + index) })
  const listener = boat.listen(
    ['name'].map((path) => ({ path, policy: 'ideal' as const, period: 200 })),
    {
      context: 'vessels.*',
      sendCachedValues: false,
    },
  )
  await begin(boat, listener)
  await boat.settle(650)
  const { frames } = listener.outlet
  assert.equal(listener.outlet.values('name').length, 3 * vessels)
  const largest = Math.max(...frames.map(({ values }) => values))
  assert.ok(largest < vessels / 2, `${largest} values in one frame`)
})

test('an ideal subscription searches the tree once at a time, however long a search takes', async () => {
  const clock = new BusyClock(1)
  const boat = new Boat({ clock })
  for (let index = 0; index < 100; index++) boat.hear({ name: 'x' }, { context: vessel(231_000_000 + index) })
  let searches = 0
  const contexts = boat.tree.contexts.bind(boat.tree)
  boat.tree.contexts = () => {
    searches++
    return contexts()
  }
  const listener = boat.listen([{ path: '*', policy: 'ideal', period: 200 }], {
    context: 'vessels.*',
    sendCachedValues: false,
  })
  await begin(boat, listener)
  searches = 0
  // Each look at this clock costs a millisecond, and a search is a hundred looks with rests between them.
  await boat.settle(2_000)
  assert.ok(searches >= 2 && searches <= 10, `${searches} searches in 2 s`)
})

test('repetition ends with the last client that wanted it', async () => {
  const boat = new Boat()
  boat.hear({ [speed]: 1 })
  const listener = boat.listen([{ path: speed, policy: 'ideal', period: 200 }])
  await begin(boat, listener)
  await boat.settle(700)
  assert.deepEqual(listener.outlet.values(speed), [1, 1, 1])
  boat.hub.close(listener.session)
  await boat.settle(1_000)
  assert.equal(listener.outlet.values(speed).length, 3)
})

test('a wish that is made again with another period replaces the first', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }])
  boat.subscribe(listener, [{ path: speed, period: 200 }])
  await begin(boat, listener)
  await sail(boat, 1_000)
  assert.deepEqual(listener.outlet.values(speed), [2, 4, 6, 8, 10])
})

test('the fastest of several wishes for a path serves it', async () => {
  const boat = new Boat()
  const listener = boat.listen([
    { path: 'navigation.*', period: 1_000 },
    { path: speed, period: 500 },
  ])
  await begin(boat, listener)
  await sail(boat, 2_100)
  assert.deepEqual(listener.outlet.values(speed), [5, 10, 15, 20])
})

test('an alarm does not wait for the period', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: '*', period: 10_000 }])
  await begin(boat, listener)
  boat.hear({ 'notifications.mob': { state: 'emergency', method: ['sound'], message: 'MOB' } })
  assert.equal(listener.outlet.values('notifications.mob').length, 1)
})

test('a value that is held when the wishes change is not lost', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }, 'environment.*'])
  await begin(boat, listener)
  boat.hear({ [speed]: 5 })
  boat.hear({ 'environment.depth.belowKeel': 1 })
  await boat.settle(100)
  boat.subscribe(listener, ['steering.*'], { sendCachedValues: false })
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [5])
})

test('when the preferred source changes within a period, the winner has the last word', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }])
  await begin(boat, listener)
  boat.hear({ [speed]: 1 }, { source: 'b' })
  boat.hear({ [speed]: 2 }, { source: 'a' })
  boat.hear({ [speed]: null }, { source: 'b' })
  boat.hear({ [speed]: null }, { source: 'a' })
  boat.hear({ [speed]: 3 }, { source: 'b' })
  await boat.settle(1_100)
  assert.equal(boat.leaf(speed)?.source, 'b')
  assert.deepEqual(
    listener.outlet.heard().map(({ source, value }) => [source, value]),
    [['b', 3]],
  )
})
