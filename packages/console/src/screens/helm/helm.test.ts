import { degree } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryTarget, erased, typed, type PadEntry } from '#pilot/target-draft.ts'
import { isOffered, turnSides } from './turn-sides.ts'

const inDegrees = (radians: number | undefined): number | undefined =>
  radians === undefined ? undefined : Math.round(radians / degree)

const entered = (digits: string, side: PadEntry['side'] = 'port'): PadEntry =>
  Array.from(digits).reduce(typed, { digits: '', side })

test('with the wind on port a boat tacks to port and gybes to starboard', () => {
  const held = { kind: 'heading', target: 310 * degree } as const
  const wind = { angle: -40 * degree, direction: 250 * degree }
  const [port, starboard] = turnSides('tack', held, wind)
  assert.deepEqual([inDegrees(port?.target), port?.windInTheWay, port?.isEstimate], [190, undefined, true])
  assert.deepEqual([starboard?.target, starboard?.windInTheWay], [undefined, 'port'])
  const gybe = turnSides('gybe', held, wind)
  assert.deepEqual(
    gybe.map(({ windInTheWay }) => windInTheWay),
    ['port', undefined],
  )
})

test('in wind mode the other side has the same angle with the other sign', () => {
  const sides = turnSides(
    'tack',
    { kind: 'wind', target: -38 * degree },
    { angle: undefined, direction: undefined },
  )
  assert.deepEqual(
    sides.map(({ target, isEstimate }) => [inDegrees(target), isEstimate]),
    [
      [undefined, false],
      [38, false],
    ],
  )
})

test('without a wind no side is disabled', () => {
  const sides = turnSides('tack', { kind: 'heading', target: 1 }, { angle: undefined, direction: undefined })
  assert.deepEqual(
    sides.map(({ windInTheWay, target }) => [windInTheWay, target]),
    [
      [undefined, undefined],
      [undefined, undefined],
    ],
  )
})

test('a tack is offered forward of the beam and a gybe well aft', () => {
  assert.deepEqual(
    [60, 100, 140].map((angle) => isOffered('tack', -angle * degree)),
    [true, false, false],
  )
  assert.deepEqual(
    [60, 100, 140].map((angle) => isOffered('gybe', angle * degree)),
    [false, false, true],
  )
  assert.equal(isOffered('gybe', undefined), true)
})

test('a number is a heading up to 360, where 360 is 000', () => {
  assert.equal(inDegrees(entryTarget(entered('007'), 'heading')), 7)
  assert.equal(entryTarget(entered('360'), 'heading'), 0)
  assert.equal(entryTarget(entered('361'), 'heading'), undefined)
  assert.equal(entryTarget(entered(''), 'heading'), undefined)
})

test('in wind mode a number is an angle to one side', () => {
  assert.equal(inDegrees(entryTarget(entered('38', 'port'), 'wind')), 38)
  assert.equal(inDegrees(entryTarget(entered('38', 'starboard'), 'wind')), -38)
  assert.equal(entryTarget(entered('181'), 'wind'), undefined)
})

test('a fourth digit is ignored, and the last one can be deleted', () => {
  assert.equal(entered('1234').digits, '123')
  assert.equal(erased(entered('123')).digits, '12')
})
