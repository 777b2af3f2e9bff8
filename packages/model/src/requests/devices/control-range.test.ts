import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  controlRangeFault,
  controlReportFault,
  controlValueFault,
  isControlValueShown,
} from './control-range.ts'
import type { ControlRange } from './controls.ts'

const onOff: ControlRange = { type: 'switch' }
const dimmer: ControlRange = { type: 'number', minimum: 0, maximum: 1, step: 0.05 }
const setpoint: ControlRange = { type: 'number', minimum: 255, maximum: 280, tolerance: 0.3 }
const mode: ControlRange = { type: 'choice', values: ['off', 'automatic'] }

test('a value outside the range is refused with what the control takes', () => {
  const cases: readonly (readonly [ControlRange, unknown, string | undefined])[] = [
    [onOff, true, undefined],
    [onOff, 1, 'true or false'],
    [dimmer, 0.35, undefined],
    [dimmer, 0.7, undefined],
    [dimmer, 1.05, 'from 0 to 1'],
    [dimmer, 0.33, 'a whole number of steps of 0.05 above 0'],
    [dimmer, '0.5', 'a number'],
    [dimmer, Number.NaN, 'from 0 to 1'],
    [setpoint, 277.13, undefined],
    [setpoint, 281, 'from 255 to 280'],
    [mode, 'off', undefined],
    [mode, 'on', 'one of off, automatic'],
  ]
  for (const [range, value, wanted] of cases)
    assert.equal(controlValueFault(range, value), wanted, String(value))
})

test('a device may report a number that cannot be set, but nothing of another type', () => {
  assert.equal(controlReportFault(setpoint, 290), undefined)
  assert.equal(controlReportFault(setpoint, 'cold'), 'a number')
  assert.equal(controlReportFault(mode, 'broken'), 'one of off, automatic')
})

test('a report confirms a value within its tolerance, and otherwise only the same value', () => {
  assert.ok(isControlValueShown(setpoint, 277.4, 277.15))
  assert.equal(isControlValueShown(setpoint, 277.5, 277.15), false)
  assert.ok(isControlValueShown(dimmer, 0.1 + 0.2, 0.3))
  assert.equal(isControlValueShown(dimmer, 0.35, 0.3), false)
  assert.equal(isControlValueShown(onOff, false, true), false)
})

test('a range has its minimum below its maximum, and whole steps between them', () => {
  assert.equal(controlRangeFault(dimmer), undefined)
  assert.match(controlRangeFault({ ...dimmer, maximum: 0 }) ?? '', /below/)
  assert.match(controlRangeFault({ ...dimmer, maximum: 0.98 }) ?? '', /whole number of steps/)
})
