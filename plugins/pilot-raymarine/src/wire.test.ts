import type { PilotAlarmNames } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  alarmNames,
  headingCommand,
  modeCommand,
  readAcknowledgement,
  readAlarm,
  tackCommand,
  windCommand,
} from './wire.ts'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const alarm = (hex: string) => readAlarm(bytes(hex))

const idsOf = (wanted: string, names: PilotAlarmNames = alarmNames): number[] =>
  [...names].flatMap(([id, [name]]) => (name === wanted ? [id] : []))

test('every command has its bytes', () => {
  const mode = '01 63 ff 00 f8 04 01 3b 07 03 04 04'
  assert.deepEqual(modeCommand('standby'), bytes(`${mode} 00 00 05 ff ff`))
  assert.deepEqual(modeCommand('auto'), bytes(`${mode} 40 00 05 ff ff`))
  assert.deepEqual(modeCommand('wind'), bytes(`${mode} 00 01 05 ff ff`))
  assert.deepEqual(modeCommand('track'), bytes(`${mode} 80 01 05 ff ff`))
  assert.deepEqual(tackCommand(), bytes(`${mode} ff ff 05 04 00`))
  assert.deepEqual(headingCommand(1.6057), bytes('01 50 ff 00 f8 03 01 3b 07 03 04 06 b9 3e'))
  assert.deepEqual(windCommand(5.7596), bytes('01 41 ff 00 f8 03 01 3b 07 03 04 04 fc e0'))
})

test('a full turn is north: no number means it', () => {
  const north = bytes('01 50 ff 00 f8 03 01 3b 07 03 04 06 00 00')
  for (const heading of [0, 2 * Math.PI, 2 * Math.PI - 1e-6, 4e-5])
    assert.deepEqual(headingCommand(heading), north, `${heading}`)
})

test('an acknowledgement is a refusal when it has an error of the message or of a parameter', () => {
  const isRefused = (hex: string): boolean | undefined => readAcknowledgement(bytes(hex))?.isRefused
  assert.deepEqual(readAcknowledgement(bytes('02 63 ff 00 00 04 00 00')), { pgn: 65_379, isRefused: false })
  // The nibbles beyond the number of parameters are filled with ones.
  assert.deepEqual(readAcknowledgement(bytes('02 50 ff 00 00 03 00 f0')), { pgn: 65_360, isRefused: false })
  for (const hex of ['02 63 ff 00 03 04 00 00', '02 63 ff 00 10 04 00 00', '02 50 ff 00 00 03 00 f4'])
    assert.equal(isRefused(hex), true, hex)
  assert.equal(isRefused('01 63 ff 00 f8 04 00 00'), undefined)
})

test('every known alarm has its standard name', () => {
  assert.deepEqual(idsOf('heading'), [5, 20, 27, 28, 30, 46, 69])
  assert.deepEqual(idsOf('wind'), [21, 51, 71])
  assert.deepEqual(idsOf('xte'), [24, 25, 58, 59, 70])
  assert.deepEqual(idsOf('waypointArrival'), [14])
  assert.deepEqual(idsOf('waypointAdvance'), [29, 49, 50])
  assert.deepEqual(idsOf('routeComplete'), [35])
})

test('an alarm is on until it is off, also when it is silenced; alarms of other groups are not of the pilot', () => {
  assert.deepEqual(alarm('3b 9f 01 01 1b 01 00 00'), { id: 27, isOn: true })
  assert.deepEqual(alarm('3b 9f 01 02 1b 01 00 00'), { id: 27, isOn: true })
  assert.deepEqual(alarm('3b 9f 01 00 1b 01 00 00'), { id: 27, isOn: false })
  assert.equal(alarm('3b 9f 01 01 1b 00 00 00'), undefined)
  assert.equal(alarm('41 9f 01 01 1b 01 00 00'), undefined)
})
