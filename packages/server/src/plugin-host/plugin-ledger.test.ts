import { ManualClock } from '@marinedata/core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginLedger } from './plugin-ledger.ts'

test('rates are those of the last turn', () => {
  const clock = new ManualClock()
  const ledger = new PluginLedger(clock)
  ledger.messages.add(30)
  clock.advance(2_000)
  ledger.turn()
  assert.deepEqual([ledger.messages.perSecond, ledger.messages.total], [15, 30])
  clock.advance(1_000)
  ledger.turn()
  assert.equal(ledger.messages.perSecond, 0)
})

test('faults and refusals are counted by kind, and the last fault is kept', () => {
  const ledger = new PluginLedger(new ManualClock())
  ledger.fail('hung', 'first')
  ledger.fail('hung', 'second')
  ledger.refuse('too-large')
  assert.deepEqual([...ledger.faults], [['hung', 2]])
  assert.equal(ledger.lastFault?.message, 'second')
  assert.deepEqual([...ledger.refused], [['too-large', 1]])
})

test('of a talkative plugin fifty lines a second are kept, and two hundred in all', () => {
  const clock = new ManualClock()
  const ledger = new PluginLedger(clock)
  const kept = Array.from({ length: 60 }, (_, line) => ledger.write('info', String(line)))
  assert.deepEqual([kept.filter(Boolean).length, ledger.log.length], [50, 50])
  for (let second = 0; second < 9; second++) {
    clock.advance(1_000)
    ledger.turn()
    for (let line = 0; line < 50; line++) ledger.write('info', `${second}.${line}`)
  }
  assert.equal(ledger.log.length, 200)
  assert.equal(ledger.log.at(-1)?.message, '8.49')
})
