import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'

const bbox = { south: 60, west: 20, north: 61, east: 21 }
const anna = vessel(230000010)
const inside = { latitude: 60.5, longitude: 20.5 }
const outside = { latitude: 50, longitude: 0 }

const move = (boat: Boat, position: object | null): void =>
  void boat.hear({ 'navigation.position': position }, { context: anna })

const say = (boat: Boat, values: Record<string, unknown>): void => void boat.hear(values, { context: anna })

const watch = (boat: Boat, paths = ['*']): Listener => boat.listen(paths, { context: 'vessels.*', bbox })

const told = ({ outlet }: Listener): string[] => outlet.heard().map(({ path }) => path)

test('a vessel inside the box is told, one outside is not', async () => {
  const boat = new Boat()
  move(boat, inside)
  boat.hear({ 'navigation.position': outside }, { context: vessel(230000011) })
  const listener = watch(boat)
  await boat.settle(10)
  assert.deepEqual(new Set(listener.outlet.heard().map(({ context }) => context)), new Set([anna]))
})

test('a vessel without a position is in no box', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna' })
  const listener = watch(boat)
  await boat.settle(10)
  say(boat, { name: 'Anna' })
  await boat.settle(10)
  assert.deepEqual(told(listener), [])
})

test('a vessel that comes in is told whole, each value once', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna', 'navigation.speedOverGround': 3, 'navigation.position': outside })
  const listener = watch(boat)
  await boat.settle(10)
  assert.deepEqual(told(listener), [])
  say(boat, { 'navigation.position': inside, 'navigation.speedOverGround': 4 })
  await boat.settle(10)
  assert.deepEqual(told(listener).toSorted(), ['name', 'navigation.position', 'navigation.speedOverGround'])
  assert.deepEqual(listener.outlet.values('navigation.speedOverGround'), [4])
})

test('a vessel inside is told by its changes', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna', 'navigation.position': inside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.clear()
  say(boat, { 'navigation.speedOverGround': 4 })
  await boat.settle(10)
  assert.deepEqual(told(listener), ['navigation.speedOverGround'])
})

test('a vessel that has left is told no more, and whole again when it comes back', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna', 'navigation.position': inside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.clear()
  move(boat, outside)
  say(boat, { 'navigation.speedOverGround': 4 })
  await boat.settle(10)
  assert.deepEqual(told(listener), [])
  move(boat, inside)
  await boat.settle(10)
  assert.deepEqual(told(listener).toSorted(), ['name', 'navigation.position', 'navigation.speedOverGround'])
})

test('a vessel whose position is lost is outside', async () => {
  const boat = new Boat()
  say(boat, { 'navigation.position': inside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.clear()
  move(boat, null)
  say(boat, { name: 'Anna' })
  await boat.settle(10)
  assert.deepEqual(told(listener), [])
})

test('who asks for names alone is told the name of a vessel that comes in', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna', 'navigation.position': outside })
  const listener = watch(boat, ['name'])
  await boat.settle(10)
  move(boat, inside)
  await boat.settle(10)
  assert.deepEqual(told(listener), ['name'])
})

test('the second client of a box does not keep the first from being told', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna', 'navigation.position': outside })
  const first = watch(boat, ['name'])
  await boat.settle(10)
  move(boat, inside)
  const second = watch(boat, ['name'])
  await boat.settle(10)
  assert.deepEqual([told(first), new Set(told(second))], [['name'], new Set(['name'])])
})

test('a chart that is moved is told what is in the new place', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna', 'navigation.position': inside })
  const listener = boat.listen(['*'], { context: 'vessels.*', bbox: { ...bbox, east: 20.1 } })
  await boat.settle(10)
  assert.deepEqual(told(listener), [])
  boat.subscribe(listener, ['*'], { context: 'vessels.*', bbox })
  await boat.settle(10)
  assert.deepEqual(told(listener).toSorted(), ['name', 'navigation.position'])
})

test('a vessel that came in while the client was behind is told whole afterwards', async () => {
  const boat = new Boat()
  say(boat, { name: 'Anna', 'navigation.position': outside })
  const listener = watch(boat)
  await boat.settle(10)
  listener.outlet.unread = 300_000
  move(boat, inside)
  await boat.settle(100)
  assert.deepEqual(told(listener), [])
  listener.outlet.unread = 0
  await boat.settle(100)
  assert.deepEqual(told(listener).toSorted(), ['name', 'navigation.position'])
})

test('a vessel that comes in is told with what each source says of it, when all are asked for', async () => {
  const boat = new Boat()
  boat.hear({ 'navigation.speedOverGround': 1 }, { context: anna, source: 'ais.1' })
  boat.hear({ 'navigation.speedOverGround': 2 }, { context: anna, source: 'ais.2' })
  const wish = { path: 'navigation.speedOverGround', sources: 'all' as const }
  const listener = boat.listen([wish], { context: 'vessels.*', bbox })
  await boat.settle(10)
  move(boat, inside)
  await boat.settle(10)
  assert.deepEqual(
    listener.outlet.heard().map(({ source, value }) => [source, value]),
    [
      ['ais.1', 1],
      ['ais.2', 2],
    ],
  )
})
