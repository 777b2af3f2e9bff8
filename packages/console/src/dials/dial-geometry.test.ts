import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degree } from '@marinedata/model'
import {
  continuous,
  directionOf,
  frame,
  labels,
  tickPath,
  wayBetween,
  bugOn,
  headingSeen,
  onCard,
  variationOf,
} from './dial-geometry.ts'
import { draftOf, needsSecondTap } from '#pilot/target-draft.ts'

const inDegrees = (radians: number | undefined): number | undefined =>
  radians === undefined ? undefined : Math.round(radians / degree)

test('a card that passes north turns by 2° and not back by 358°', () => {
  assert.equal(continuous(359, 1), 361)
  assert.equal(continuous(361, 359), 359)
  assert.equal(continuous(-719, 2), -718)
  assert.equal(continuous(undefined, 200), 200)
})

test('the turn between two directions is the shorter one', () => {
  assert.deepEqual([wayBetween(350, 10), wayBetween(10, 350), wayBetween(0, 180)], [20, -20, 180])
})

test('a pointer above the centre points north, and one to its right east', () => {
  const share = (value: number, from: number): number => (value - from) / frame.size
  assert.equal(directionOf(share(0, frame.left), share(-100, frame.top)), 0)
  assert.equal(Math.round(directionOf(share(100, frame.left), share(0, frame.top))), 90)
})

test('every 10° has a tick and every 30° a label', () => {
  assert.equal(tickPath({ every: 10, length: 10 }).split('M').length - 1, 36)
  assert.equal(
    labels.map(({ text, letter }) => letter?.slice(8, 9) ?? text).join(' '),
    'n 30 60 e 120 150 s 210 240 w 300 330',
  )
})

const reading = (value: number) => ({
  value,
  source: 'compass',
  receivedAt: 0,
  isStale: false,
  staleAfterMs: undefined,
})

test('the magnetic heading comes first, otherwise the true one, marked as true', () => {
  const at = { now: 0, isLost: false }
  assert.equal(headingSeen({ ...at, magnetic: reading(1), trueNorth: reading(2) }).north, 'M')
  const seen = headingSeen({ ...at, magnetic: undefined, trueNorth: reading(2) })
  assert.deepEqual([seen.north, seen.angle], ['T', 2])
  assert.equal(headingSeen({ ...at, magnetic: undefined, trueNorth: undefined }).age, 'dead')
})

test('a true course needs the variation on a magnetic card', () => {
  const variation = variationOf(undefined, 308 * degree, 310 * degree)
  assert.equal(inDegrees(onCard(1 * degree, 'T', { north: 'M', variation })), 359)
  assert.equal(onCard(1, 'T', { north: 'M', variation: undefined }), undefined)
})

test('the bug of a wind target shows the future heading', () => {
  const steering = { north: 'M' as const, variation: 0, heading: 350 * degree, windAngle: -38 * degree }
  // Wanted: 48° on port, present: 38°, so ten degrees to starboard.
  assert.equal(inDegrees(bugOn(48 * degree, 'wind', steering)), 0)
  assert.equal(inDegrees(bugOn(20 * degree, 'heading', steering)), 20)
  assert.equal(bugOn(0.1, 'rudder', steering), undefined)
})

test('a dragged bug snaps to whole degrees, and more than 30° needs a second tap', () => {
  const draft = draftOf(350.3 * degree, 20.4, 'heading')
  assert.equal(inDegrees(draft?.wanted), 11)
  assert.equal(draftOf(1, 0.4, 'heading'), undefined)
  assert.equal(needsSecondTap(350 * degree, 20 * degree), false)
  assert.equal(needsSecondTap(350 * degree, 21 * degree), true)
})
