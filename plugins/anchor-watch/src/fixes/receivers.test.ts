import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moved } from '#water/plane.ts'
import { Receivers } from './receivers.ts'
import type { Fix, Refusal, Sighting } from './fix.ts'

const home = { latitude: 54, longitude: 11 }
const at = (north: number) => moved(home, { north, east: 0 })

interface ReceivedFix {
  readonly source?: string
  readonly north?: number
  readonly more?: Partial<Fix>
  readonly isAnchored?: boolean
}

const hear = (
  receivers: Receivers,
  now: number,
  { source = 'main', north = 0, more = {}, isAnchored = true }: ReceivedFix = {},
): Sighting | Refusal | undefined =>
  receivers.hear({ at: now, source, position: at(north), ...more }, now, isAnchored)
const sourceOf = (result: Sighting | Refusal | undefined): string | undefined =>
  typeof result === 'object' ? result.source : result

test('uses the first receiver and keeps others as standby', () => {
  const receivers = new Receivers()
  for (let now = 0; now < 30; now++) {
    assert.equal(sourceOf(hear(receivers, now)), 'main')
    assert.equal(hear(receivers, now, { source: 'spare', north: 8 }), undefined)
  }
  assert.equal(receivers.disagreement(30), undefined)
})

test('switches within six seconds when the active receiver is silent, and stays', () => {
  const receivers = new Receivers()
  hear(receivers, 0)
  for (let now = 1; now <= 5; now++)
    assert.equal(hear(receivers, now, { source: 'spare', north: 8 }), undefined)
  assert.equal(sourceOf(hear(receivers, 6, { source: 'spare', north: 8 })), 'spare')
  assert.equal(hear(receivers, 7), undefined)
})

test('switches when the active receiver has no fix or half a position', () => {
  for (const more of [{ position: null }, { position: { latitude: 54 } }, { satellites: 2 }]) {
    const receivers = new Receivers()
    hear(receivers, 0)
    for (let now = 1; now <= 6; now++) {
      assert.equal(typeof hear(receivers, now, { more }), 'string')
      assert.equal(sourceOf(hear(receivers, now, { source: 'spare' })), now === 6 ? 'spare' : undefined)
    }
  }
})

test('does not switch to a receiver that disagrees while the anchor is down', () => {
  const receivers = new Receivers()
  hear(receivers, 0)
  assert.equal(hear(receivers, 10, { source: 'spare', north: 400 }), 'disagrees')
  assert.equal(sourceOf(hear(receivers, 11, { source: 'spare', north: 400, isAnchored: false })), 'spare')
})

test('reports two receivers that stay forty metres apart', () => {
  const receivers = new Receivers()
  for (let now = 0; now < 60; now++) {
    hear(receivers, now)
    hear(receivers, now, { source: 'spare', north: 40 })
  }
  const disagreement = receivers.disagreement(60)
  assert.equal(disagreement?.source, 'main')
  assert.equal(disagreement?.other, 'spare')
  assert.ok(Math.abs((disagreement?.apart ?? 0) - 40) < 1)
  assert.equal(receivers.disagreement(120), undefined, 'the other one is gone')
})

test('ignores a repetition of the same position and timestamp', () => {
  const receivers = new Receivers()
  const stamp = '2026-01-01T00:00:00Z'
  assert.equal(sourceOf(hear(receivers, 0, { more: { stamp } })), 'main')
  assert.equal(hear(receivers, 1, { more: { stamp } }), 'repeated')
  assert.equal(sourceOf(hear(receivers, 2, { more: { stamp }, north: 1 })), 'main')
  assert.equal(sourceOf(hear(receivers, 3, { more: { stamp: '1970-01-01T00:00:00Z' }, north: 1 })), 'main')
})

test('a thousand receiver names do not evict the active one', () => {
  const receivers = new Receivers()
  for (let now = 0; now < 1_000; now++) {
    assert.equal(sourceOf(hear(receivers, now)), 'main')
    assert.equal(hear(receivers, now, { source: `noise-${now}`, north: 5_000 }), undefined)
  }
})

test('switches back when the receiver of before has been steady for five seconds, also if the other disagrees', () => {
  const receivers = new Receivers()
  for (let now = 0; now <= 10; now++) hear(receivers, now)
  for (let now = 11; now <= 40; now++) hear(receivers, now, { source: 'spare', north: 60 })
  assert.equal(sourceOf(hear(receivers, 41, { source: 'spare', north: 60 })), 'spare')
  for (let now = 42; now < 47; now++) {
    assert.equal(hear(receivers, now), undefined, `after ${now - 42} s`)
    assert.equal(sourceOf(hear(receivers, now, { source: 'spare', north: 60 })), 'spare')
  }
  assert.equal(sourceOf(hear(receivers, 47)), 'main')
  assert.equal(hear(receivers, 48, { source: 'spare', north: 60 }), undefined)
})

test('does not switch back to a receiver that comes and goes', () => {
  const receivers = new Receivers()
  hear(receivers, 0)
  for (let now = 6; now < 120; now++) {
    assert.equal(sourceOf(hear(receivers, now, { source: 'spare', north: 8 })), 'spare')
    if (now % 10 < 4) assert.equal(hear(receivers, now), undefined)
  }
})

test('gives the reason of a rejected standby receiver once the active one is silent', () => {
  const receivers = new Receivers()
  hear(receivers, 0)
  for (let now = 0; now <= 5; now++)
    assert.equal(hear(receivers, now, { source: 'spare', more: { satellites: 2 } }), undefined)
  assert.equal(hear(receivers, 6, { source: 'spare', more: { satellites: 2 } }), 'poor')
  assert.equal(hear(receivers, 12, { source: 'spare', north: 2_000_000 }), 'disagrees')
})
