import { ManualClock } from '@marinedata/core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginStats } from './plugin-stats.ts'

test('calculates rates since the last update', () => {
  const clock = new ManualClock()
  const stats = new PluginStats(clock)
  stats.messages.add(30)
  clock.advance(2_000)
  stats.updateRates()
  assert.deepEqual([stats.messages.perSecond, stats.messages.total], [15, 30])
  clock.advance(1_000)
  stats.updateRates()
  assert.equal(stats.messages.perSecond, 0)
})

test('counts faults and refusals by kind and stores the last fault', () => {
  const stats = new PluginStats(new ManualClock())
  stats.recordFault('hung', 'first')
  stats.recordFault('hung', 'second')
  stats.countRefusal('too-large')
  assert.deepEqual([...stats.faults], [['hung', 2]])
  assert.equal(stats.lastFault?.message, 'second')
  assert.deepEqual([...stats.refused], [['too-large', 1]])
})

test('stores 50 log lines a second and 200 in total', () => {
  const clock = new ManualClock()
  const stats = new PluginStats(clock)
  const written = Array.from({ length: 60 }, (_, line) => stats.appendLog('info', String(line)))
  assert.deepEqual([written.filter(Boolean).length, stats.log.length], [50, 50])
  for (let second = 0; second < 9; second++) {
    clock.advance(1_000)
    stats.updateRates()
    for (let line = 0; line < 50; line++) stats.appendLog('info', `${second}.${line}`)
  }
  assert.equal(stats.log.length, 200)
  assert.equal(stats.log.at(-1)?.message, '8.49')
})
