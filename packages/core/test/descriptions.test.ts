import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'

const speed = 'navigation.speedOverGround'
const depth = 'environment.depth.belowKeel'
const metadata = { [speed]: { units: 'm/s' }, [depth]: { units: 'm' } }

const described = ({ outlet }: Listener): string[] => outlet.descriptions().map(({ path }) => path)

test('who asks for descriptions gets them once for each path, with the present values', async () => {
  const boat = new Boat({ metadata })
  boat.hear({ [speed]: 1, [depth]: 2 })
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  await boat.settle(10)
  boat.hear({ [speed]: 2 })
  await boat.settle(10)
  assert.deepEqual(described(listener).toSorted(), [depth, speed])
})

test('who does not ask for descriptions gets none', async () => {
  const boat = new Boat({ metadata })
  const listener = boat.listen(['*'])
  boat.hear({ [speed]: 1 })
  await boat.settle(10)
  assert.deepEqual(described(listener), [])
})

test('a new path is described once, before its first value', async () => {
  const boat = new Boat({ metadata })
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  await boat.settle(10)
  boat.hear({ [speed]: 1 })
  boat.hear({ [speed]: 2 })
  await boat.settle(10)
  const [first] = listener.outlet.deltas()[0]?.updates ?? []
  assert.deepEqual(
    first?.meta?.map(({ path, value }) => [path, value.units]),
    [[speed, 'm/s']],
  )
  assert.deepEqual(described(listener), [speed])
})

test('a new path is described also to those who wait for their period', async () => {
  const boat = new Boat({ metadata })
  const listener = boat.listen([{ path: '*', period: 1_000 }], { sendMeta: 'all' })
  await boat.settle(10)
  boat.hear({ [speed]: 1 })
  await boat.settle(2_000)
  assert.deepEqual(described(listener), [speed])
  assert.deepEqual(listener.outlet.values(speed), [1])
})

test('a path that has two sources is described once', async () => {
  const boat = new Boat({ metadata })
  boat.hear({ [speed]: 1 }, { source: 'a' })
  boat.hear({ [speed]: 2 }, { source: 'b' })
  const listener = boat.listen([{ path: '*', sources: 'all' }], { sendMeta: 'all' })
  await boat.settle(10)
  assert.deepEqual(described(listener), [speed])
})

test('what a device says of its path is passed on at once, to each client once', async () => {
  const boat = new Boat({ metadata })
  boat.hear({ [speed]: 1 })
  const bbox = { south: -90, west: -180, north: 90, east: 180 }
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  boat.hear({ 'navigation.position': { latitude: 1, longitude: 1 } })
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

test('a description that came while the client was behind is told afterwards', async () => {
  const boat = new Boat({ metadata })
  boat.hear({ [speed]: 1 })
  const listener = boat.listen(['*'], { sendMeta: 'all' })
  await boat.settle(10)
  listener.outlet.clear()
  listener.outlet.unread = 300_000
  boat.hear({ [depth]: 1 })
  await boat.settle(10)
  boat.describe(speed, { displayName: 'SOG' })
  await boat.settle(10)
  listener.outlet.unread = 0
  await boat.settle(100)
  assert.deepEqual(described(listener).toSorted(), [depth, speed])
})

test('a vessel that comes into the box is described', async () => {
  const boat = new Boat({ metadata })
  boat.hear({ [speed]: 1 }, { context: vessel(230000010) })
  const bbox = { south: 60, west: 20, north: 61, east: 21 }
  const listener = boat.listen([speed], { context: '*', bbox, sendMeta: 'all' })
  await boat.settle(10)
  boat.hear({ 'navigation.position': { latitude: 60.5, longitude: 20.5 } }, { context: vessel(230000010) })
  await boat.settle(10)
  assert.deepEqual(described(listener), [speed])
  assert.deepEqual(listener.outlet.values(speed), [1])
})
