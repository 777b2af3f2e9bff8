import { DeviceDirectory } from '#network/device-directory.ts'
import { BusReader } from '#paths/bus-reader.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoadGenerator } from './load-generator.ts'
import { SimulatedBoat } from './simulated-boat.ts'
import { ManualTimer, SimulatedBus } from './simulated-bus.ts'
import { simulatedSensors } from './simulated-sensors.ts'

/** Sails for a while, and returns all values by device and path. */
const sail = (seconds: number, seed = 1) => {
  const timer = new ManualTimer()
  const bus = new SimulatedBus(timer)
  const directory = new DeviceDirectory({
    timer,
    send: ({ payload, ...header }) => {
      bus.send({ ...header, source: 250, data: payload })
      return true
    },
  })
  const reader = new BusReader({ directory, timer })
  let messages = 0
  bus.attach({
    handle: (packet) => {
      messages++
      directory.handle(packet)
      reader.handle(packet)
    },
  })
  const boat = new SimulatedBoat({ bus, timer, seed })
  directory.start()
  timer.advance(seconds * 1_000)
  const { updates } = reader.take()
  return { boat, bus, directory, updates, messages, timer, reader }
}

test('every device of the boat is known by its model, its maker and its serial number', () => {
  const { directory } = sail(15)
  const known = directory.devices.filter(({ address }) => address !== 250)
  assert.deepEqual(
    new Set(known.map(({ product }) => product?.model)),
    new Set(simulatedSensors.map(({ model }) => model)),
  )
  assert.ok(
    known.every(({ manufacturer }) => manufacturer !== undefined),
    JSON.stringify(known),
  )
})

test('the values of the boat agree with each other and with its voyage', () => {
  const { updates, boat, reader } = sail(60)
  const own = updates.filter(({ context }) => context === undefined)
  const values = new Map(own.flatMap((update) => update.values.map(({ path, value }) => [path, value])))
  const { latitude, longitude, depth } = boat.voyage
  const position = values.get('navigation.position') as { latitude: number; longitude: number }
  assert.ok(Math.abs(position.latitude - latitude) < 1e-5 && Math.abs(position.longitude - longitude) < 1e-5)
  assert.ok(Math.abs(Number(values.get('environment.depth.belowTransducer')) - depth) < 0.5)
  for (const path of [
    'navigation.headingMagnetic',
    'navigation.rateOfTurn',
    'navigation.attitude',
    'environment.wind.angleApparent',
    'navigation.speedThroughWater',
    'propulsion.port.revolutions',
    'tanks.fuel.0.currentLevel',
    'tanks.freshWater.0.currentLevel',
    'electrical.batteries.0.voltage',
    'navigation.gnss.satellitesInView',
  ])
    assert.ok(values.has(path), path)
  assert.equal(reader.refused, 0)
})

test('the ships around are other vessels', () => {
  const { updates } = sail(70)
  const ships = updates.filter(({ context }) => context !== undefined)
  assert.equal(new Set(ships.map(({ context }) => context)).size, 3)
  const names = ships.flatMap(({ values }) => values.filter(({ path }) => path === 'name'))
  assert.deepEqual(new Set(names.map(({ value }) => value)), new Set(['AURORA', 'NORDVIK', 'LUMI']))
})

test('the same seed gives the same bytes, another seed others', () => {
  const bytesOf = (seed: number): string =>
    sail(5, seed)
      .bus.frames.map(({ data }) => Buffer.from(data).toString('hex'))
      .join()
  assert.equal(bytesOf(1), bytesOf(1))
  assert.notEqual(bytesOf(1), bytesOf(2))
})

test('nothing is sent after the end', () => {
  const { boat, bus, timer } = sail(2)
  boat[Symbol.dispose]()
  timer.advance(1)
  const sent = (): number => bus.frames.filter(({ source }) => source !== 250).length
  const before = sent()
  timer.advance(10_000)
  assert.equal(sent(), before)
})

test('a full bus has 1,800 frames a second, and every message arrives', () => {
  const timer = new ManualTimer()
  const bus = new SimulatedBus(timer)
  let messages = 0
  bus.attach({ handle: () => messages++ })
  using load = new LoadGenerator({ bus, timer })
  timer.advance(10_000)
  assert.ok(Math.abs(load.frames - 18_000) < 30, `${load.frames} frames`)
  const sent = load.messages
  load[Symbol.dispose]()
  timer.advance(10)
  assert.equal(messages, sent)
})
