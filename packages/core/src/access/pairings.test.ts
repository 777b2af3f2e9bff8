import { MarineDataError, type PairingMade, type TokenRequest } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newToken } from './pairings.ts'
import { accessFixture } from '#testing/access-fixture.ts'
import { person } from '#testing/person.ts'

const by = person('Anna')
const tablet = '10.0.0.7'
const verifier = 'the secret verifier of the tablet, which it never shows'
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

const fixture = () => {
  const boat = accessFixture()
  const { pairings } = boat.access
  const challenge = boat.secrets.digest(verifier)
  const ask = (address = tablet, name = 'tablet'): PairingMade =>
    pairings.request({ name, challenge }, address)
  return { ...boat, pairings, ask }
}

test('the owner approves with the digits and the device collects its token once', () => {
  const { access, pairings, ask, store } = fixture()
  const { id, digits, seconds } = ask()
  assert.equal(seconds, 300)
  assert.equal(pairings.collect(id, verifier, tablet), undefined)
  pairings.approve(id, { digits, role: 'viewer' }, by)
  const { token, credential } = pairings.collect(id, verifier, tablet)!
  assert.deepEqual([credential.name, credential.role, credential.kind], ['tablet', 'viewer', 'token'])
  assert.deepEqual(access.authenticate(token, tablet).roles, ['viewer'])
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
  assert.deepEqual(store.events, [
    {
      at: '2026-01-01T00:00:00.000Z',
      actor: by,
      operation: 'paired',
      subject: 'tablet',
      details: { role: 'viewer', address: tablet },
    },
  ])
})

test('lists pending pairings with name and address but without the digits', () => {
  const { pairings, ask } = fixture()
  const { id, digits } = ask()
  assert.deepEqual(pairings.list(), [
    { id, name: 'tablet', address: tablet, askedAt: '2026-01-01T00:00:00.000Z' },
  ])
  pairings.approve(id, { digits, role: 'viewer' }, by)
  assert.deepEqual(pairings.list(), [])
})

test('only the device with the verifier can collect, not a client that knows id and digits', () => {
  const { pairings, ask } = fixture()
  const { id, digits } = ask()
  const thief = '10.0.0.66'
  assert.throws(() => pairings.collect(id, 'a guess', thief), isCode('wrong-secret'))
  pairings.approve(id, { digits, role: 'owner' }, by)
  assert.throws(() => pairings.collect(id, `digest of ${verifier}`, thief), isCode('wrong-secret'))
  assert.throws(() => pairings.collect(id, digits, thief), isCode('wrong-secret'))
  assert.notEqual(pairings.collect(id, verifier, tablet), undefined)
})

test('limits an address to ten wrong guesses; polling with the right verifier does not count', () => {
  const { pairings, ask } = fixture()
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

test('rejects wrong digits, and after ten of them also the right ones', () => {
  const { pairings, ask } = fixture()
  const { id, digits } = ask()
  for (let tries = 0; tries < 10; tries++)
    assert.throws(
      () => pairings.approve(id, { digits: '999999', role: 'viewer' }, by),
      isCode('wrong-secret'),
    )
  assert.throws(() => pairings.approve(id, { digits, role: 'viewer' }, by), isCode('too-many-requests'))
  assert.equal(pairings.collect(id, verifier, tablet), undefined)
})

test('a pairing expires after exactly five minutes', () => {
  const { clock, pairings, ask } = fixture()
  const { id, digits } = ask()
  clock.advance(299_999)
  assert.equal(pairings.list().length, 1)
  clock.advance(1)
  assert.deepEqual(pairings.list(), [])
  assert.throws(() => pairings.approve(id, { digits, role: 'viewer' }, by), isCode('not-found'))
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
})

test('an approved device that collects too late gets no token', () => {
  const { clock, pairings, ask, store } = fixture()
  const { id, digits } = ask()
  pairings.approve(id, { digits, role: 'viewer' }, by)
  clock.advance(300_000)
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
  assert.deepEqual(store.credentials(), [])
})

test('a rejected pairing is removed', () => {
  const { pairings, ask } = fixture()
  const { id, digits } = ask()
  pairings.reject(id)
  assert.throws(() => pairings.approve(id, { digits, role: 'viewer' }, by), isCode('not-found'))
  assert.throws(() => pairings.reject(id), isCode('not-found'))
  assert.throws(() => pairings.collect(id, verifier, tablet), isCode('not-found'))
})

test('a new request of an address replaces its own, and one network of IPv6 is one address', () => {
  const { pairings, ask } = fixture()
  const first = ask(tablet, 'tablet 1')
  const second = ask(tablet, 'tablet 2')
  assert.throws(() => pairings.collect(first.id, verifier, tablet), isCode('not-found'))
  assert.deepEqual(
    pairings.list().map(({ id }) => id),
    [second.id],
  )
  for (const address of ['fd00:1::1', 'fd00:1:0:0:2::9', 'fe80::1%eth0', 'fe80::2']) ask(address)
  assert.deepEqual(
    pairings.list().map(({ address }) => address),
    [tablet, 'fd00:1:0:0:2::9', 'fe80::2'],
  )
})

test('the owner rejects all waiting devices in one step, but not an approved one', () => {
  const { pairings, ask } = fixture()
  const { id, digits } = ask()
  pairings.approve(id, { digits, role: 'viewer' }, by)
  for (let count = 0; count < 15; count++) ask(`10.0.1.${count}`)
  assert.throws(() => ask('10.0.2.1'), isCode('too-many-requests'))
  assert.equal(pairings.rejectAll(), 15)
  assert.notEqual(pairings.collect(id, verifier, tablet), undefined)
  ask('10.0.2.1')
})

test('allows sixteen pending pairings; expired ones are removed', () => {
  const { clock, pairings, ask } = fixture()
  for (let count = 0; count < 16; count++) ask(`10.0.1.${count}`)
  assert.throws(() => ask('10.0.2.1'), isCode('too-many-requests'))
  clock.advance(300_000)
  ask()
  assert.equal(pairings.list().length, 1)
})

test('a paired device gets its paths and expiry; a device without paths is rejected', () => {
  const { access, clock, pairings, ask } = fixture()
  const { id, digits } = ask(tablet, 'gateway')
  assert.throws(() => pairings.approve(id, { digits, role: 'device' }, by), isCode('invalid-value'))
  pairings.approve(id, { digits, role: 'device', paths: ['environment.*'], days: 1 }, by)
  const { token } = pairings.collect(id, verifier, tablet)!
  assert.deepEqual(access.authenticate(token, tablet).paths, ['environment.*'])
  clock.advance(86_400_000)
  assert.throws(() => access.authenticate(token, tablet), isCode('unauthenticated'))
})

test('rejects an invalid token request with the reason', () => {
  const refused: readonly (readonly [TokenRequest, RegExp])[] = [
    [{ name: 'gate', role: 'device' }, /which paths/],
    [{ name: 'gate', role: 'viewer', paths: ['a'] }, /which paths/],
    [{ name: 'my gate', role: 'device', paths: ['a'] }, /"my gate" is not a valid source name/],
    [{ name: 'gate', role: 'device', paths: ['a', 'b..c'] }, /"b\.\.c" is not a valid path pattern/],
    [{ name: 'gate', role: 'device', paths: ['depth below'] }, /is not a valid path pattern/],
  ]
  for (const [request, reason] of refused) assert.throws(() => newToken(request), reason)
  assert.deepEqual(newToken({ name: 'my phone', role: 'helm', days: 2 }), {
    kind: 'token',
    name: 'my phone',
    role: 'helm',
    days: 2,
  })
})

test('a device that requests again, as a reloaded page does, replaces its earlier request', () => {
  const { pairings, ask } = fixture()
  const { id, digits } = ask()
  const again = ask()
  assert.deepEqual(
    pairings.list().map((pairing) => pairing.id),
    [again.id],
  )
  assert.throws(() => pairings.approve(id, { digits, role: 'viewer' }, by), isCode('not-found'))
  ask('10.0.0.8')
  assert.equal(pairings.list().length, 2)
})
