import { MarineDataError, radians, degrees, type Identity } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { HelmContest, turnOf, type Side } from './helm-contest.ts'
import { person } from '#testing/person.ts'

const anna = person('Anna')
const bert = person('Bert')

const contest = () => {
  const clock = new ManualClock()
  const helm = new HelmContest(clock)
  const isAdmitted = (by: Identity, side: Side | undefined): boolean => {
    try {
      helm.check(by, side)
      return true
    } catch (error) {
      assert.ok(error instanceof MarineDataError && error.code === 'helm-contested', String(error))
      return false
    }
  }
  let turns = 0
  /** Anna steers to starboard and Bert to port alternately; returns the number of accepted changes. */
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

test('refuses the third opposing change within ten seconds and every later one', () => {
  const { helm, alternate } = contest()
  assert.equal(alternate(3, 500), 3)
  assert.equal(helm.parties, undefined)
  assert.equal(alternate(60, 500), 0)
  assert.deepEqual(new Set(helm.parties), new Set(['Anna', 'Bert']))
})

test('the refusal names both principals and says what to do', () => {
  const { helm, alternate } = contest()
  alternate(3, 100)
  assert.throws(() => helm.check(bert, 'port'), /Anna and Bert.*Take the helm/)
})

test('a token named like a person is another principal', () => {
  const { helm, isAdmitted } = contest()
  const token = { kind: 'token', id: 'a token', name: 'Anna' } as const
  const admitted = [0, 1, 2, 3].map((turn) =>
    turn % 2 === 0 ? isAdmitted(anna, 'starboard') : isAdmitted(token, 'port'),
  )
  assert.deepEqual(admitted, [true, true, true, false])
  assert.deepEqual(helm.parties, ['Anna', 'device.Anna'])
})

test('slower changes are no contest', () => {
  const { alternate } = contest()
  assert.equal(alternate(20, 5_100), 20)
})

test('changes of one principal, or of two to the same side, are no contest', () => {
  const { isAdmitted } = contest()
  for (let count = 0; count < 20; count++) assert.ok(isAdmitted(anna, count % 2 === 0 ? 'port' : 'starboard'))
  const other = contest()
  for (let count = 0; count < 20; count++) assert.ok(other.isAdmitted(count % 2 === 0 ? anna : bert, 'port'))
})

test('ends when one principal has stopped for ten seconds', () => {
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

test('ends when one takes the helm, and counts from zero afterwards', () => {
  const { helm, alternate } = contest()
  alternate(10, 100)
  helm.end()
  assert.equal(helm.parties, undefined)
  assert.equal(alternate(3, 100), 3)
})

test('refuses requests without a side during a contest, without extending it', () => {
  const { clock, isAdmitted, alternate } = contest()
  alternate(4, 0)
  assert.equal(isAdmitted(bert, undefined), false)
  clock.advance(9_999)
  assert.equal(isAdmitted(bert, undefined), false)
  clock.advance(1)
  assert.ok(isAdmitted(bert, undefined))
})

test('an old contest does not affect a third principal', () => {
  const { clock, isAdmitted, alternate } = contest()
  alternate(3, 100)
  clock.advance(10_000)
  assert.ok(isAdmitted(bert, 'port'))
  assert.ok(isAdmitted(anna, 'starboard'))
})

test('determines the side that a request turns to', () => {
  assert.equal(turnOf({ kind: 'adjust', by: degrees(10) }, radians(1)), 'starboard')
  assert.equal(turnOf({ kind: 'dodge-by', by: degrees(-10) }, radians(1)), 'port')
  assert.equal(turnOf({ kind: 'tack', direction: 'port' }, radians(1)), 'port')
  assert.equal(turnOf({ kind: 'target', target: degrees(5) }, degrees(355)), 'starboard')
  assert.equal(turnOf({ kind: 'target', target: degrees(355) }, degrees(5)), 'port')
  for (const request of [
    { kind: 'target', target: radians(1) },
    { kind: 'adjust', by: radians(0) },
    { kind: 'engage' },
    { kind: 'mode', mode: 'wind' },
    { kind: 'undodge' },
  ] as const)
    assert.equal(turnOf(request, radians(1)), undefined, request.kind)
  assert.equal(turnOf({ kind: 'target', target: radians(1) }, null), undefined)
})
