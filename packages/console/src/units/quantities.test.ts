import { degree } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearingText, shown, sideText, unitsOf, type Quantity, type UnitPreset } from './quantities.ts'

for (const [angle, text] of [
  [0, '000'],
  [7, '007'],
  [359.4, '359'],
  [359.6, '000'],
  [360, '000'],
  [-10, '350'],
] as const)
  test(`a bearing of ${angle}° is shown as ${text}`, () => {
    assert.equal(bearingText(angle * degree), text)
  })

for (const [angle, text] of [
  [-38, '38° P'],
  [38, '38° S'],
  [0, '0°'],
  [-0.2, '0°'],
  [180, '180°'],
  [-180, '180°'],
] as const)
  test(`a wind angle of ${angle}° is ${text}`, () => {
    assert.equal(sideText(angle * degree), text)
  })

const cases: readonly (readonly [Quantity, number, UnitPreset, string, string])[] = [
  ['angle', 0.06108652, 'nautical-metric', '3.5', '°'],
  ['speed', 3.2, 'nautical-metric', '6.2', 'kn'],
  ['speed', 3.2, 'metric', '11.5', 'km/h'],
  ['windSpeed', 7, 'metric', '7.0', 'm/s'],
  ['depth', 12.94, 'nautical-metric', '12.9', 'm'],
  ['depth', 3.048, 'nautical-imperial', '10.0', 'ft'],
  ['distance', 1_852, 'nautical-metric', '1.00', 'NM'],
  ['crossTrack', -37, 'nautical-metric', '0.02 P', 'NM'],
  ['crossTrack', 370.4, 'metric', '0.37 S', 'km'],
  ['crossTrack', -5, 'nautical-metric', '0.00', 'NM'],
  ['length', 45.4, 'nautical-metric', '45', 'm'],
  ['temperature', 273.15, 'metric', '0.0', '°C'],
  ['temperature', 273.15, 'nautical-imperial', '32', '°F'],
  ['pressure', 101_325, 'metric', '1013', 'hPa'],
  ['ratio', 0.62, 'metric', '62', '%'],
  ['speed', -0.001, 'nautical-metric', '0.0', 'kn'],
]
for (const [quantity, value, preset, text, unit] of cases)
  test(`${quantity} ${value} is ${text} ${unit} in ${preset}`, () => {
    assert.deepEqual(shown(quantity, value, preset), { text, unit })
  })

test('wind in metres per second can be combined with speed in knots', () => {
  const units = { ...unitsOf('nautical-metric'), windSpeed: 'm/s' } as const
  assert.deepEqual(shown('windSpeed', 7, units), { text: '7.0', unit: 'm/s' })
  assert.deepEqual(shown('speed', 3.2, units), { text: '6.2', unit: 'kn' })
})

test('lengths use the unit of depths', () => {
  const units = { ...unitsOf('metric'), depth: 'ft' } as const
  assert.deepEqual(shown('length', 30.48, units), { text: '100', unit: 'ft' })
})
