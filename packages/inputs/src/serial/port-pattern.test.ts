import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsPath, patternOf, patternShape } from './port-pattern.ts'

for (const [pattern, path, fits] of [
  ['/dev/ttyUSB*', '/dev/ttyUSB0', true],
  ['/dev/ttyUSB*', '/dev/ttyUSB', true],
  ['/dev/ttyUSB*', '/dev/serial/ttyUSB0', false],
  ['/dev/tty*0', '/dev/ttyS0', true],
  ['/dev/tty*0', '/dev/ttyS1', false],
  ['/dev/aba*aba', '/dev/aba', false],
  ['/dev/gps', '/dev/gps', true],
  ['/dev/gps', '/dev/gps2', false],
  ['/dev/t.y(a+)+*', '/dev/ttya', false],
  ['/*', '/gps', true],
] as const)
  test(`${pattern} ${fits ? 'matches' : 'does not match'} ${path}`, () => {
    assert.equal(fitsPath(patternOf(pattern), path), fits)
  })

for (const [text, isAccepted] of [
  ['/dev/ttyUSB*', true],
  ['/dev/gps', true],
  ['ttyUSB0', false],
  ['/dev/*/gps', false],
  ['/dev/*USB*', false],
] as const)
  test(`"${text}" is ${isAccepted ? 'a valid' : 'an invalid'} setting`, () => {
    assert.equal(patternShape.test(text), isAccepted)
  })
