import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainCode } from './claim.ts'
import { claimedAccess, trialAccess } from './trial-access.ts'

const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

test('a boat without an owner has a code, and with one it has none', async () => {
  assert.equal(trialAccess().access.claim.code?.length, 10)
  const { claim } = (await claimedAccess()).access
  assert.equal(claim.isClaimed, true)
  assert.equal(claim.code, undefined)
  assert.throws(() => claim.check('AAAAAAAAA1'), isCode('already-claimed'))
})

test('five wrong tries kill the code; the right one is refused then too', () => {
  const { claim } = trialAccess().access
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

test('a code is read as people type it', () => {
  for (const typed of ['0123456789', 'o123-4567-89', ' O12 345 67-89 ', 'oI2345 6789', 'ol2345-6789'])
    assert.equal(plainCode(typed), '0123456789', typed)
  assert.equal(plainCode('abcd-efghjk'), 'ABCDEFGHJK')
})

test('the code that was printed is taken in any of the ways in which it is typed', () => {
  const { claim } = trialAccess().access
  const code = claim.code!
  claim.check(code.toLowerCase())
  claim.check(`${code.slice(0, 5)}-${code.slice(5)}`)
  claim.check(code.replace('1', 'l'))
  assert.throws(() => claim.check(''), isCode('wrong-secret'))
  assert.throws(() => claim.check(code.slice(0, 9)), isCode('wrong-secret'))
})
