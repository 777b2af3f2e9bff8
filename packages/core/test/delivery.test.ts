import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MarineDataError } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { Boat, vessel } from './boat.ts'

const speed = 'navigation.speedOverGround'
const heading = 'navigation.headingTrue'

test('who subscribes is told the present values first, then every change', async () => {
  const boat = new Boat()
  boat.hear({ [speed]: 1, [heading]: 2 })
  const { outlet } = boat.listen(['navigation.*'])
  await boat.settle(10)
  boat.hear({ [speed]: 3 })
  await boat.settle(10)
  boat.hear({ [speed]: 4 })
  await boat.settle(10)
  assert.deepEqual(outlet.values(speed), [1, 3, 4])
  assert.deepEqual(outlet.values(heading), [2])
})

test('who does not want the present values is told changes only', async () => {
  const boat = new Boat()
  boat.hear({ [speed]: 1 })
  const { outlet } = boat.listen(['*'], { sendCachedValues: false })
  await boat.settle(10)
  boat.hear({ [speed]: 2 })
  await boat.settle(10)
  assert.deepEqual(outlet.values(speed), [2])
})

test('nothing is lost and nothing told twice while a client joins', async () => {
  const boat = new Boat()
  for (let index = 0; index < 2_000; index++)
    boat.hear({ 'a.b': index }, { context: vessel(230000010 + index) })
  const { outlet } = boat.listen(['a.b'], { context: 'vessels.*' })
  for (let step = 0; step < 40; step++) {
    boat.hear({ 'a.b': 10_000 + step }, { context: vessel(230000010 + step * 50) })
    await boat.settle(1)
  }
  await boat.settle(20)
  const told = outlet.heard().map(({ context, value }) => `${context} ${String(value)}`)
  assert.equal(new Set(told).size, told.length)
  const last = new Map(outlet.heard().map(({ context, value }) => [context, value]))
  assert.equal(last.size, 2_000)
  for (const [context, value] of last) assert.equal(value, boat.leaf('a.b', context)?.value)
})

test('a change goes out on its own as soon as what came in has been read', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen([speed])
  await boat.settle(100)
  boat.hear({ [speed]: 1 })
  assert.equal(outlet.frames.length, 0)
  boat.clock.advance(0)
  assert.equal(outlet.frames.length, 1)
})

test('changes that follow each other closely share a frame, in order', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(100)
  boat.hear({ [speed]: 0 })
  boat.clock.advance(0)
  for (const value of [1, 2, 3]) {
    boat.clock.advance(1)
    boat.hear({ [speed]: value })
  }
  await boat.settle(10)
  assert.equal(outlet.frames.length, 2)
  assert.deepEqual(outlet.values(speed), [0, 1, 2, 3])
})

test('clients with equal wishes get the very same frame', async () => {
  const boat = new Boat()
  const listeners = [boat.listen(['*']), boat.listen(['*']), boat.listen(['*'])]
  await boat.settle(10)
  boat.hear({ [speed]: 1 })
  await boat.settle(10)
  const frames = listeners.map(({ outlet }) => outlet.frames.at(-1))
  assert.ok(frames[0])
  assert.equal(new Set(frames).size, 1)
  assert.deepEqual(boat.hub.size, { sessions: 3, groups: 1 })
})

test('clients with different wishes but the same values get the very same frame', async () => {
  const boat = new Boat()
  const listeners = [boat.listen(['*']), boat.listen(['navigation.*']), boat.listen([speed, heading])]
  await boat.settle(10)
  boat.hear({ [speed]: 1, [heading]: 2 })
  boat.hear({ [heading]: 3 })
  await boat.settle(10)
  const frames = listeners.map(({ outlet }) => outlet.frames.at(-1))
  assert.equal(frames[0]?.values, 3)
  assert.equal(new Set(frames).size, 1)
})

test('clients that are told different values get different frames', async () => {
  const boat = new Boat()
  const one = boat.listen([speed])
  const two = boat.listen([heading])
  const both = boat.listen([speed, heading])
  await boat.settle(10)
  boat.hear({ [speed]: 1, [heading]: 2 })
  await boat.settle(10)
  assert.deepEqual([one.outlet.values(speed), one.outlet.values(heading)], [[1], []])
  assert.deepEqual([two.outlet.values(speed), two.outlet.values(heading)], [[], [2]])
  assert.deepEqual([both.outlet.values(speed), both.outlet.values(heading)], [[1], [2]])
  assert.equal(new Set([one, two, both].map(({ outlet }) => outlet.frames[0])).size, 3)
})

test('wishes that overlap tell a value once', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*', 'navigation.*', speed])
  await boat.settle(10)
  boat.hear({ [speed]: 1 })
  await boat.settle(10)
  assert.deepEqual(outlet.values(speed), [1])
})

test('an update of very many values arrives whole', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(10)
  const values = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`many.p${index}`, index]))
  boat.hear(values)
  await boat.settle(10)
  assert.deepEqual(Object.fromEntries(outlet.heard().map(({ path, value }) => [path, value])), values)
  assert.equal(outlet.heard().length, 200)
})

test('the own vessel is told as vessels.self, by whatever name it came in', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(10)
  boat.hear({ [speed]: 1 }, { context: 'vessels.urn:mrn:imo:mmsi:230000001' })
  await boat.settle(10)
  assert.deepEqual(
    outlet.deltas().map(({ context }) => context),
    ['vessels.self'],
  )
})

test('who unsubscribes from a path hears no more of it, and the rest goes on', async () => {
  const boat = new Boat()
  const { outlet, session } = boat.listen([speed, heading])
  await boat.settle(10)
  boat.hub.unsubscribe(session, 'vessels.self', [speed])
  await boat.settle(10)
  boat.hear({ [speed]: 1, [heading]: 2 })
  await boat.settle(10)
  assert.deepEqual([outlet.values(speed), outlet.values(heading)], [[], [2]])
})

test('who unsubscribes from everything hears nothing more', async () => {
  const boat = new Boat()
  const { outlet, session } = boat.listen([speed, 'environment.*'])
  await boat.settle(10)
  boat.hub.unsubscribe(session, '*', ['*'])
  boat.hear({ [speed]: 1 })
  await boat.settle(10)
  assert.deepEqual(outlet.heard(), [])
  assert.equal(boat.hub.size.groups, 0)
})

test('who unsubscribes while being brought up to date is told nothing more', async () => {
  const boat = new Boat()
  for (let index = 0; index < 3_000; index++)
    boat.hear({ 'a.b': index }, { context: vessel(230000010 + index) })
  const { outlet, session } = boat.listen(['*'], { context: '*' })
  boat.hub.unsubscribe(session, '*', ['*'])
  await boat.settle(20)
  assert.deepEqual(outlet.heard(), [])
})

test('what changed just before a client changed its wishes is not lost', async () => {
  const boat = new Boat()
  const listener = boat.listen([speed])
  await boat.settle(10)
  boat.hear({ [speed]: 1 })
  boat.subscribe(listener, [heading], { sendCachedValues: false })
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [1])
})

test('a new wish brings its own present values, not those of the old wishes again', async () => {
  const boat = new Boat()
  boat.hear({ [speed]: 1, [heading]: 2 })
  const listener = boat.listen([speed])
  await boat.settle(10)
  boat.subscribe(listener, [heading])
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [1])
  assert.deepEqual(listener.outlet.values(heading), [2])
})

test('two wishes that follow each other at once both bring their present values', async () => {
  const boat = new Boat()
  boat.hear({ [speed]: 1, [heading]: 2 })
  const listener = boat.listen([speed])
  boat.subscribe(listener, [heading])
  await boat.settle(10)
  assert.deepEqual(listener.outlet.values(speed), [1])
  assert.deepEqual(listener.outlet.values(heading), [2])
})

test('a client that has gone is sent nothing', async () => {
  const boat = new Boat()
  const { outlet, session } = boat.listen(['*'])
  await boat.settle(10)
  boat.hear({ [speed]: 1 })
  boat.hub.close(session)
  await boat.settle(10)
  assert.deepEqual(outlet.frames, [])
  assert.deepEqual(boat.hub.size, { sessions: 0, groups: 0 })
})

test('a client may have 512 wishes and not one more', () => {
  const boat = new Boat()
  const { session } = boat.listen([])
  const wishes = (count: number) =>
    subscriptionsOf({ subscribe: Array.from({ length: count }, (_, index) => ({ path: `a.p${index}` })) })
  const options = { sendsCachedValues: true, sendsMetadata: false }
  boat.hub.subscribe(session, wishes(512), options)
  assert.throws(() => boat.hub.subscribe(session, wishes(513), options), MarineDataError)
  assert.equal(session.subscriptions.size, 512)
})

test('an alarm goes out at once, before anything that waits', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  await boat.settle(10)
  const alarm = { state: 'alarm', method: ['sound'], message: 'Bilge' }
  boat.hear({ [speed]: 1 })
  boat.hear({ 'notifications.bilge': alarm })
  assert.deepEqual(outlet.values('notifications.bilge'), [alarm])
  await boat.settle(10)
  assert.deepEqual(
    outlet.heard().map(({ path }) => path),
    ['notifications.bilge', speed],
  )
})
