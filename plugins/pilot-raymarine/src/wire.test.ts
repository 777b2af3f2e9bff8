import type { PilotAlarmNames } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmNames, readAlarm } from './wire.ts'

const alarm = (hex: string) => readAlarm(new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex')))

const idsOf = (wanted: string, names: PilotAlarmNames = alarmNames): number[] =>
  [...names].flatMap(([id, [name]]) => (name === wanted ? [id] : []))

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
