import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureAt, quantityAt } from './path-measures.ts'

for (const [path, unit, quantity, measure] of [
  ['navigation.headingMagnetic', 'rad', 'bearing', undefined],
  ['navigation.courseOverGroundTrue', 'rad', 'bearing', undefined],
  ['environment.wind.directionTrue', 'rad', 'bearing', undefined],
  ['environment.wind.angleApparent', 'rad', 'windAngle', undefined],
  ['steering.rudderAngle', 'rad', 'rudder', undefined],
  ['navigation.magneticVariation', 'rad', 'angle', undefined],
  ['environment.wind.speedApparent', 'm/s', 'windSpeed', 'windSpeed'],
  ['navigation.speedOverGround', 'm/s', 'speed', 'speed'],
  ['environment.depth.belowKeel', 'm', 'depth', 'depth'],
  ['navigation.anchor.maxRadius', 'm', 'length', 'depth'],
  ['design.beam', 'm', 'length', 'depth'],
  ['navigation.courseGreatCircle.crossTrackError', 'm', 'crossTrack', 'distance'],
  ['navigation.gnss.antennaAltitude', 'm', 'length', 'depth'],
  ['navigation.log', 'm', 'distance', 'distance'],
  ['environment.water.temperature', 'K', 'temperature', 'temperature'],
  ['environment.outside.pressure', 'Pa', 'pressure', undefined],
  ['electrical.batteries.house.voltage', 'V', undefined, undefined],
  ['name', undefined, undefined, undefined],
] as const)
  test(`${path} has the quantity ${quantity ?? 'none'} and the measure ${measure ?? 'none'}`, () => {
    assert.equal(quantityAt(path, unit), quantity)
    assert.equal(measureAt(path, unit), measure)
  })
