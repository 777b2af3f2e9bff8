import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmNames, changeCommand, missingData, modeCommand, readAlarm, tackCommand } from './wire.ts'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

const idsOf = (wanted: string): number[] =>
  [...alarmNames].flatMap(([id, [name]]) => (name === wanted ? [id] : []))

test('every command has its bytes; the address of the pilot is put in when it leaves', () => {
  const head = '41 9f ff ff ff 0a'
  assert.deepEqual(modeCommand('standby'), bytes(`${head} 06 00 ff ff ff ff`))
  assert.deepEqual(modeCommand('heading'), bytes(`${head} 09 00 ff ff ff ff`))
  assert.deepEqual(modeCommand('nav'), bytes(`${head} 0a 00 ff ff ff ff`))
  assert.deepEqual(modeCommand('no drift'), bytes(`${head} 0c 00 ff ff ff ff`))
  assert.deepEqual(modeCommand('wind'), bytes(`${head} 0f 00 ff ff ff ff`))
  assert.deepEqual(tackCommand(), bytes(`${head} 11 00 00 ff ff ff`))
  const turns = { 1: 'ae 00', 2: '5d 01', 3: '0b 02', 4: 'ba 02', 10: 'd1 06' }
  for (const [angle, hex] of Object.entries(turns)) {
    const radians = (Number(angle) * Math.PI) / 180
    assert.deepEqual(changeCommand(radians), bytes(`${head} 1a 00 03 ${hex} ff`), angle)
    assert.deepEqual(changeCommand(-radians), bytes(`${head} 1a 00 02 ${hex} ff`), `-${angle}`)
  }
})

test('every known alarm has its standard name', () => {
  assert.deepEqual(idsOf('heading'), [22, 26, 33, 34, 110, 112])
  assert.deepEqual(idsOf('wind'), [20, 114])
  assert.deepEqual(idsOf('xte'), [21, 23, 111])
  assert.deepEqual(idsOf('waypointArrival'), [45])
  assert.deepEqual([...missingData.keys()], [20, 21, 22, 110, 111, 114])
})

test('an alarm is on when it is raised and off when it is gone; acknowledging and silencing change nothing', () => {
  const alarm = (event: string) => readAlarm(bytes(`41 9f ff ff 64 ff ${event} 00 70 00 ff ff`))
  assert.deepEqual(alarm('39'), { id: 112, isOn: true })
  assert.deepEqual(alarm('38'), { id: 112, isOn: false })
  assert.deepEqual([alarm('3a'), alarm('44')], [undefined, undefined])
  assert.equal(readAlarm(bytes('3b 9f ff ff 64 ff 39 00 70 00 ff ff')), undefined)
})
