import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayUnitAt } from './instrument-units.ts'
import { unitsOf } from './quantities.ts'

const cases: readonly (readonly [path: string, si: string | undefined, value: number, shown: string])[] = [
  ['propulsion.port.revolutions', 'Hz', 30.7, '1842 rpm'],
  ['electrical.ac.1.phase.A.frequency', 'Hz', 50.02, '50.0 Hz'],
  ['propulsion.port.fuel.rate', 'm3/s', 4.6 / 3_600_000, '4.6 L/h'],
  ['propulsion.port.oilPressure', 'Pa', 340_000, '3.4 bar'],
  ['environment.outside.pressure', 'Pa', 101_300, '1013 hPa'],
  ['propulsion.port.temperature', 'K', 355.15, '82.0 °C'],
  ['propulsion.port.runTime', 's', 4_622_400, '1284 h'],
  ['electrical.batteries.house.voltage', 'V', 13.14, '13.1 V'],
  ['electrical.batteries.house.current', 'A', -0.01, '0.0 A'],
  ['electrical.batteries.house.capacity.stateOfCharge', 'ratio', 0.78, '78 %'],
  ['navigation.attitude:roll', 'rad', 0.2443, '14° S'],
  ['navigation.attitude:pitch', 'rad', 0.0349, '2 °'],
  ['navigation.rateOfTurn', 'rad/s', 0.00582, '20 °/min'],
  ['environment.current:setTrue', 'rad', 1.5708, '090 °'],
  ['environment.current:drift', 'm/s', 0.4, '0.8 kn'],
  ['tanks.fuel.1.currentVolume', 'm3', 0.188, '188 L'],
  ['some.plugin.number', undefined, 2.50123, '2.50'],
]

for (const [path, si, value, expected] of cases)
  test(`${path} is shown as ${expected}`, () => {
    const { text, unit } = displayUnitAt(path, si, unitsOf('nautical-metric')).textOf(value)
    assert.equal(`${text} ${unit}`.trim(), expected)
  })

test('a scale has the unit of the figure', () => {
  const imperial = displayUnitAt('propulsion.port.temperature', 'K', unitsOf('nautical-imperial'))
  assert.equal(Math.round(imperial.of(373.15)), 212)
  assert.equal(imperial.unit, imperial.textOf(373.15).unit)
})
