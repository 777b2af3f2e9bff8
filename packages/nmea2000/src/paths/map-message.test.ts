import { definitionById, definitions } from '#codec/database.ts'
import { decode, type Fields } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapMessage, pathRules } from './map-message.ts'
import type { InstanceNames } from './rules.ts'

/** Encodes a message, decodes it, and returns its values by path. */
const valuesOf = (id: string, fields: Fields, names?: InstanceNames): Record<string, unknown> => {
  const message = decode(definitionById(id)?.pgn ?? 0, encodeById(id, fields))
  assert.equal(message?.definition.id, id)
  const { values } = mapMessage(message, names && { names })
  return Object.fromEntries(values.map(({ path, value }) => [path, value]))
}

const known = (id: string, fields: Fields, names?: InstanceNames): Record<string, unknown> =>
  Object.fromEntries(Object.entries(valuesOf(id, fields, names)).filter(([, value]) => value !== null))

test('every message with rules is in the table', () => {
  const ids = new Set(definitions.map(({ id }) => id))
  assert.deepEqual(
    Object.keys(pathRules).filter((id) => !ids.has(id)),
    [],
  )
  assert.ok(Object.keys(pathRules).length >= 40)
})

test('a heading is magnetic or true by its reference, and withheld without one', () => {
  assert.deepEqual(known('vesselHeading', { heading: 2.5, reference: 1 }), {
    'navigation.headingMagnetic': 2.5,
  })
  assert.deepEqual(known('vesselHeading', { heading: 0, reference: 0 }), { 'navigation.headingTrue': 0 })
  assert.deepEqual(known('vesselHeading', { heading: 2.5, reference: 2 }), {})
  assert.deepEqual(known('vesselHeading', { heading: 2.5 }), {})
})

test('a heading of more than a full turn is refused, not wrapped', () => {
  const message = decode(127_250, Uint8Array.of(0, 0x78, 0xf5, 0xff, 0x7f, 0xff, 0x7f, 0xfc))
  assert.ok(message !== undefined)
  const { values, refused } = mapMessage(message)
  assert.deepEqual([values.filter(({ value }) => value !== null), refused], [[], 1])
})

test('wind from the bow is negative to port, and its reference decides the path', () => {
  const wind = { windSpeed: 7.5, windAngle: 6 }
  const angle = 6 - 2 * Math.PI
  const apparent = known('windData', { ...wind, reference: 2 })
  assert.equal(apparent['environment.wind.speedApparent'], 7.5)
  assert.ok(Math.abs(Number(apparent['environment.wind.angleApparent']) - angle) < 1e-9)
  assert.deepEqual(Object.keys(known('windData', { ...wind, reference: 3 })), [
    'environment.wind.speedTrue',
    'environment.wind.angleTrueWater',
  ])
  assert.deepEqual(known('windData', { ...wind, reference: 0 }), {
    'environment.wind.speedOverGround': 7.5,
    'environment.wind.directionTrue': 6,
  })
  // Never taken for apparent wind.
  assert.deepEqual(known('windData', wind), {})
})

test('a position has both members or is not available', () => {
  const place = { latitude: 59.5, longitude: 24.75 }
  assert.deepEqual(valuesOf('positionRapidUpdate', place), { 'navigation.position': place })
  assert.deepEqual(valuesOf('positionRapidUpdate', { latitude: 59.5 }), { 'navigation.position': null })
})

test('the position of a receiver without a fix is null', () => {
  const fix = { date: 20_000, time: 43_200, latitude: 59.5, longitude: 24.75, gnssType: 0, integrity: 0 }
  assert.deepEqual(valuesOf('gnssPositionData', { ...fix, method: 1 })['navigation.position'], {
    latitude: 59.5,
    longitude: 24.75,
  })
  for (const method of [0, 6, 7, 8])
    assert.equal(valuesOf('gnssPositionData', { ...fix, method })['navigation.position'], null)
})

test('a time before 2020 is not published: the receiver has rolled over the week', () => {
  assert.deepEqual(known('systemTime', { source: 0, date: 20_000, time: 43_200 }), {
    'navigation.datetime': '2024-10-04T12:00:00.000Z',
  })
  assert.deepEqual(known('systemTime', { source: 0, date: 12_830, time: 0 }), {})
  // The crystal of the device.
  assert.deepEqual(known('systemTime', { source: 5, date: 20_000, time: 0 }), {})
})

test('attitude and current have only the members that are available', () => {
  assert.deepEqual(valuesOf('attitude', { roll: 0 }), { 'navigation.attitude': { roll: 0 } })
  assert.deepEqual(valuesOf('attitude', {}), { 'navigation.attitude': null })
  assert.deepEqual(valuesOf('setDriftRapidUpdate', { setReference: 1, set: 1.5, drift: 0.5 }), {
    'environment.current': { setMagnetic: 1.5, drift: 0.5 },
  })
})

test('the rudder of instance 0 is the rudder; an order to port is negative', () => {
  assert.deepEqual(known('rudder', { instance: 0, directionOrder: 2, angleOrder: 0.1, position: -0.05 }), {
    'steering.rudderAngle': -0.05,
    'steering.rudderAngleTarget': -0.1,
  })
  assert.deepEqual(known('rudder', { instance: 252, directionOrder: 0, position: 0.1 }), {})
})

test('a depth says below what, by the sign of the offset', () => {
  assert.deepEqual(known('waterDepth', { depth: 10, offset: 0.5 }), {
    'environment.depth.belowTransducer': 10,
    'environment.depth.surfaceToTransducer': 0.5,
    'environment.depth.belowSurface': 10.5,
  })
  assert.deepEqual(known('waterDepth', { depth: 10, offset: -1.5 }), {
    'environment.depth.belowTransducer': 10,
    'environment.depth.transducerToKeel': 1.5,
    'environment.depth.belowKeel': 8.5,
  })
  assert.deepEqual(known('waterDepth', { depth: 10, offset: 0 }), { 'environment.depth.belowTransducer': 10 })
})

test('engines are port, starboard and numbers, unless the skipper names them; units match the paths', () => {
  const rapid = { speed: 1_800, boostPressure: 150_000 }
  assert.deepEqual(known('engineParametersRapidUpdate', { instance: 0, ...rapid }), {
    'propulsion.port.revolutions': 30,
    'propulsion.port.boostPressure': 150_000,
  })
  assert.ok('propulsion.2.revolutions' in known('engineParametersRapidUpdate', { instance: 2, ...rapid }))
  const names = { engines: new Map([[0, 'main']]), batteries: new Map() }
  assert.ok(
    'propulsion.main.revolutions' in known('engineParametersRapidUpdate', { instance: 0, ...rapid }, names),
  )
  const dynamic = {
    instance: 0,
    oilPressure: 400_000,
    fuelRate: 3.6,
    engineLoad: 50,
    discreteStatus1: 0,
    discreteStatus2: 0,
  }
  const values = known('engineParametersDynamic', dynamic)
  assert.equal(values['propulsion.port.oilPressure'], 400_000)
  assert.ok(Math.abs(Number(values['propulsion.port.fuel.rate']) - 1e-6) < 1e-12)
  assert.equal(values['propulsion.port.engineLoad'], 0.5)
})

test('a tank of an unknown kind is withheld', () => {
  assert.deepEqual(known('fluidLevel', { instance: 1, type: 1, level: 50, capacity: 200 }), {
    'tanks.freshWater.1.currentLevel': 0.5,
    'tanks.freshWater.1.capacity': 0.2,
  })
  assert.deepEqual(valuesOf('fluidLevel', { instance: 1, type: 9, level: 50 }), {})
})

test('a temperature belongs to its source; a second sensor of the same kind has no path yet', () => {
  const temperature = { instance: 0, actualTemperature: 290, source: 0 }
  assert.deepEqual(known('temperature', temperature), { 'environment.water.temperature': 290 })
  assert.deepEqual(known('temperature', { ...temperature, instance: 1 }), {})
  assert.deepEqual(known('temperature', { ...temperature, instance: 1, source: 14 }), {
    'propulsion.starboard.exhaustTemperature': 290,
  })
})

test('switches that are off are false; those in error or not available are nothing', () => {
  assert.deepEqual(
    known('binarySwitchBankStatus', { instance: 3, indicator1: 1, indicator2: 0, indicator3: 2 }),
    {
      'electrical.switches.bank.3.1.state': true,
      'electrical.switches.bank.3.2.state': false,
    },
  )
})

test('zero is a value', () => {
  assert.equal(known('rateOfTurn', { rate: 0 })['navigation.rateOfTurn'], 0)
  assert.equal(known('batteryStatus', { instance: 0, current: 0 })['electrical.batteries.0.current'], 0)
  assert.equal(known('speed', { speedWaterReferenced: 0 })['navigation.speedThroughWater'], 0)
})
