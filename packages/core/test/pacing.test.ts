import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'
import { BusyClock } from './busy-clock.ts'

const speed = 'navigation.speedOverGround'

/** Writes a value every 100 ms, counting from 1. */
const sail = async (boat: Boat, ms: number): Promise<void> => {
  for (let count = 1; count <= ms / 100; count++) {
    boat.write({ [speed]: count })
    await boat.settle(100)
  }
}

const begin = async (boat: Boat, listener: Listener): Promise<void> => {
  await boat.settle(10)
  listener.outlet.clear()
}

test('a period of a second sends the latest value once a second', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }])
  await begin(boat, listener)
  await sail(boat, 3_500)
  assert.deepEqual(listener.outlet.values(speed), [10, 20, 30])
})

test('a minimum period sends the first value immediately and then at most one per period', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, minPeriod: 500 }])
  await begin(boat, listener)
  await sail(boat, 2_000)
  assert.deepEqual(listener.outlet.values(speed), [1, 5, 10, 15, 20])
})

test('the last value of a minimum period is not lost', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, minPeriod: 500 }])
  await begin(boat, listener)
  await sail(boat, 300)
  await boat.settle(500)
  assert.deepEqual(listener.outlet.values(speed), [1, 3])
})

test('the policy "ideal" repeats only values that did not change', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: 'navigation.*', policy: 'ideal', period: 1_000 }])
  boat.write({ 'navigation.headingTrue': 6 })
  await begin(boat, listener)
  await sail(boat, 3_000)
  assert.deepEqual(listener.outlet.values('navigation.headingTrue'), [6, 6])
  assert.equal(listener.outlet.values(speed).length, 30)
})

test('the policy "ideal" repeats the values of each autopilot', async () => {
  const boat = new Boat()
  const engaged = 'steering.autopilot.engaged'
  boat.write({ [engaged]: true }, { source: 'pilot.a' })
  boat.write({ [engaged]: false }, { source: 'pilot.b' })
  const listener = boat.listen([{ path: engaged, policy: 'ideal', period: 1_000 }])
  await begin(boat, listener)
  await boat.settle(1_000)
  assert.deepEqual(
    new Set(listener.outlet.received().map(({ source }) => source)),
    new Set(['pilot.a', 'pilot.b']),
  )
})

test('the policy "ideal" repeats a large fleet in slices, one scan after another', async () => {
  const boat = new Boat()
  const vessels = 8_000
  for (let index = 0; index < vessels; index++)
    boat.write({ name: `Vessel ${index}` }, { context: vessel(231_000_000 + index) })
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

test('the policy "ideal" runs one scan at a time, however long it takes', async () => {
  const clock = new BusyClock(1)
  const boat = new Boat({ clock })
  for (let index = 0; index < 100; index++)
    boat.write({ name: 'x' }, { context: vessel(231_000_000 + index) })
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
  // Each reading of this clock takes a millisecond, and a scan is a hundred readings with pauses in between.
  await boat.settle(2_000)
  assert.ok(searches >= 2 && searches <= 10, `${searches} searches in 2 s`)
})

test('repetition ends with its last client', async () => {
  const boat = new Boat()
  boat.write({ [speed]: 1 })
  const listener = boat.listen([{ path: speed, policy: 'ideal', period: 200 }])
  await begin(boat, listener)
  await boat.settle(700)
  assert.deepEqual(listener.outlet.values(speed), [1, 1, 1])
  boat.hub.close(listener.session)
  await boat.settle(1_000)
  assert.equal(listener.outlet.values(speed).length, 3)
})

test('a subscription with another period replaces the first', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }])
  boat.subscribe(listener, [{ path: speed, period: 200 }])
  await begin(boat, listener)
  await sail(boat, 1_000)
  assert.deepEqual(listener.outlet.values(speed), [2, 4, 6, 8, 10])
})

test('the fastest of several subscriptions to a path applies', async () => {
  const boat = new Boat()
  const listener = boat.listen([
    { path: 'navigation.*', period: 1_000 },
    { path: speed, period: 500 },
  ])
  await begin(boat, listener)
  await sail(boat, 2_100)
  assert.deepEqual(listener.outlet.values(speed), [5, 10, 15, 20])
})

test('alarms do not wait for the period', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: '*', period: 10_000 }])
  await begin(boat, listener)
  boat.write({ 'notifications.mob': { state: 'emergency', method: ['sound'], message: 'MOB' } })
  assert.equal(listener.outlet.values('notifications.mob').length, 1)
})

test('a held value is not lost when the subscriptions change', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }, 'environment.*'])
  await begin(boat, listener)
  boat.write({ [speed]: 5 })
  boat.write({ 'environment.depth.belowKeel': 1 })
  await boat.settle(100)
  boat.subscribe(listener, ['steering.*'], { sendCachedValues: false })
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [5])
})

test('the value of the new preferred source is sent last when it changes within a period', async () => {
  const boat = new Boat()
  const listener = boat.listen([{ path: speed, period: 1_000 }])
  await begin(boat, listener)
  boat.write({ [speed]: 1 }, { source: 'b' })
  boat.write({ [speed]: 2 }, { source: 'a' })
  boat.write({ [speed]: null }, { source: 'b' })
  boat.write({ [speed]: null }, { source: 'a' })
  boat.write({ [speed]: 3 }, { source: 'b' })
  await boat.settle(1_100)
  assert.equal(boat.leaf(speed)?.source, 'b')
  assert.deepEqual(
    listener.outlet.received().map(({ source, value }) => [source, value]),
    [['b', 3]],
  )
})
