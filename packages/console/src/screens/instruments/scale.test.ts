import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayUnitAt } from '#units/instrument-units.ts'
import { unitsOf } from '#units/quantities.ts'
import { placeOn, rangeAt, shareOf, ticksOf, zoneMarks, zoneOf } from './scale.ts'

const zones = [
  { upper: 2, state: 'alarm', message: 'Shallow' },
  { upper: 5, state: 'warn' },
  { lower: 5, upper: 8, state: 'normal' },
] as const

test('a scale comes from the metadata, then from what is usual, then from the zones', () => {
  const path = 'propulsion.port.revolutions'
  assert.deepEqual(rangeAt(path, { units: 'Hz', displayScale: { lower: 0, upper: 40 } }), {
    lower: 0,
    upper: 40,
  })
  assert.equal(rangeAt(path, { units: 'Hz', displayScale: { lower: 40, upper: 0 } })?.upper, 60)
  assert.deepEqual(rangeAt('a.b', { zones: [{ lower: 8, state: 'warn' }] }), { lower: 0, upper: 9 })
  assert.equal(rangeAt('a.b', {}), undefined)
})

test('a value beyond the scale is not drawn at its end', () => {
  const range = { lower: 10, upper: 20 }
  assert.equal(shareOf(range, 15), 0.5)
  assert.equal(shareOf(range, 20), 1)
  assert.equal(shareOf(range, 9.9), undefined)
  assert.equal(shareOf(range, 21), undefined)
})

test('the most severe zone of a value counts, and normal is no zone', () => {
  assert.deepEqual(zoneOf(1, { zones: [...zones] }), { state: 'alarm', message: 'Shallow' })
  assert.deepEqual(zoneOf(3, { zones: [...zones] }), { state: 'warn', message: undefined })
  assert.equal(zoneOf(6, { zones: [...zones] }), undefined)
})

test('zones are cut at the ends of the scale', () => {
  assert.deepEqual(zoneMarks({ lower: 0, upper: 10 }, { zones: [...zones] }), [
    { from: 0, to: 0.2, state: 'alarm' },
    { from: 0, to: 0.5, state: 'warn' },
  ])
  assert.deepEqual(zoneMarks({ lower: 20, upper: 30 }, { zones: [...zones] }), [])
})

test('the figures of a scale are round in the shown unit', () => {
  const figures = (path: string, si: string): string => {
    const range = rangeAt(path, { units: si }) ?? assert.fail('no range')
    return ticksOf(range, displayUnitAt(path, si, unitsOf('nautical-metric')))
      .map(({ text }) => text)
      .join(' ')
  }
  assert.equal(figures('propulsion.port.revolutions', 'Hz'), '0 1000 2000 3000')
  assert.equal(figures('propulsion.port.temperature', 'K'), '20 40 60 80 100 120')
  assert.equal(figures('propulsion.port.oilPressure', 'Pa'), '0 1 2 3 4 5 6')
  assert.equal(figures('electrical.batteries.1.voltage', 'V'), '10 11 12 13 14 15 16')
  assert.equal(figures('navigation.attitude:roll', 'rad'), '-40 -20 0 20 40')
})

test('only a value with a scale can be beyond it', () => {
  const range = { lower: 0, upper: 10 }
  assert.deepEqual(placeOn(range, 5), { share: 0.5, isBeyond: false })
  assert.deepEqual(placeOn(range, 11), { share: undefined, isBeyond: true })
  assert.deepEqual(placeOn(undefined, 11), { share: undefined, isBeyond: false })
  assert.deepEqual(placeOn(range, undefined), { share: undefined, isBeyond: false })
})
