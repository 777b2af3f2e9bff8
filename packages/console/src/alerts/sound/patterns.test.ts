import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patterns, samplesOf, type PatternName } from './patterns.ts'

const rate = 22_050

/** Number of times a sound starts after silence. */
const bursts = (name: PatternName): number => {
  const samples = samplesOf(patterns[name], rate)
  const windowSize = Math.round(rate * 0.02)
  let count = 0
  let wasLoud = false
  for (let at = 0; at < samples.length; at += windowSize) {
    const isLoud = samples.subarray(at, at + windowSize).some((sample) => Math.abs(sample) > 0.2)
    if (isLoud && !wasLoud) count++
    wasLoud = isLoud
  }
  return count
}

test('an alarm is three pulses every 2 s, a warning two, a lost connection one every 10 s', () => {
  assert.deepEqual([bursts('alarm'), patterns.alarm.seconds], [3, 2])
  assert.deepEqual([bursts('warning'), patterns.warning.isLooped], [2, false])
  assert.deepEqual([bursts('lost'), patterns.lost.seconds], [1, 10])
})

test('an emergency sound has no pause', () => {
  assert.equal(bursts('emergency'), 1)
  const samples = samplesOf(patterns.emergency, rate)
  const quietest = Math.round(rate * 0.02)
  for (let at = 0; at < samples.length; at += quietest)
    assert.ok(samples.subarray(at, at + quietest).some((sample) => Math.abs(sample) > 0.2))
})

test('no pattern clips or clicks', () => {
  for (const name of Object.keys(patterns) as PatternName[]) {
    const samples = samplesOf(patterns[name], rate)
    assert.ok(samples.every((sample) => Math.abs(sample) <= 1))
    assert.ok(Math.abs(samples[0] ?? 1) < 0.01 && Math.abs(samples.at(-1) ?? 1) < 0.05, name)
  }
})
