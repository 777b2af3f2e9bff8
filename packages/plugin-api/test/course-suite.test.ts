import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const offers = 'offers to compute the course within 10 s'
const inTime = 'answers ten questions in time, one after the other'
const near = 'is right on legs near the boat: SI units, radians, true bearings, positive to starboard'
const far = 'is right across the date line, the equator and an ocean'
const motion = 'is right with and without speed, course and variation, and unknown values are absent'
const asked = 'computes from the question, not from an earlier one'
const cancelled = 'answers after a question that was cancelled'

const flawed: readonly (readonly [flaw: string, finds: readonly string[]])[] = [
  ['offers nothing', [offers]],
  ['never answers', [inTime, near, far, motion, asked, cancelled]],
  ['sends degrees', [near, far, motion]],
  ['sends magnetic bearings', [near, far, motion]],
  ['is positive to port', [near, far, motion]],
  ['fails at the date line', [far]],
  ['sends zero for an unknown speed', [near, far, motion]],
  ['has a time while the boat goes away', [motion]],
  ['answers the question before', [near, far, motion, asked]],
  ['stops after a cancelled question', [cancelled]],
]

describe('the suite of the course', { concurrency: 2 }, () => {
  test('passes a provider without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-course', group: 'the course' }), [])
  })

  for (const [flaw, finds] of flawed)
    test(`fails a provider that ${flaw}`, async () => {
      await assertFailures({ suite: 'flawed-course', group: 'the course', words: [flaw] }, finds)
    })
})
