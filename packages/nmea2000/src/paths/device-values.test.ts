import { definitionById } from '#codec/database.ts'
import { decode, type Fields, type Message } from '#codec/decode.ts'
import { encodeById } from '#codec/encode.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceValues } from './device-values.ts'

const messageOf = (id: string, fields: Fields, lists?: readonly (readonly Fields[])[]): Message => {
  const message = decode(definitionById(id)?.pgn ?? 0, encodeById(id, fields, lists))
  assert.equal(message?.definition.id, id)
  return message
}

/** A device whose messages are mapped one after the other. */
class Said {
  readonly device = new DeviceValues()

  say(id: string, fields: Fields, now = 0): Record<string, unknown> {
    return this.sayAll(messageOf(id, fields), now)
  }

  sayAll(message: Message, now = 0): Record<string, unknown> {
    const { values, alerts } = this.device.map(message, now)
    const entries: [string, unknown][] = [
      ...values.map(({ path, value }): [string, unknown] => [path, value]),
      ...alerts.map(({ path, condition }): [string, unknown] => [path, condition]),
    ]
    return Object.fromEntries(entries)
  }
}

const place = { latitude: 59.5, longitude: 24.75 }
const fix = { date: 20_000, time: 43_200, ...place, gnssType: 0, integrity: 0, method: 1 }
const position = 'navigation.position'

test('null is published once, and only after a value', () => {
  const said = new Said()
  assert.deepEqual(said.say('waterDepth', {}), {})
  const depth = 'environment.depth.belowTransducer'
  assert.deepEqual(said.say('waterDepth', { depth: 0 }), { [depth]: 0 })
  assert.deepEqual(said.say('waterDepth', {}), { [depth]: null })
  assert.deepEqual(said.say('waterDepth', {}), {})
})

test('of two messages of one device for one path, the better one wins while it is live', () => {
  const said = new Said()
  const path = 'environment.water.temperature'
  const good = (now: number, temperature: number) =>
    said.say('temperatureExtendedRange', { instance: 0, source: 0, temperature }, now)
  const poor = (now: number, waterTemperature: number) =>
    said.say('environmentalParametersObsolete', { waterTemperature }, now)
  assert.deepEqual(poor(0, 288), { [path]: 288 })
  assert.deepEqual(good(100, 290), { [path]: 290 })
  // Every 2 s: live for 4 s.
  assert.deepEqual(poor(4_100, 288), {})
  assert.deepEqual(poor(4_101, 288), { [path]: 288 })
  assert.deepEqual(good(5_000, 290), { [path]: 290 })
})

test('a better message without a value does not silence the other one', () => {
  const said = new Said()
  const path = 'navigation.magneticVariation'
  assert.deepEqual(said.say('vesselHeading', { reference: 1, heading: 1, variation: 0.1 })[path], 0.1)
  assert.deepEqual(said.say('magneticVariation', {}), {})
  assert.deepEqual(said.say('vesselHeading', { reference: 1, heading: 1, variation: 0.2 })[path], 0.2)
})

test('the slow position is published only without the rapid one', () => {
  const said = new Said()
  assert.deepEqual(said.say('gnssPositionData', fix)[position], place)
  assert.deepEqual(said.say('positionRapidUpdate', place, 100)[position], place)
  assert.equal(position in said.say('gnssPositionData', fix, 1_000), false)
  assert.deepEqual(said.say('gnssPositionData', fix, 2_000)[position], place)
})

test('without a fix the position is null once, and rapid positions are withheld', () => {
  const said = new Said()
  said.say('positionRapidUpdate', place)
  assert.equal(said.say('gnssPositionData', { ...fix, method: 0 }, 100)[position], null)
  assert.deepEqual(said.say('positionRapidUpdate', place, 200), {})
  assert.equal(position in said.say('gnssPositionData', { ...fix, method: 6 }, 1_100), false)
  assert.deepEqual(said.say('gnssPositionData', fix, 2_000)[position], place)
  assert.deepEqual(said.say('positionRapidUpdate', place, 2_100)[position], place)
})

test('the course of a plotter is below its kind, and the cross-track error follows it', () => {
  const said = new Said()
  const xte = { xteMode: 0, navigationTerminated: 0, xte: -12.5 }
  assert.deepEqual(said.say('crossTrackError', xte), { 'navigation.courseRhumbline.crossTrackError': -12.5 })
  const course = said.say('navigationData', {
    distanceToWaypoint: 1_852,
    courseBearingReference: 0,
    perpendicularCrossed: 0,
    arrivalCircleEntered: 0,
    calculationType: 0,
    bearingOriginToDestinationWaypoint: 1,
    bearingPositionToDestinationWaypoint: 1.1,
    destinationLatitude: 60,
    destinationLongitude: 25,
    waypointClosingVelocity: 3,
  })
  assert.deepEqual(course, {
    'navigation.courseGreatCircle.nextPoint.distance': 1_852,
    'navigation.courseGreatCircle.nextPoint.bearingTrue': 1.1,
    'navigation.courseGreatCircle.bearingTrackTrue': 1,
    'navigation.courseGreatCircle.nextPoint.position': { latitude: 60, longitude: 25 },
    'navigation.courseGreatCircle.nextPoint.velocityMadeGood': 3,
  })
  const path = 'navigation.courseGreatCircle.crossTrackError'
  assert.deepEqual(said.say('crossTrackError', xte), { [path]: -12.5 })
  // Simulated, then ended.
  assert.deepEqual(said.say('crossTrackError', { ...xte, xteMode: 3 }), { [path]: null })
  assert.deepEqual(said.say('crossTrackError', { ...xte, navigationTerminated: 1 }), {})
})

test('satellites are published every 5 s, and those in use are counted', () => {
  const said = new Said()
  const rows = [2, 1, 5].map((status, index) => ({ prn: index + 1, elevation: 0.5, snr: 40, status }))
  const message = messageOf('gnssSatsInView', { rangeResidualMode: 0, satsInView: 3 }, [rows])
  const first = said.sayAll(message)
  assert.equal(first['navigation.gnss.satellites'], 2)
  assert.deepEqual(first['navigation.gnss.satellitesInView'], {
    count: 3,
    satellites: [1, 2, 3].map((id) => ({ id, elevation: 0.5, SNR: 40 })),
  })
  assert.deepEqual(said.sayAll(message, 4_900), { 'navigation.gnss.satellites': 2 })
  assert.ok('navigation.gnss.satellitesInView' in said.sayAll(message, 5_000))
})

const engine = (discreteStatus1: number): Fields => ({ instance: 0, discreteStatus1, discreteStatus2: 0 })
const over = 'notifications.propulsion.port.overTemperature'

test('a fault of an engine is an alarm when its bit is set, and normal when it is gone', () => {
  const said = new Said()
  const first = said.say('engineParametersDynamic', engine(0))
  assert.deepEqual(first[over], { state: 'normal', method: [], message: '' })
  assert.ok(!Object.keys(first).some((path) => path.includes('preheat')))
  assert.deepEqual(said.say('engineParametersDynamic', engine(2)), {
    [over]: { state: 'alarm', method: ['visual', 'sound'], message: 'port engine: over temperature' },
  })
  assert.deepEqual(said.say('engineParametersDynamic', engine(2)), {})
  // Not available: neither raises nor clears.
  assert.deepEqual(said.say('engineParametersDynamic', engine(0xffff)), {})
  assert.deepEqual(said.say('engineParametersDynamic', engine(0)), {
    [over]: { state: 'normal', method: [], message: '' },
  })
})

const alert = {
  alertType: 2,
  alertCategory: 1,
  alertSystem: 5,
  alertSubSystem: 0,
  alertId: 300,
  dataSourceNetworkIdName: '00a1b2c3d4e5f607',
  acknowledgeSourceNetworkIdName: '0000000000000000',
  alertOccurrenceNumber: 1,
  temporarySilenceStatus: 0,
  acknowledgeStatus: 0,
  escalationStatus: 0,
  temporarySilenceSupport: 1,
  acknowledgeSupport: 1,
  escalationSupport: 0,
  alertState: 2,
}
const alertPath = 'notifications.nmea2000.00a1b2c3d4e5f607.5.0.300.1'

test('an alert of the bus is raised immediately, and gets its text when it comes', () => {
  const said = new Said()
  const sounding = { state: 'alarm', method: ['visual', 'sound'] }
  assert.deepEqual(said.say('alert', alert), { [alertPath]: { ...sounding, message: 'Alarm 300' } })
  const text = { ...alert, languageId: 0, alertTextDescription: 'Bilge', alertLocationTextDescription: 'bow' }
  assert.deepEqual(said.say('alertText', text), { [alertPath]: { ...sounding, message: 'Bilge, bow' } })
  assert.deepEqual(said.say('alert', { ...alert, alertState: 4 }), {
    [alertPath]: { state: 'alarm', method: ['visual'], message: 'Bilge, bow' },
  })
  assert.deepEqual(said.say('alert', { ...alert, alertState: 1 }), {
    [alertPath]: { state: 'normal', method: [], message: '' },
  })
  assert.deepEqual(said.say('alert', { ...alert, alertType: 7 }), {})
})
