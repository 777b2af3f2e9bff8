import { MarineDataError, type PairingMade, type TokenRequest } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from './pairings.ts'
import { trialAccess } from './trial-access.ts'

const by = { who: 'Anna', from: '10.0.0.1' }
const tablet = '10.0.0.7'
const verifier = 'what the tablet keeps to itself, and shows to nobody'
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

const dock = () => {
  const boat = trialAccess()
  const { pairings } = boat.access
  const challenge = boat.secrets.digest(verifier)
  const ask = (address = tablet, name = 'tablet'): PairingMade => pairings.ask({ name, challenge }, address)
  return { ...boat, pairings, ask }
}

test('a device shows its digits, the owner types them, and the device collects its token, once', () => {
  const { access, pairings, ask, store } = dock()
  const { id, digits, seconds } = ask()
  assert.equal(seconds, 300)
  assert.equal(pairings.collect(id, verifier, tablet), undefined)
  pairings.approve(id, { digits, role: 'viewer' }, by)
  const { token, credential } = pairings.collect(id, verifier, tablet)!
  assert.deepEqual([credential.name, credential.role, credential.kind], ['tablet', 'viewer', 'token'])
  assert.deepEqual(access.recognise(token, tablet).roles, ['viewer'])
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
  assert.deepEqual(store.deeds, [
    {
      at: '2026-01-01T00:00:00.000Z',
      ...by,
      deed: 'paired',
      subject: 'tablet',
      details: { role: 'viewer', address: tablet },
    },
  ])
})

test('the owner sees who waits and from where, and reads the digits on the device itself', () => {
  const { pairings, ask } = dock()
  const { id, digits } = ask()
  assert.deepEqual(pairings.list(), [
    { id, name: 'tablet', address: tablet, askedAt: '2026-01-01T00:00:00.000Z' },
  ])
  pairings.approve(id, { digits, role: 'viewer' }, by)
  assert.deepEqual(pairings.list(), [])
})

test('only the device that asked can collect, whoever else knows its number and digits', () => {
  const { pairings, ask } = dock()
  const { id, digits } = ask()
  const thief = '10.0.0.66'
  assert.throws(() => pairings.collect(id, 'a guess', thief), isCode('wrong-secret'))
  pairings.approve(id, { digits, role: 'owner' }, by)
  assert.throws(() => pairings.collect(id, `digest of ${verifier}`, thief), isCode('wrong-secret'))
  assert.throws(() => pairings.collect(id, digits, thief), isCode('wrong-secret'))
  assert.notEqual(pairings.collect(id, verifier, tablet), undefined)
})

test('ten wrong guesses from an address are all, and asking whether it is decided is no guess', () => {
  const { pairings, ask } = dock()
  const { id } = ask()
  for (let tries = 0; tries < 50; tries++) assert.equal(pairings.collect(id, verifier, tablet), undefined)
  const thief = '10.0.0.66'
  for (let tries = 0; tries < 5; tries++) {
    assert.throws(() => pairings.collect(id, 'a guess', thief), isCode('wrong-secret'))
    assert.throws(() => pairings.collect('no such', verifier, thief), isCode('not-found'))
  }
  assert.throws(() => pairings.collect(id, 'a guess', thief), isCode('too-many-requests'))
  assert.throws(() => pairings.collect(id, verifier, thief), isCode('too-many-requests'))
})

test('wrong digits let nobody in, and after ten of them neither do the right ones', () => {
  const { pairings, ask } = dock()
  const { id, digits } = ask()
  for (let tries = 0; tries < 10; tries++)
    assert.throws(
      () => pairings.approve(id, { digits: '999999', role: 'viewer' }, by),
      isCode('wrong-secret'),
    )
  assert.throws(() => pairings.approve(id, { digits, role: 'viewer' }, by), isCode('too-many-requests'))
  assert.equal(pairings.collect(id, verifier, tablet), undefined)
})

test('a device waits for five minutes and not a moment longer', () => {
  const { clock, pairings, ask } = dock()
  const { id, digits } = ask()
  clock.advance(299_999)
  assert.equal(pairings.list().length, 1)
  clock.advance(1)
  assert.deepEqual(pairings.list(), [])
  assert.throws(() => pairings.approve(id, { digits, role: 'viewer' }, by), isCode('not-found'))
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
})

test('a device that was let in but came too late gets nothing', () => {
  const { clock, pairings, ask, store } = dock()
  const { id, digits } = ask()
  pairings.approve(id, { digits, role: 'viewer' }, by)
  clock.advance(300_000)
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
  assert.deepEqual(store.credentials(), [])
})

test('a device that is sent away waits no more', () => {
  const { pairings, ask } = dock()
  const { id, digits } = ask()
  pairings.refuse(id)
  assert.throws(() => pairings.approve(id, { digits, role: 'viewer' }, by), isCode('not-found'))
  assert.throws(() => pairings.refuse(id), isCode('not-found'))
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
})

test('three of an address wait at most, and sixteen of all; whoever is too late makes room', () => {
  const { clock, pairings, ask } = dock()
  for (let count = 0; count < 3; count++) ask()
  assert.throws(() => ask(), isCode('too-many-requests'))
  for (let count = 0; count < 13; count++) ask(`10.0.1.${count}`)
  assert.throws(() => ask('10.0.2.1'), isCode('too-many-requests'))
  clock.advance(300_000)
  ask()
  assert.equal(pairings.list().length, 1)
})

test('a device is told its paths and its days, and refused when these do not fit', () => {
  const { access, clock, pairings, ask } = dock()
  const { id, digits } = ask(tablet, 'gateway')
  assert.throws(() => pairings.approve(id, { digits, role: 'device' }, by), isCode('invalid-value'))
  pairings.approve(id, { digits, role: 'device', paths: ['environment.*'], days: 1 }, by)
  const { token } = pairings.collect(id, verifier, tablet)!
  assert.deepEqual(access.recognise(token, tablet).paths, ['environment.*'])
  clock.advance(86_400_000)
  assert.throws(() => access.recognise(token, tablet), isCode('unauthenticated'))
})

test('what cannot be a token is refused with the reason', () => {
  const refused: readonly (readonly [TokenRequest, RegExp])[] = [
    [{ name: 'gate', role: 'device' }, /which paths/],
    [{ name: 'gate', role: 'viewer', paths: ['a'] }, /which paths/],
    [{ name: 'my gate', role: 'device', paths: ['a'] }, /"my gate" is not a name of a source/],
    [{ name: 'gate', role: 'device', paths: ['a', 'b..c'] }, /"b\.\.c" is not a pattern/],
    [{ name: 'gate', role: 'device', paths: ['depth below'] }, /is not a pattern/],
  ]
  for (const [request, reason] of refused) assert.throws(() => newToken(request), reason)
  assert.deepEqual(newToken({ name: 'my phone', role: 'helm', days: 2 }), {
    kind: 'token',
    name: 'my phone',
    role: 'helm',
    days: 2,
  })
})
