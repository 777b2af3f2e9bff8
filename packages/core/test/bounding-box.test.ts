import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'

const bbox = { south: 60, west: 20, north: 61, east: 21 }
const anna = vessel(230000010)
const inside = { latitude: 60.5, longitude: 20.5 }
const outside = { latitude: 50, longitude: 0 }

const move = (boat: Boat, position: object | null): void =>
  void boat.write({ 'navigation.position': position }, { context: anna })

const write = (boat: Boat, values: Record<string, unknown>): void =>
  void boat.write(values, { context: anna })

const watch = (boat: Boat, paths = ['*']): Listener => boat.listen(paths, { context: 'vessels.*', bbox })

const pathsReceived = ({ outlet }: Listener): string[] => outlet.received().map(({ path }) => path)

test('sends a vessel inside the box, but not one outside', async () => {
  const boat = new Boat()
  move(boat, inside)
  boat.write({ 'navigation.position': outside }, { context: vessel(230000011) })
  const listener = watch(boat)
  await boat.settle(10)
  assert.deepEqual(new Set(listener.outlet.received().map(({ context }) => context)), new Set([anna]))
})

test('a vessel without a position is in no bounding box', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna' })
  const listener = watch(boat)
  await boat.settle(10)
  write(boat, { name: 'Anna' })
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener), [])
})

test('sends a vessel that enters the box completely, each value once', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna', 'navigation.speedOverGround': 3, 'navigation.position': outside })
  const listener = watch(boat)
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener), [])
  write(boat, { 'navigation.position': inside, 'navigation.speedOverGround': 4 })
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener).toSorted(), [
    'name',
    'navigation.position',
    'navigation.speedOverGround',
  ])
  assert.deepEqual(listener.outlet.values('navigation.speedOverGround'), [4])
})

test('sends only changes of a vessel inside the box', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna', 'navigation.position': inside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.clear()
  write(boat, { 'navigation.speedOverGround': 4 })
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener), ['navigation.speedOverGround'])
})

test('stops sending a vessel that leaves, and sends it completely when it returns', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna', 'navigation.position': inside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.clear()
  move(boat, outside)
  write(boat, { 'navigation.speedOverGround': 4 })
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener), [])
  move(boat, inside)
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener).toSorted(), [
    'name',
    'navigation.position',
    'navigation.speedOverGround',
  ])
})

test('a vessel that loses its position is outside', async () => {
  const boat = new Boat()
  write(boat, { 'navigation.position': inside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.clear()
  move(boat, null)
  write(boat, { name: 'Anna' })
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener), [])
})

test('sends only the subscribed paths of a vessel that enters', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna', 'navigation.position': outside })
  const listener = watch(boat, ['name'])
  await boat.settle(10)
  move(boat, inside)
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener), ['name'])
})

test('two clients of a box both get a vessel that enters', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna', 'navigation.position': outside })
  const first = watch(boat, ['name'])
  await boat.settle(10)
  move(boat, inside)
  const second = watch(boat, ['name'])
  await boat.settle(10)
  assert.deepEqual([pathsReceived(first), new Set(pathsReceived(second))], [['name'], new Set(['name'])])
})

test('sends the vessels in a box that was moved', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna', 'navigation.position': inside })
  const listener = boat.listen(['*'], { context: 'vessels.*', bbox: { ...bbox, east: 20.1 } })
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener), [])
  boat.subscribe(listener, ['*'], { context: 'vessels.*', bbox })
  await boat.settle(10)
  assert.deepEqual(pathsReceived(listener).toSorted(), ['name', 'navigation.position'])
})

test('sends a vessel completely that entered while the client was behind', async () => {
  const boat = new Boat()
  write(boat, { name: 'Anna', 'navigation.position': outside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.unread = 300_000
  move(boat, inside)
  await boat.settle(100)
  assert.deepEqual(pathsReceived(listener), [])
  listener.outlet.unread = 0
  await boat.settle(100)
  assert.deepEqual(pathsReceived(listener).toSorted(), ['name', 'navigation.position'])
})

test('sends the values of all sources of a vessel that enters, when subscribed', async () => {
  const boat = new Boat()
  boat.write({ 'navigation.speedOverGround': 1 }, { context: anna, source: 'ais.1' })
  boat.write({ 'navigation.speedOverGround': 2 }, { context: anna, source: 'ais.2' })
  const spec = { path: 'navigation.speedOverGround', sources: 'all' as const }
  const listener = boat.listen([spec], { context: 'vessels.*', bbox })
  await boat.settle(10)
  move(boat, inside)
  await boat.settle(10)
  assert.deepEqual(
    listener.outlet.received().map(({ source, value }) => [source, value]),
    [
      ['ais.1', 1],
      ['ais.2', 2],
    ],
  )
})
