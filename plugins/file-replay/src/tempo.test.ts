import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tempo } from './tempo.ts'

/** A tempo with a clock that the test sets. */
const tempoAt = (speed: number) => {
  const clock = { now: 5_000 }
  return { clock, tempo: new Tempo(speed, () => clock.now) }
}

test('the first line is due at once, the next after the recorded interval', () => {
  const { clock, tempo } = tempoAt(1)
  assert.equal(tempo.waitFor(1_000_000), 0)
  assert.equal(tempo.waitFor(1_003_000), 3_000)
  clock.now += 2_900
  assert.equal(tempo.waitFor(1_003_000), 100)
  clock.now += 100
  assert.equal(tempo.waitFor(1_003_000), 0)
})

test('scales the wait with the speed', () => {
  for (const [speed, waitMs] of [
    [10, 300],
    [0.5, 6_000],
  ] as const) {
    const { tempo } = tempoAt(speed)
    tempo.waitFor(0)
    assert.equal(tempo.waitFor(3_000), waitMs)
  }
})

test('does not accumulate small delays', () => {
  const { clock, tempo } = tempoAt(1)
  tempo.waitFor(0)
  clock.now += 1_040
  assert.equal(tempo.waitFor(1_000), 0)
  assert.equal(tempo.waitFor(2_000), 960)
})

test('does not catch up after a long delay', () => {
  const { clock, tempo } = tempoAt(1)
  tempo.waitFor(0)
  clock.now += 60_000
  assert.equal(tempo.waitFor(1_000), 0)
  assert.equal(tempo.waitFor(2_000), 1_000)
})

test('an older line is due at once and changes nothing', () => {
  const { tempo } = tempoAt(1)
  tempo.begin(10_000)
  assert.equal(tempo.waitFor(2_000), 0)
  assert.equal(tempo.waitFor(10_000), 0)
  assert.equal(tempo.waitFor(10_500), 500)
})

test('a pause does not shorten the remaining wait', () => {
  const { clock, tempo } = tempoAt(1)
  tempo.waitFor(0)
  clock.now += 400
  tempo.pause()
  clock.now += 90_000
  tempo.resume()
  assert.equal(tempo.waitFor(1_000), 600)
})

test('a recording that starts during a pause starts when the pause ends', () => {
  const { clock, tempo } = tempoAt(1)
  tempo.pause()
  tempo.begin(0)
  clock.now += 90_000
  tempo.resume()
  assert.equal(tempo.waitFor(1_000), 1_000)
})

test('after a restart the first line is due at once', () => {
  const { tempo } = tempoAt(1)
  tempo.waitFor(50_000)
  tempo.restart()
  assert.equal(tempo.waitFor(1_000), 0)
  assert.equal(tempo.waitFor(1_700), 700)
})
