import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeCode } from './claim.ts'
import { claimedAccess, accessFixture } from '#testing/access-fixture.ts'

const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

test('there is a code only while there is no owner', async () => {
  assert.equal(accessFixture().access.claim.code?.length, 10)
  const { claim } = (await claimedAccess()).access
  assert.equal(claim.isClaimed, true)
  assert.equal(claim.code, undefined)
  assert.throws(() => claim.check('AAAAAAAAA1'), isCode('already-claimed'))
})

test('five wrong attempts invalidate the code, also for the right one', () => {
  const { claim } = accessFixture().access
  const code = claim.code!
  for (let tries = 0; tries < 4; tries++) {
    assert.throws(() => claim.check('WRONGCODE7'), isCode('wrong-secret'))
    claim.check(code)
  }
  assert.throws(() => claim.check('WRONGCODE7'), isCode('wrong-secret'))
  assert.throws(() => claim.check(code), isCode('too-many-requests'))
  assert.equal(claim.code, undefined)
  assert.equal(claim.isClaimed, false)
})

test('normalizes a code as typed', () => {
  for (const typed of ['0123456789', 'o123-4567-89', ' O12 345 67-89 ', 'oI2345 6789', 'ol2345-6789'])
    assert.equal(normalizeCode(typed), '0123456789', typed)
  assert.equal(normalizeCode('abcd-efghjk'), 'ABCDEFGHJK')
})

test('accepts the printed code in every spelling', () => {
  const { claim } = accessFixture().access
  const code = claim.code!
  claim.check(code.toLowerCase())
  claim.check(`${code.slice(0, 5)}-${code.slice(5)}`)
  claim.check(code.replace('1', 'l'))
  assert.throws(() => claim.check(''), isCode('wrong-secret'))
  assert.throws(() => claim.check(code.slice(0, 9)), isCode('wrong-secret'))
})
