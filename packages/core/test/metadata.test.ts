import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'

const speed = 'navigation.speedOverGround'
const depth = 'environment.depth.belowKeel'
const metadata = { [speed]: { units: 'm/s' }, [depth]: { units: 'm' } }

const described = ({ outlet }: Listener): string[] => outlet.descriptions().map(({ path }) => path)

test('sends metadata once per path, with the present values', async () => {
  const boat = new Boat({ metadata })
  boat.write({ [speed]: 1, [depth]: 2 })
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  await boat.settle(10)
  boat.write({ [speed]: 2 })
  await boat.settle(10)
  assert.deepEqual(described(listener).toSorted(), [depth, speed])
})

test('sends no metadata unless requested', async () => {
  const boat = new Boat({ metadata })
  const listener = boat.listen(['*'])
  boat.write({ [speed]: 1 })
  await boat.settle(10)
  assert.deepEqual(described(listener), [])
})

test('sends metadata of a new path once, before its first value', async () => {
  const boat = new Boat({ metadata })
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  await boat.settle(10)
  boat.write({ [speed]: 1 })
  boat.write({ [speed]: 2 })
  await boat.settle(10)
  const [first] = listener.outlet.deltas()[0]?.updates ?? []
  assert.deepEqual(
    first?.meta?.map(({ path, value }) => [path, value.units]),
    [[speed, 'm/s']],
  )
  assert.deepEqual(described(listener), [speed])
})

test('sends metadata of a new path also to subscriptions with a period', async () => {
  const boat = new Boat({ metadata })
  const listener = boat.listen([{ path: '*', period: 1_000 }], { sendMeta: 'all' })
  await boat.settle(10)
  boat.write({ [speed]: 1 })
  await boat.settle(2_000)
  assert.deepEqual(described(listener), [speed])
  assert.deepEqual(listener.outlet.values(speed), [1])
})

test('sends metadata of a path with two sources once', async () => {
  const boat = new Boat({ metadata })
  boat.write({ [speed]: 1 }, { source: 'a' })
  boat.write({ [speed]: 2 }, { source: 'b' })
  const listener = boat.listen([{ path: '*', sources: 'all' }], { sendMeta: 'all' })
  await boat.settle(10)
  assert.deepEqual(described(listener), [speed])
})

test('sends metadata from a device immediately, once per client', async () => {
  const boat = new Boat({ metadata })
  boat.write({ [speed]: 1 })
  const bbox = { south: -90, west: -180, north: 90, east: 180 }
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  boat.write({ 'navigation.position': { latitude: 1, longitude: 1 } })
  boat.subscribe(listener, ['*'], { bbox, sendMeta: 'all' })
  await boat.settle(10)
  listener.outlet.clear()
  boat.describe(speed, { displayName: 'SOG' })
  await boat.settle(10)
  assert.deepEqual(
    listener.outlet.descriptions().map(({ path, value }) => [path, value.displayName, value.units]),
    [[speed, 'SOG', 'm/s']],
  )
})

test('sends metadata that changed while the client was behind', async () => {
  const boat = new Boat({ metadata })
  boat.write({ [speed]: 1 })
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  await boat.settle(10)
  listener.outlet.clear()
  listener.outlet.unread = 300_000
  boat.write({ [depth]: 1 })
  await boat.settle(10)
  boat.describe(speed, { displayName: 'SOG' })
  await boat.settle(10)
  listener.outlet.unread = 0
  await boat.settle(100)
  assert.deepEqual(described(listener).toSorted(), [depth, speed])
})

test('sends metadata of a vessel that enters the bounding box', async () => {
  const boat = new Boat({ metadata })
  boat.write({ [speed]: 1 }, { context: vessel(230000010) })
  const bbox = { south: 60, west: 20, north: 61, east: 21 }
  const listener = boat.listen([speed], { context: '*', bbox, sendMeta: 'all' })
  await boat.settle(10)
  boat.write({ 'navigation.position': { latitude: 60.5, longitude: 20.5 } }, { context: vessel(230000010) })
  await boat.settle(10)
  assert.deepEqual(described(listener), [speed])
  assert.deepEqual(listener.outlet.values(speed), [1])
})
