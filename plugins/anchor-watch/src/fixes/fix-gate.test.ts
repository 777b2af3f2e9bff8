import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moved } from '#water/plane.ts'
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
