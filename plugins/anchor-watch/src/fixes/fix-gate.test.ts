import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceBetween, moved } from '#water/plane.ts'
import { FixGate } from './fix-gate.ts'

const home = { latitude: 54, longitude: 11 }
const at = (north: number) => moved(home, { north, east: 0 })

test('accepts the movement of a boat at anchor', () => {
  const gate = new FixGate()
  for (let second = 0; second < 60; second++)
    assert.equal(gate.judge(at(second * 2.5), second, true), undefined)
})

test('rejects a jump for twenty seconds, then accepts it', () => {
  const gate = new FixGate()
  gate.judge(at(0), 0, true)
  for (let second = 1; second <= 20; second++) assert.equal(gate.judge(at(100), second, true), 'jump')
  assert.equal(gate.judge(at(100), 21, true), undefined)
  assert.equal(gate.judge(at(101), 22, true), undefined)
})

test('a jump that returns within twenty seconds is never accepted', () => {
  const gate = new FixGate()
  gate.judge(at(0), 0, true)
  for (let second = 1; second <= 15; second++) assert.equal(gate.judge(at(70), second, true), 'jump')
  assert.equal(gate.judge(at(0), 16, true), undefined)
  assert.equal(gate.judge(at(70), 17, true), 'jump')
})

test('never accepts positions that jump about', () => {
  const gate = new FixGate()
  gate.judge(at(0), 0, true)
  for (let second = 1; second <= 120; second++)
    assert.equal(gate.judge(at(second % 2 === 0 ? 900 : 1_800), second, true), 'jump')
})

test('rejects impossible jumps while the anchor is down, and accepts them while it is up', () => {
  const [anchored, free] = [new FixGate(), new FixGate()]
  for (const gate of [anchored, free]) gate.judge(at(0), 0, true)
  for (let second = 1; second <= 300; second++) {
    assert.notEqual(anchored.judge(at(1_754_715), second, true), undefined)
    const verdict = free.judge(at(1_754_715), second, false)
    assert.equal(verdict, second <= 20 ? 'jump' : undefined)
  }
  assert.equal(anchored.judge(at(1_754_715), 301, true), 'impossible')
  assert.equal(anchored.judge(at(2), 302, true), undefined, 'the right position is accepted at once')
})

test('accepts a boat under way after twenty seconds, then follows it', () => {
  const gate = new FixGate()
  gate.judge(at(0), 0, true)
  for (let second = 1; second <= 100; second++)
    assert.equal(
      gate.judge(at(second * 5), second, true),
      second <= 20 ? 'jump' : undefined,
      `after ${second} s`,
    )
  assert.equal(gate.judge(at(530), 101, true), 'jump')
  for (let second = 102; second <= 110; second++) assert.equal(gate.judge(at(500), second, true), undefined)
  assert.equal(gate.judge(at(506), 111, true), 'jump', 'it lies still again')
})

test('without an anchor down, a boat may move at boat speed', () => {
  const gate = new FixGate()
  for (let second = 0; second < 60; second++)
    assert.equal(gate.judge(at(second * 20), second, false), undefined)
})

test('does not take the jitter of ten fixes a second for speed', () => {
  const gate = new FixGate()
  for (let count = 0; count < 600; count++)
    assert.equal(gate.judge(at(count % 2 === 0 ? 0 : 1.5), count / 10, true), undefined)
})

test('rejects a jump of forty metres for twenty seconds, although a boat could cover it sooner', () => {
  const gate = new FixGate()
  gate.judge(at(0), 0, true)
  for (let second = 1; second <= 20; second++) assert.equal(gate.judge(at(40), second, true), 'jump')
  assert.equal(gate.judge(at(40), 21, true), undefined)
})

test('soon accepts a boat that moved six metres', () => {
  const gate = new FixGate()
  gate.judge(at(0), 0, true)
  assert.equal(gate.judge(at(6), 1, true), 'jump')
  assert.equal(gate.judge(at(6), 2, true), undefined)
})

test('accepts a larger distance after a long silence', () => {
  assert.equal(new FixGate({ place: at(0), at: 0 }).judge(at(80), 20, true), 'jump')
  assert.equal(new FixGate({ place: at(0), at: 0 }).judge(at(80), 30, true), undefined)
})

/** Judges one series of positions after the other, each at its rate, in the order of time. */
const interleave = (gate: FixGate, seconds: number, series: readonly Series[]): void => {
  const all = series.flatMap(({ rate, north }, index) =>
    Array.from({ length: seconds * rate }, (_, count) => {
      const now = count / rate + index / 100
      return { now, place: at(north(now)) }
    }),
  )
  for (const { now, place } of all.toSorted((a, b) => a.now - b.now)) gate.judge(place, now, true)
}

interface Series {
  /** Positions per second. */
  readonly rate: number
  readonly north: (now: number) => number
}

test('finds the second place of two interleaved series, at any pair of rates', () => {
  for (const frozen of [0.2, 1, 2, 10])
    for (const real of [0.2, 1, 2, 10]) {
      const gate = new FixGate()
      interleave(gate, 90, [
        { rate: frozen, north: () => 0 },
        { rate: real, north: (now) => 0.5 * now },
      ])
      const second = gate.secondPlace(90)
      assert.ok(second !== undefined, `${frozen} and ${real} positions per second`)
      // Either of the two may be the accepted one.
      const off = distanceBetween(second, at(0))
      assert.ok(off < 1 || off > 40, `${off} m at ${frozen} and ${real} positions per second`)
    }
})

test('finds two interleaved places within six seconds, and forgets the one that ends', () => {
  const gate = new FixGate()
  interleave(gate, 20, [{ rate: 2, north: () => 0 }])
  assert.equal(gate.secondPlace(20), undefined)
  for (let half = 40; half < 52; half++) {
    gate.judge(at(0), half / 2, true)
    gate.judge(at(60), half / 2 + 0.25, true)
  }
  assert.notEqual(gate.secondPlace(26), undefined)
  for (let second = 27; second < 40; second++) gate.judge(at(0), second, true)
  assert.equal(gate.secondPlace(39), undefined)
})

test('finds no second place for one receiver that jitters, swings, jumps away for a while or moves off', () => {
  const paths: readonly ((now: number) => number)[] = [
    (now) => 4 * Math.sin(now * 7),
    (now) => 30 * Math.sin(now / 15),
    (now) => (now % 40 < 15 ? 50 : 0),
    (now) => (now > 60 ? 2.5 * (now - 60) : 3 * Math.sin(now * 9)),
    (now) => (now > 60 ? 200 : 0),
    (now) => 20 * now,
  ]
  for (const [index, north] of paths.entries())
    for (const rate of [0.2, 1, 10]) {
      const gate = new FixGate()
      for (let count = 0; count < 300 * rate; count++) {
        const now = count / rate
        gate.judge(at(north(now)), now, true)
        assert.equal(gate.secondPlace(now), undefined, `path ${index} after ${now} s`)
      }
    }
})

test('finds the second place among forged positions that are everywhere', () => {
  const gate = new FixGate()
  interleave(gate, 60, [
    { rate: 1, north: (now) => Math.max(0, now - 20) },
    { rate: 10, north: (now) => 12 * Math.sin(now * 1e4) },
  ])
  const second = gate.secondPlace(60)
  assert.ok(second !== undefined)
  // Either of the two may be the accepted one.
  const off = distanceBetween(second, at(0))
  assert.ok(off <= 12 || distanceBetween(second, at(39)) < 2, `${off} m`)
})

test('counts a frozen receiver by the same digits again, whatever another one says in between', () => {
  const gate = new FixGate()
  interleave(gate, 320, [
    { rate: 1, north: () => 0 },
    { rate: 2, north: (now) => 60 + Math.sin(now) },
  ])
  assert.ok((gate.frozenFor(320) ?? 0) > 310)
  const living = new FixGate()
  interleave(living, 320, [{ rate: 2, north: (now) => Math.sin(now) }])
  assert.equal(living.frozenFor(320), undefined)
})
