import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, type Listener } from './boat.ts'

const speed = 'navigation.speedOverGround'
const heading = 'navigation.headingTrue'
const alarm = (message: string): object => ({ state: 'alarm', method: ['sound'], message })

const behindBytes = 262_145

/** A client that has read everything until now and then builds up a backlog. */
const slow = async (boat: Boat, paths: Parameters<Boat['listen']>[0] = ['*']): Promise<Listener> => {
  const listener = boat.listen(paths)
  await boat.settle(10)
  listener.outlet.clear()
  listener.outlet.unread = behindBytes
  return listener
}

const sail = async (boat: Boat, values: readonly number[]): Promise<void> => {
  for (const value of values) {
    boat.write({ [speed]: value })
    await boat.settle(10)
  }
}

test('a client with too large a backlog gets no more values', async () => {
  const boat = new Boat()
  const { outlet } = await slow(boat)
  await sail(boat, [1, 2, 3])
  await boat.settle(1_000)
  assert.deepEqual(outlet.frames, [])
  assert.equal(boat.counters.fallenBehind, 1)
})

test('a client with the maximum backlog gets every value', async () => {
  const boat = new Boat()
  const { outlet } = await slow(boat)
  outlet.unread = behindBytes - 1
  await sail(boat, [1, 2, 3])
  assert.deepEqual(outlet.values(speed), [1, 2, 3])
})

test('a client with a large backlog still gets alarms', async () => {
  const boat = new Boat()
  const { outlet } = await slow(boat)
  await sail(boat, [1])
  boat.write({ 'notifications.bilge': alarm('Bilge') })
  assert.deepEqual(
    outlet.received().map(({ path }) => path),
    ['notifications.bilge'],
  )
})

test('a client that does not read alarms is closed', async () => {
  const boat = new Boat()
  const { outlet } = await slow(boat)
  outlet.unread = 1_048_577
  boat.write({ 'notifications.bilge': alarm('Bilge') })
  assert.deepEqual([outlet.frames.length, outlet.closedFor.length], [0, 1])
})

test('a client that has read its backlog gets the latest values, marked as conflated, then every change', async () => {
  const boat = new Boat()
  const { outlet } = await slow(boat)
  await sail(boat, [1, 2, 3])
  outlet.unread = 0
  await boat.settle(100)
  await sail(boat, [4, 5])
  assert.deepEqual(
    outlet.received().map(({ value, isConflated }) => [value, isConflated]),
    [
      [3, true],
      [4, false],
      [5, false],
    ],
  )
})

test('a client catches up only when its backlog is down to a quarter', async () => {
  const boat = new Boat()
  const { outlet } = await slow(boat)
  await sail(boat, [1])
  outlet.unread = 65_537
  await boat.settle(200)
  assert.deepEqual(outlet.frames, [])
  outlet.unread = 65_536
  await boat.settle(200)
  assert.deepEqual(outlet.values(speed), [1])
})

test('a client that catches up gets only the missed changes', async () => {
  const boat = new Boat()
  boat.write({ [heading]: 7 })
  const { outlet } = await slow(boat)
  await sail(boat, [1])
  outlet.unread = 0
  await boat.settle(100)
  assert.deepEqual(
    outlet.received().map(({ path }) => path),
    [speed],
  )
})

test('a slow client does not delay the others', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await slow(boat)
  await sail(boat, [1, 2, 3])
  assert.deepEqual(outlet.values(speed), [1, 2, 3])
})

test('a value held for its period is not lost when the client falls behind', async () => {
  const boat = new Boat()
  const { outlet } = await slow(boat, [{ path: speed, period: 1_000 }, heading])
  outlet.unread = 0
  boat.write({ [speed]: 5 })
  for (const value of [1, 2, 3]) {
    boat.write({ [heading]: value })
    await boat.settle(300)
  }
  outlet.unread = behindBytes
  await boat.settle(500)
  outlet.unread = 0
  await boat.settle(500)
  assert.deepEqual(outlet.values(speed), [5])
})

test('a client that subscribes while it is behind gets old and new subscriptions when it has read', async () => {
  const boat = new Boat()
  boat.write({ [heading]: 6 })
  const listener = await slow(boat, [speed])
  await sail(boat, [1, 2])
  boat.subscribe(listener, [heading])
  await boat.settle(200)
  assert.deepEqual(listener.outlet.frames, [])
  listener.outlet.unread = 0
  await boat.settle(200)
  assert.deepEqual(listener.outlet.values(speed), [2])
  assert.deepEqual(listener.outlet.values(heading), [6])
})

test('a client that disconnects while it is behind leaves no state', async () => {
  const boat = new Boat()
  const { outlet, session } = await slow(boat)
  await sail(boat, [1])
  boat.hub.close(session)
  outlet.unread = 0
  await boat.settle(200)
  assert.deepEqual(outlet.frames, [])
})
