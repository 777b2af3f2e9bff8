import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MarineDataError } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { Boat, vessel } from './boat.ts'

const speed = 'navigation.speedOverGround'
const heading = 'navigation.headingTrue'

test('sends the present values first, then every change', async () => {
  const boat = new Boat()
  boat.write({ [speed]: 1, [heading]: 2 })
  const { outlet } = boat.listen(['navigation.*'])
  await boat.settle(10)
  boat.write({ [speed]: 3 })
  await boat.settle(10)
  boat.write({ [speed]: 4 })
  await boat.settle(10)
  assert.deepEqual(outlet.values(speed), [1, 3, 4])
  assert.deepEqual(outlet.values(heading), [2])
})

test('sends only changes without cached values', async () => {
  const boat = new Boat()
  boat.write({ [speed]: 1 })
  const { outlet } = boat.listen(['*'], { sendCachedValues: false })
  await boat.settle(10)
  boat.write({ [speed]: 2 })
  await boat.settle(10)
  assert.deepEqual(outlet.values(speed), [2])
})

test('loses and repeats nothing while a client joins', async () => {
  const boat = new Boat()
  for (let index = 0; index < 2_000; index++)
    boat.write({ 'a.b': index }, { context: vessel(230000010 + index) })
  const { outlet } = boat.listen(['a.b'], { context: 'vessels.*' })
  for (let step = 0; step < 40; step++) {
    boat.write({ 'a.b': 10_000 + step }, { context: vessel(230000010 + step * 50) })
    await boat.settle(1)
  }
  await boat.settle(20)
  const received = outlet.received().map(({ context, value }) => `${context} ${String(value)}`)
  assert.equal(new Set(received).size, received.length)
  const last = new Map(outlet.received().map(({ context, value }) => [context, value]))
  assert.equal(last.size, 2_000)
  for (const [context, value] of last) assert.equal(value, boat.leaf('a.b', context)?.value)
})

test('sends a single change as soon as pending input was processed', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen([speed])
  await boat.settle(100)
  boat.write({ [speed]: 1 })
  assert.equal(outlet.frames.length, 0)
  boat.clock.advance(0)
  assert.equal(outlet.frames.length, 1)
})

test('joins changes in quick succession in one frame, in order', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(100)
  boat.write({ [speed]: 0 })
  boat.clock.advance(0)
  for (const value of [1, 2, 3]) {
    boat.clock.advance(1)
    boat.write({ [speed]: value })
  }
  await boat.settle(10)
  assert.equal(outlet.frames.length, 2)
  assert.deepEqual(outlet.values(speed), [0, 1, 2, 3])
})

test('clients with equal subscriptions share a frame', async () => {
  const boat = new Boat()
  const listeners = [boat.listen(['*']), boat.listen(['*']), boat.listen(['*'])]
  await boat.settle(10)
  boat.write({ [speed]: 1 })
  await boat.settle(10)
  const frames = listeners.map(({ outlet }) => outlet.frames.at(-1))
  assert.ok(frames[0])
  assert.equal(new Set(frames).size, 1)
  assert.deepEqual(boat.hub.size, { sessions: 3, groups: 1 })
})

test('clients with different subscriptions but the same values share a frame', async () => {
  const boat = new Boat()
  const listeners = [boat.listen(['*']), boat.listen(['navigation.*']), boat.listen([speed, heading])]
  await boat.settle(10)
  boat.write({ [speed]: 1, [heading]: 2 })
  boat.write({ [heading]: 3 })
  await boat.settle(10)
  const frames = listeners.map(({ outlet }) => outlet.frames.at(-1))
  assert.equal(frames[0]?.values, 3)
  assert.equal(new Set(frames).size, 1)
})

test('clients with different values get different frames', async () => {
  const boat = new Boat()
  const one = boat.listen([speed])
  const two = boat.listen([heading])
  const both = boat.listen([speed, heading])
  await boat.settle(10)
  boat.write({ [speed]: 1, [heading]: 2 })
  await boat.settle(10)
  assert.deepEqual([one.outlet.values(speed), one.outlet.values(heading)], [[1], []])
  assert.deepEqual([two.outlet.values(speed), two.outlet.values(heading)], [[], [2]])
  assert.deepEqual([both.outlet.values(speed), both.outlet.values(heading)], [[1], [2]])
  assert.equal(new Set([one, two, both].map(({ outlet }) => outlet.frames[0])).size, 3)
})

test('sends a value once for overlapping subscriptions', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*', 'navigation.*', speed])
  await boat.settle(10)
  boat.write({ [speed]: 1 })
  await boat.settle(10)
  assert.deepEqual(outlet.values(speed), [1])
})

test('sends an update of very many values completely', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(10)
  const values = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`many.p${index}`, index]))
  boat.write(values)
  await boat.settle(10)
  assert.deepEqual(Object.fromEntries(outlet.received().map(({ path, value }) => [path, value])), values)
  assert.equal(outlet.received().length, 200)
})

test('sends own ship as vessels.self, also when it was received under its identifier', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(10)
  boat.write({ [speed]: 1 }, { context: 'vessels.urn:mrn:imo:mmsi:230000001' })
  await boat.settle(10)
  assert.deepEqual(
    outlet.deltas().map(({ context }) => context),
    ['vessels.self'],
  )
})

test('stops sending an unsubscribed path, but not the others', async () => {
  const boat = new Boat()
  const { outlet, session } = boat.listen([speed, heading])
  await boat.settle(10)
  boat.hub.unsubscribe(session, 'vessels.self', [speed])
  await boat.settle(10)
  boat.write({ [speed]: 1, [heading]: 2 })
  await boat.settle(10)
  assert.deepEqual([outlet.values(speed), outlet.values(heading)], [[], [2]])
})

test('sends nothing after unsubscribing from everything', async () => {
  const boat = new Boat()
  const { outlet, session } = boat.listen([speed, 'environment.*'])
  await boat.settle(10)
  boat.hub.unsubscribe(session, '*', ['*'])
  boat.write({ [speed]: 1 })
  await boat.settle(10)
  assert.deepEqual(outlet.received(), [])
  assert.equal(boat.hub.size.groups, 0)
})

test('sends nothing more after unsubscribing during catch-up', async () => {
  const boat = new Boat()
  for (let index = 0; index < 3_000; index++)
    boat.write({ 'a.b': index }, { context: vessel(230000010 + index) })
  const { outlet, session } = boat.listen(['*'], { context: '*' })
  boat.hub.unsubscribe(session, '*', ['*'])
  await boat.settle(20)
  assert.deepEqual(outlet.received(), [])
})

test('loses no change made just before the subscriptions change', async () => {
  const boat = new Boat()
  const listener = boat.listen([speed])
  await boat.settle(10)
  boat.write({ [speed]: 1 })
  boat.subscribe(listener, [heading], { sendCachedValues: false })
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [1])
})

test("a new subscription sends its present values, without repeating the old subscription's", async () => {
  const boat = new Boat()
  boat.write({ [speed]: 1, [heading]: 2 })
  const listener = boat.listen([speed])
  await boat.settle(10)
  boat.subscribe(listener, [heading])
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [1])
  assert.deepEqual(listener.outlet.values(heading), [2])
})

test('two subscriptions in succession both send their present values', async () => {
  const boat = new Boat()
  boat.write({ [speed]: 1, [heading]: 2 })
  const listener = boat.listen([speed])
  boat.subscribe(listener, [heading])
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [1])
  assert.deepEqual(listener.outlet.values(heading), [2])
})

test('sends nothing to a closed client', async () => {
  const boat = new Boat()
  const { outlet, session } = boat.listen(['*'])
  await boat.settle(10)
  boat.write({ [speed]: 1 })
  boat.hub.close(session)
  await boat.settle(10)
  assert.deepEqual(outlet.frames, [])
  assert.deepEqual(boat.hub.size, { sessions: 0, groups: 0 })
})

test('rejects a 513th subscription of a client', () => {
  const boat = new Boat()
  const { session } = boat.listen([])
  const specs = (count: number) =>
    subscriptionsOf({ subscribe: Array.from({ length: count }, (_, index) => ({ path: `a.p${index}` })) })
  const options = { sendsCachedValues: true, sendsMetadata: false }
  boat.hub.subscribe(session, specs(512), options)
  assert.throws(() => boat.hub.subscribe(session, specs(513), options), MarineDataError)
  assert.equal(session.subscriptions.size, 512)
})

test('sends an alarm immediately, before pending values', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(10)
  const alarm = { state: 'alarm', method: ['sound'], message: 'Bilge' }
  boat.write({ [speed]: 1 })
  boat.write({ 'notifications.bilge': alarm })
  assert.deepEqual(outlet.values('notifications.bilge'), [alarm])
  await boat.settle(10)
  assert.deepEqual(
    outlet.received().map(({ path }) => path),
    ['notifications.bilge', speed],
  )
})
