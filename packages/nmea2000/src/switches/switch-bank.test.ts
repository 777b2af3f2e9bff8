import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  readSwitchAcknowledgement,
  readSwitchBank,
  switchBankCommand,
  switchBankControl,
  switchBankRequest,
} from './switch-bank.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))

/** Instance, switch, state; 127502 and 126208 as they are on the wire. */
const vectors = [
  [0, 1, true, '00fdffffffffffff', '010df201f80201000201'],
  [0, 1, false, '00fcffffffffffff', '010df201f80201000200'],
  [0, 3, true, '00dfffffffffffff', '010df201f80201000401'],
  [0, 4, false, '003fffffffffffff', '010df201f80201000500'],
  [7, 5, true, '07fffdffffffffff', '010df201f80201070601'],
  [252, 28, true, 'fcffffffffffff7f', '010df201f80201fc1d01'],
  [252, 28, false, 'fcffffffffffff3f', '010df201f80201fc1d00'],
] as const

test('a switch is set by 127502 and by a command of 127501, byte for byte', () => {
  for (const [instance, number, isOn, control, command] of vectors) {
    assert.equal(hex(switchBankControl({ instance, number, isOn })), control)
    assert.equal(hex(switchBankCommand({ instance, number, isOn })), command)
  }
  assert.equal(hex(switchBankRequest()), '0df201')
})

test('every switch has two separate bits', () => {
  for (let number = 1; number <= 28; number++)
    for (const isOn of [true, false]) {
      const status = readSwitchBank(switchBankControl({ instance: 2, number, isOn }))
      const expected = Array.from({ length: 28 }, (_, index) => (index + 1 === number ? isOn : null))
      assert.deepEqual(status, { instance: 2, states: expected })
    }
})

test('error, not available and missing bytes are unknown, and never off', () => {
  // Switches 1 to 4: off, on, error, not available.
  assert.deepEqual(readSwitchBank(bytes('03e4'))?.states.slice(0, 6), [false, true, null, null, null, null])
  for (const none of ['', 'ff00000000000000', 'fd00000000000000'])
    assert.equal(readSwitchBank(bytes(none)), undefined)
})

test('an acknowledgement accepts only without any error, and only for 127501', () => {
  for (const [text, expected] of [
    ['020df201000200', true],
    ['020df201010200', false],
    ['020df201000230', false],
    ['020df2010002f0', false],
    // Another message, and a command.
    ['0263ff00000200', undefined],
    ['010df201f80201000201', undefined],
  ] as const)
    assert.equal(readSwitchAcknowledgement(bytes(text)), expected, text)
})
