import { degrees, toDegrees } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  converterKeyCommand,
  keyCommand,
  keyOf,
  keySentence,
  readDatagram,
  readSentence,
  type Key,
  type PilotDatagram,
} from './seatalk1.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))

const pairs: Readonly<Record<Key, string>> = {
  auto: '01fe',
  standby: '02fd',
  '-1': '05fa',
  '-10': '06f9',
  '+1': '07f8',
  '+10': '08f7',
}

test('every key has its bytes, on SeaTalkNG and for a converter', () => {
  for (const [key, pair] of Object.entries(pairs) as [Key, string][]) {
    assert.equal(hex(keyCommand(key)), `3b9ff0818621${pair}${'00'.repeat(14)}`)
    assert.equal(hex(converterKeyCommand(key)), `3b9ff0818621${pair}${'00'.repeat(8)}`)
  }
})

test('every key is a sentence for a converter to NMEA 0183', () => {
  assert.equal(keySentence('+1'), '$STALK,86,11,07,F8*36')
  assert.equal(keySentence('standby'), '$STALK,86,11,02,FD*4F')
})

test('only 1° and 10° have keys', () => {
  assert.deepEqual(
    [-10, -1, 1, 10].map((change) => keyOf(degrees(change))),
    ['-10', '-1', '+1', '+10'],
  )
  for (const change of [0, 2, 5, -9, 11, 350]) assert.equal(keyOf(degrees(change)), undefined)
})

const shown = (status: PilotDatagram | undefined) =>
  status && [status.mode, Math.round(toDegrees(status.heading)), Math.round(toDegrees(status.held) * 2) / 2]

test('the datagram of a recording gives heading, course and mode', () => {
  assert.deepEqual(shown(readDatagram(bytes('3b9f f081 84 56 55 55 40 00 fb 00 00'))), [
    'standby',
    133,
    132.5,
  ])
  const modes = ['40', '42', '46', '4a'].map(
    (flags) => readDatagram(bytes(`3b9f f081 84 56 55 55 ${flags} 00 fb 00 00`))?.mode,
  )
  assert.deepEqual(modes, ['standby', 'auto', 'wind', 'track'])
})

test('north is a heading', () => {
  assert.deepEqual(shown(readDatagram(bytes('3b9f f081 84 06 00 00 42 00 00 00 00'))), ['auto', 0, 0])
})

test('both upper bits of the heading count one degree each', () => {
  const headings = ['06', '46', '86', 'c6'].map((first) => {
    const status = readDatagram(bytes(`3b9f f081 84 ${first} 0a 00 40 00 00 00 00`))
    return status && Math.round(toDegrees(status.heading))
  })
  assert.deepEqual(headings, [20, 21, 21, 22])
})

test('alarms are separate bits', () => {
  const status = readDatagram(bytes('3b9f f081 84 06 00 00 46 0c 00 00 00'))
  assert.deepEqual([status?.isOffCourse, status?.isWindShifted], [true, true])
})

test('a sentence with a wrong checksum, and other datagrams, are not a status', () => {
  assert.deepEqual(shown(readSentence('$STALK,84,56,55,55,40,00,FB,00,00*62')), ['standby', 133, 132.5])
  assert.equal(readSentence('$STALK,84,56,55,55,40,00,FB,00,00*63'), undefined)
  assert.equal(readSentence('$STALK,86,11,07,F8*36'), undefined)
  assert.equal(readDatagram(bytes('3b9f f081 90 00 03')), undefined)
  assert.equal(readDatagram(bytes('3b9f f081 84 56 55')), undefined)
})
