import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSwitchBanks } from './switch-settings.ts'

const switches = [{ number: 1 }]
const bank = (instance: number, numbers = [1]) => ({
  instance,
  switches: numbers.map((number) => ({ number })),
})

test('banks that must not send, and banks or switches that are there twice, are refused', () => {
  for (const [banks, sends, reason] of [
    [[bank(0)], false, /"sends" is false/],
    [[bank(0), bank(0)], true, /instance 0 twice/],
    [[bank(3, [1, 2, 1])], true, /bank 3 has the switch 1 twice/],
  ] as const)
    assert.throws(() => checkSwitchBanks(banks, { sends }), reason)
  assert.deepEqual(checkSwitchBanks([], { sends: false }), [])
  const banks = [bank(0, [1, 2]), { instance: 1, switches }]
  assert.equal(checkSwitchBanks(banks, { sends: true }), banks)
})
