import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turned } from './steering-kind.ts'
import { accepted, aged, isNothing, merged, told, wished, type Ask, type TargetWish } from './target-wish.ts'

const degree = Math.PI / 180
const heading = (target: number, by: number): number => turned(target, by, 'heading')
const wind = (target: number, by: number): number => turned(target, by, 'wind')

const after = (asks: readonly Ask[], held = 250, turn = heading): TargetWish => {
  let wish: TargetWish | undefined
  for (const ask of asks) wish = wished(wish, { ask, held: held * degree, now: 0, turn })
  assert.ok(wish)
  return wish
}

const inDegrees = (radians: number): number => Math.round(radians / degree)

test('ten degrees more than 250 are 260, and requested at once', () => {
  const wish = after([{ by: 10 }])
  assert.deepEqual([inDegrees(wish.wanted), wish.phase], [260, 'requested'])
})

test('taps add up to what was wanted last, not to what the pilot still holds', () => {
  assert.equal(inDegrees(after([{ by: 1 }, { by: 1 }, { by: 1 }]).wanted), 253)
})

test('across north, 359 and two degrees are 1, and back again', () => {
  assert.equal(inDegrees(after([{ by: 2 }], 359).wanted), 1)
  assert.equal(inDegrees(after([{ by: -2 }], 1).wanted), 359)
})

test('by the wind, ten degrees to starboard bring a wind on the port side further aft', () => {
  // A wind target is minus the apparent angle: wind 38° on port is +38.
  assert.equal(inDegrees(after([{ by: 10 }], 38, wind).wanted), 48)
  assert.equal(inDegrees(after([{ by: 10 }], -38, wind).wanted), -28)
  assert.equal(inDegrees(after([{ by: 10 }], 175, wind).wanted), -175)
})

test('it is confirmed by a report within a degree, across north too', () => {
  const wish = after([{ by: 2 }], 359)
  assert.equal(told(wish, 1.4 * degree), undefined)
  assert.equal(told(wish, 0.2 * degree), undefined)
  assert.equal(told(wish, 359 * degree), wish)
})

test('one degree more is not confirmed by the old target, which is only one degree away', () => {
  const wish = after([{ by: 1 }])
  assert.equal(told(wish, 250 * degree), wish)
  assert.equal(told(wish, 251 * degree), undefined)
})

test('asking for what it holds already is confirmed by what it holds', () => {
  assert.equal(told(after([{ to: 250 * degree }]), 250 * degree), undefined)
})

test('a pilot that has no target any more leaves nothing to be wished for', () => {
  assert.equal(told(after([{ by: 1 }]), null), undefined)
})

test('accepted is not confirmed', () => {
  const wish = accepted(after([{ by: 10 }]))
  assert.equal(wish?.phase, 'accepted')
  assert.equal(told(wish, 250 * degree), wish)
})

test('without a report it is not confirmed after three seconds, and forgotten after half a minute', () => {
  const wish = after([{ by: 10 }])
  assert.equal(aged(wish, 2_999), wish)
  const late = aged(wish, 3_000)
  assert.equal(late?.phase, 'unconfirmed')
  assert.equal(aged(late, 29_000), late)
  assert.equal(aged(late, 30_000), undefined)
})

test('after what was never confirmed, the next tap counts from what the pilot holds', () => {
  const late = aged(after([{ by: 10 }]), 3_000)
  const next = wished(late, { ask: { by: 1 }, held: 250 * degree, now: 4_000, turn: heading })
  assert.equal(inDegrees(next.wanted), 251)
})

test('what waits for the request before it becomes one: sums, or the last number', () => {
  assert.deepEqual(merged({ by: 1 }, { by: 10 }, heading), { by: 11 })
  assert.deepEqual(merged({ by: 1 }, { to: 2 }, heading), { to: 2 })
  const both = merged({ to: 250 * degree }, { by: -10 }, heading)
  assert.equal('to' in both && inDegrees(both.to), 240)
})

test('a tap to each side asks for nothing', () => {
  assert.equal(isNothing(merged({ by: 1 }, { by: -1 }, heading)), true)
})
