import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayUnitAt } from '#units/instrument-units.ts'
import { unitsOf } from '#units/quantities.ts'
import { scaleOf, textOfEnd, textOfValue } from './graph-scale.ts'

const units = unitsOf('nautical-metric')

for (const [low, high, unit, lower, upper] of [
  [6.2, 21.4, 'kn', 5, 25],
  [1012.3, 1012.5, 'hPa', 1010, 1015],
  [12.6, 12.7, 'V', 12.4, 12.9],
  [0, 0.2, 'kn', 0, 1.5],
  [-30, 40, '°', -30, 40],
] as const)
  test(`a graph from ${low} to ${high} ${unit} has round ends around it`, () => {
    const scale = scaleOf(low, high, unit)
    assert.ok(scale.lower <= low && scale.upper >= high)
    assert.ok(
      Math.abs(scale.lower - lower) < 1.1 && Math.abs(scale.upper - upper) < 1.6,
      JSON.stringify(scale),
    )
  })

test('an angle of more than a turn is shown as on the compass', () => {
  const display = displayUnitAt('environment.wind.directionTrue', 'rad', units)
  assert.equal(textOfEnd(display, 370), '010')
  assert.equal(textOfValue(display, (362 * Math.PI) / 180).text, '002')
})

test('a wind angle keeps its side beyond half a turn', () => {
  const display = displayUnitAt('environment.wind.angleApparent', 'rad', units)
  assert.match(textOfValue(display, (190 * Math.PI) / 180).text, /^170° P$/)
})
