import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../sea/random.ts'
import { lengthOf, type Vector } from '../vector.ts'
import { AnchoredReceiver, goodReception, poorReception, type Reception } from './anchored-receiver.ts'

const here: Vector = { north: 0, east: 0 }
const still: Reception = { ...goodReception, outliers: 0 }

const northsOf = (reception: Reception, seed: number, seconds: number): number[] => {
  const receiver = new AnchoredReceiver(reception, [], new Random(seed))
  return Array.from({ length: seconds }, () => receiver.sense(1, here)?.north ?? NaN)
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean square of the movement within this many seconds. */
const wander = (norths: readonly number[], seconds: number): number =>
  meanOf(norths.slice(seconds).map((north, index) => (north - (norths[index] ?? 0)) ** 2))

const assertAbout = (value: number, expected: number, share = 0.2): void =>
  assert.ok(Math.abs(value / expected - 1) <= share, `${value} instead of about ${expected}`)

test('a good receiver has an error of 1.8 m in each direction, a poor one 3.4 m', () => {
  const deviation = (reception: Reception): number =>
    Math.sqrt(
      meanOf(Array.from({ length: 600 }, (_, seed) => (northsOf(reception, seed, 2).at(-1) ?? 0) ** 2)),
    )
  assertAbout(deviation(still), Math.sqrt(1 + 1.5 ** 2 + 0.3 ** 2), 0.1)
  assertAbout(deviation({ ...poorReception, outliers: 0 }), Math.sqrt(1.5 ** 2 + 3 ** 2 + 0.3 ** 2), 0.1)
})

test('jitters within seconds, wanders within minutes and drifts within hours', () => {
  const days = [1, 2, 3].map((seed) => northsOf(still, seed, 40_000))
  const expected = (seconds: number): number =>
    2 * (0.3 ** 2 + (1 - Math.exp(-seconds / 75)) + 1.5 ** 2 * (1 - Math.exp(-seconds / 5_400)))
  for (const seconds of [1, 30, 75, 300])
    assertAbout(meanOf(days.map((day) => wander(day, seconds))), expected(seconds))
})

test('outliers of 15 to 75 m last up to 15 s and have the expected rate', () => {
  const reception = { ...still, minutes: 0, hours: 0, outliers: 10 }
  const receiver = new AnchoredReceiver(reception, [], new Random(4))
  const bursts: number[] = []
  for (let second = 0, run = 0; second < 40 * 3_600; second++) {
    const off = lengthOf(receiver.sense(1, here) ?? here)
    if (off < 5 && run > 0) bursts.push(run)
    run = off < 5 ? 0 : run + 1
    assert.ok(off < 5 || (off > 12 && off < 78), `${off} m`)
  }
  assertAbout(bursts.length, 10 * 40, 0.15)
  const usual = bursts.filter((seconds) => seconds <= 16)
  // An outlier may start before another has ended.
  assert.ok(
    usual.length > 0.95 * bursts.length && Math.max(...usual) >= 14,
    `${usual.length} of ${bursts.length}`,
  )
})

test('an outage gives no fix and changes nothing afterwards', () => {
  const outages = [{ from: 10, to: 20 }]
  const [with_, without] = [
    new AnchoredReceiver(still, outages, new Random(5)),
    new AnchoredReceiver(still, [], new Random(5)),
  ]
  for (let second = 1; second <= 40; second++) {
    const [received, expected] = [with_.sense(1, here), without.sense(1, here)]
    assert.deepEqual(received, second >= 10 && second < 20 ? undefined : expected)
  }
})
