import { alertVectors } from '#testing/vectors/alert-vectors.ts'
import type { NameText } from '#network/name.ts'
import type { Overboard } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  alertMessage,
  alertTextMessage,
  overboardMessage,
  readAlertResponse,
  type BusAlert,
} from './alert-messages.ts'
import type { OutputMessage } from './output-message.ts'

const position = { latitude: 50 + 20 / 60, longitude: -(4 + 10 / 60) }
// A NAME is sixteen hexadecimal digits.
const [own, panel] = ['c0328f00e5c6418b', 'c0328f00e5c6418c'] as NameText[] as [NameText, NameText]
const alert: BusAlert = {
  kind: 'overboard',
  priority: 'emergency',
  title: 'MAN OVERBOARD',
  position,
  state: 'active',
  number: 1,
  name: own,
  isAnswerable: true,
}
const overboard: Overboard = {
  at: Date.parse('2026-11-19T14:03:20Z'),
  position,
  course: Math.PI / 2,
  speed: 2.57,
  mmsi: '235099999',
}

const assertVector = (id: string, message: OutputMessage | undefined): void => {
  const vector = alertVectors.get(id) ?? assert.fail(id)
  assert.ok(message !== undefined)
  const { pgn, priority, payload } = message
  assert.deepEqual(
    { pgn, priority, bytes: Buffer.from(payload).toString('hex') },
    { pgn: vector.pgn, priority: vector.priority, bytes: vector.bytes },
  )
}

for (const state of ['active', 'silenced', 'acknowledged', 'rectified'] as const)
  test(`126983 says that an alert is ${state}`, () =>
    assertVector(`126983-out-${state}`, alertMessage({ ...alert, state, acknowledgedBy: panel })))

test('126983 says that an alert has ended', () =>
  assertVector('126983-out-normal', alertMessage({ ...alert, state: 'ended' })))

test('126983 says when devices may not answer', () => {
  const message = alertMessage({ ...alert, isAnswerable: false })
  assert.equal(message?.payload[16], 0xc0)
})

test('126985 has the words of the alert and its position', () =>
  assertVector('126985-out-text', alertTextMessage(alert)))

test('127233 says where the button was pressed, and that everyone is aboard', () => {
  assertVector('127233-out-button', overboardMessage(overboard, false))
  assertVector('127233-out-end', overboardMessage(overboard, true))
})

test('127233 of a boat without a fix and without an MMSI has neither, and no zero', () => {
  const message = overboardMessage({ at: overboard.at, position: undefined, mmsi: undefined }, false)
  assert.equal(
    Buffer.from(message?.payload ?? []).toString('hex'),
    'fffffffffff980f2281ef8ffffffffffffffffff7fffffff7fffffffffffffffffffff',
  )
})

test('127233 of a beacon has its number', () => {
  const message = overboardMessage({ ...overboard, emitter: 972_009_901 }, false)
  assert.equal(message?.payload[5], 0xf8, 'activated by an emitter')
  assert.equal(Buffer.from(message?.payload ?? []).readUInt32LE(1), 972_009_901)
  assert.equal(message?.payload[10], 0xf9, 'the position is that of the emitter')
})

test('reads which alert a device acknowledges or silences', () => {
  const read = (id: string) => readAlertResponse(Buffer.from(alertVectors.get(id)?.bytes ?? '', 'hex'))
  const one = { kind: 'overboard', number: 1, name: own }
  assert.deepEqual(read('126984-in-ack'), { ...one, action: 'acknowledge' })
  assert.deepEqual(read('126984-in-silence'), { ...one, action: 'silence' })
})

test('a test command, another system and a cut answer are no answers', () => {
  const answer = Buffer.from(alertVectors.get('126984-in-ack')?.bytes ?? '', 'hex')
  const changed = (index: number, byte: number): Uint8Array => new Uint8Array(answer.with(index, byte))
  assert.equal(readAlertResponse(changed(24, 0xfe)), undefined)
  assert.equal(readAlertResponse(changed(1, 2)), undefined)
  for (let length = 0; length < 24; length++)
    assert.equal(readAlertResponse(new Uint8Array(answer.subarray(0, length))), undefined, String(length))
})
