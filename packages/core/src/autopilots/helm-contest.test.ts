import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { HelmContest, turnOf, type Side } from './helm-contest.ts'

const anna = 'Anna'
const bert = 'Bert'
const degree = Math.PI / 180

const contest = () => {
  const clock = new ManualClock()
  const helm = new HelmContest(clock)
  const isAdmitted = (by: string, side: Side | undefined): boolean => {
    try {
      helm.admit(by, side)
      return true
    } catch (error) {
      assert.ok(error instanceof MarineDataError && error.code === 'helm-contested', String(error))
      return false
    }
  }
  let turns = 0
  /** Anna to starboard, Bert to port, in turns; gives how many were admitted. */
  const alternate = (times: number, everyMs: number): number => {
    let admitted = 0
    for (let count = 0; count < times; count++) {
      if (turns++ % 2 === 0 ? isAdmitted(anna, 'starboard') : isAdmitted(bert, 'port')) admitted++
      clock.advance(everyMs)
    }
    return admitted
  }
  return { clock, helm, isAdmitted, alternate }
}

test('the third change within ten seconds that turns back another’s is refused, and so is every one after it', () => {
  const { helm, alternate } = contest()
  assert.equal(alternate(3, 500), 3)
  assert.equal(helm.parties, undefined)
  assert.equal(alternate(60, 500), 0)
  assert.deepEqual(new Set(helm.parties), new Set(['Anna', 'Bert']))
})

test('the refusal names both and says what to do', () => {
  const { helm, alternate } = contest()
  alternate(3, 100)
  assert.throws(() => helm.admit(bert, 'port'), /Anna and Bert.*take the helm/)
})

test('changes that are further apart are no contest', () => {
  const { alternate } = contest()
  assert.equal(alternate(20, 5_100), 20)
})

test('one alone may turn to and fro as often as she likes, and two may turn to the same side', () => {
  const { isAdmitted } = contest()
  for (let count = 0; count < 20; count++) assert.ok(isAdmitted(anna, count % 2 === 0 ? 'port' : 'starboard'))
  const other = contest()
  for (let count = 0; count < 20; count++) assert.ok(other.isAdmitted(count % 2 === 0 ? anna : bert, 'port'))
})

test('it is over when one of them has left off for ten seconds, and the other may steer', () => {
  const { clock, helm, isAdmitted, alternate } = contest()
  alternate(5, 100)
  assert.equal(isAdmitted(bert, 'port'), false)
  for (let second = 0; second < 9; second++) {
    clock.advance(1_000)
    assert.equal(isAdmitted(anna, 'starboard'), false, `after ${second + 1} s`)
  }
  clock.advance(1_000)
  assert.ok(isAdmitted(anna, 'starboard'))
  assert.equal(helm.parties, undefined)
})

test('it is over when one takes the helm, and begins from nothing afterwards', () => {
  const { helm, alternate } = contest()
  alternate(10, 100)
  helm.end()
  assert.equal(helm.parties, undefined)
  assert.equal(alternate(3, 100), 3)
})

test('what turns to no side is refused while it lasts, and does not prolong it', () => {
  const { clock, isAdmitted, alternate } = contest()
  alternate(4, 0)
  assert.equal(isAdmitted(bert, undefined), false)
  clock.advance(9_999)
  assert.equal(isAdmitted(bert, undefined), false)
  clock.advance(1)
  assert.ok(isAdmitted(bert, undefined))
})

test('a third who steers neither way is not held up by what was long ago', () => {
  const { clock, isAdmitted, alternate } = contest()
  alternate(3, 100)
  clock.advance(10_000)
  assert.ok(isAdmitted(bert, 'port'))
  assert.ok(isAdmitted(anna, 'starboard'))
})

test('each request says to which side it turns, if to any', () => {
  assert.equal(turnOf({ kind: 'adjust', by: 10 * degree }, 1), 'starboard')
  assert.equal(turnOf({ kind: 'dodge-by', by: -10 * degree }, 1), 'port')
  assert.equal(turnOf({ kind: 'tack', direction: 'port' }, 1), 'port')
  assert.equal(turnOf({ kind: 'target', target: 5 * degree }, 355 * degree), 'starboard')
  assert.equal(turnOf({ kind: 'target', target: 355 * degree }, 5 * degree), 'port')
  for (const request of [
    { kind: 'target', target: 1 },
    { kind: 'adjust', by: 0 },
    { kind: 'engage' },
    { kind: 'mode', mode: 'wind' },
    { kind: 'undodge' },
  ] as const)
    assert.equal(turnOf(request, 1), undefined, request.kind)
  assert.equal(turnOf({ kind: 'target', target: 1 }, null), undefined)
})
