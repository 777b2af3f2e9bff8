import { MarineDataError, type TokenRole } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { Credentials, daysLater, type CreatedCredential, type NewCredential } from './credentials.ts'
import { MemoryAccessStore } from './memory-access-store.ts'
import { localOwner, anonymous } from './principal.ts'
import { CountedSecrets } from '#testing/access-fixture.ts'
import { person } from '#testing/person.ts'

const day = 86_400_000
const actor = person('Anna')
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

const fixture = (
  store = new MemoryAccessStore(),
  clock = new ManualClock(),
  secrets = new CountedSecrets(),
) => {
  const credentials = new Credentials({ clock, store, secrets })
  const make = (requested: Partial<NewCredential> = {}): CreatedCredential => {
    const asked: NewCredential = { kind: 'token', name: 'plotter', role: 'viewer', ...requested }
    return credentials.change({ actor, operation: 'token-made', subject: asked.name }, (records) => {
      if (asked.kind === 'session' && records.person(asked.name) === undefined)
        records.putPerson({ ...person(asked.name), role: 'owner', sealed: '', createdAt: '', addresses: [] })
      return credentials.add(records, asked)
    })
  }
  return { clock, store, credentials, make }
}

test('finds a token only by its exact text', () => {
  const { credentials, make } = fixture()
  const { token, credential } = make({ role: 'helm' })
  assert.match(token, /^mdt_/)
  const { kind, id, name, roles, credential: own } = credentials.find(token, '10.0.0.9')!
  assert.deepEqual([kind, id, name, roles, own], ['token', credential.id, 'plotter', ['helm'], credential.id])
  for (const wrong of ['', 'mdt_', token.slice(4), token.slice(0, -1), `${token}=`, token.toUpperCase()])
    assert.equal(credentials.find(wrong, '10.0.0.9'), undefined, wrong)
})

test('stores only the digest of a token', () => {
  const { store, credentials, make } = fixture()
  const { token } = make()
  const [stored] = store.credentials()
  assert.deepEqual(stored?.digest, `digest of ${token}`)
  assert.doesNotMatch(JSON.stringify([{ ...stored, digest: '' }, credentials.list(), store.events]), /mdt_/)
})

test('a token writes under its own name and paths, a person under the source of the session', () => {
  const { credentials, make } = fixture()
  const device = credentials.find(make({ role: 'device', name: 'gateway', paths: ['a.*'] }).token, '')!
  assert.deepEqual([device.kind, device.source, device.paths], ['device', 'device.gateway', ['a.*']])
  const spaced = credentials.find(make({ role: 'owner', name: 'Boat office' }).token, '')!
  assert.deepEqual([spaced.name, spaced.source], ['Boat office', `stream.${spaced.credential}`])
  const owner = credentials.find(make({ role: 'owner', name: 'Anna', kind: 'session' }).token, '')!
  assert.deepEqual([owner.source, owner.paths], [`stream.${owner.credential}`, undefined])
})

test('a credential is valid until exactly its expiry', () => {
  const { clock, credentials, make } = fixture()
  const { token, credential } = make({ days: 2 })
  assert.equal(credential.expiresAt, '2026-01-03T00:00:00.000Z')
  const principal = credentials.find(token, '')!
  clock.advance(2 * day - 1)
  assert.equal(credentials.find(token, ''), principal)
  assert.equal(credentials.isGood(principal), true)
  clock.advance(1)
  assert.equal(credentials.find(token, ''), undefined)
  assert.equal(credentials.isGood(principal), false)
})

test('a token without days never expires', () => {
  const { clock, credentials, make } = fixture()
  const { token, credential } = make()
  assert.equal(credential.expiresAt, undefined)
  clock.advance(36_500 * day)
  assert.notEqual(credentials.find(token, ''), undefined)
})

test('with a clock at 1970 the time continues from the newest stored creation time', () => {
  const store = new MemoryAccessStore()
  const { make } = fixture(store)
  const old = make({ days: 1 })
  const { clock, credentials, make: makeLater } = fixture(store, new ManualClock(0))
  assert.equal(credentials.now(), '2026-01-01T00:00:00.000Z')
  assert.notEqual(credentials.find(old.token, ''), undefined)
  const { credential } = makeLater({ name: 'new', days: 1 })
  assert.equal(credential.expiresAt, '2026-01-02T00:00:00.000Z')
  clock.setWall(Date.UTC(2026, 0, 2))
  assert.equal(credentials.find(old.token, ''), undefined)
})

test('setting the clock back does not revive an expired credential', () => {
  const { clock, credentials, make } = fixture()
  const { token } = make({ days: 1 })
  clock.advance(2 * day)
  make({ name: 'a later one' })
  clock.setWall(0)
  assert.equal(credentials.find(token, ''), undefined)
})

test('a start with a clock at 2086 neither expires valid credentials nor creates lasting ones', () => {
  const store = new MemoryAccessStore()
  const secrets = new CountedSecrets()
  const at = (year: number, date: number) => fixture(store, new ManualClock(Date.UTC(year, 0, date)), secrets)
  const session = at(2026, 1).make({ days: 30 })
  const guest = at(2086, 1).make({ name: 'Guest', days: 1 })
  const { clock, credentials, make } = at(2026, 2)
  assert.equal(credentials.now(), '2026-01-02T00:00:00.000Z')
  assert.notEqual(credentials.find(session.token, ''), undefined)
  assert.equal(credentials.find(guest.token, ''), undefined, 'a token for one day is not valid until 2086')
  const later = make({ name: 'later', days: 1 })
  assert.equal(later.credential.expiresAt, '2026-01-03T00:00:00.000Z')
  clock.advance(day)
  assert.equal(credentials.find(later.token, ''), undefined)
})

test('trusts the clock again after it was corrected', () => {
  const { clock, credentials, make } = fixture()
  const { token } = make({ days: 30 })
  clock.setWall(Date.UTC(2029, 0, 1))
  make({ name: 'made under the wrong clock', days: 1 })
  assert.equal(credentials.find(token, ''), undefined)
  clock.setWall(Date.UTC(2026, 0, 5))
  assert.notEqual(credentials.find(token, ''), undefined)
})

test('time advances even if the clock was never set', () => {
  const store = new MemoryAccessStore()
  fixture(store).make({ days: 9 })
  const { clock, credentials, make } = fixture(store, new ManualClock(0))
  const { token } = make({ name: 'new', days: 1 })
  clock.advance(day)
  assert.equal(credentials.find(token, ''), undefined)
})

test('rejects a revoked credential immediately', () => {
  const { credentials, make } = fixture()
  const { token, credential } = make()
  const other = make({ name: 'other' })
  const principal = credentials.find(token, '')!
  credentials.revoke(credential.id, actor)
  assert.equal(credentials.find(token, ''), undefined)
  assert.equal(credentials.isGood(principal), false)
  assert.notEqual(credentials.find(other.token, ''), undefined)
  assert.throws(() => credentials.revoke(credential.id, actor), isCode('not-found'))
})

test('principals without a credential stay valid', () => {
  const { credentials } = fixture()
  assert.equal(credentials.isGood(anonymous), true)
  assert.equal(credentials.isGood(localOwner), true)
})

test('a principal keeps its identity while its rights are unchanged', () => {
  const { credentials, make } = fixture()
  const { token } = make()
  const principal = credentials.find(token, '')!
  make({ name: 'other' })
  credentials.saveUse()
  credentials.reload()
  assert.equal(credentials.find(token, ''), principal)
  assert.equal(credentials.isGood(principal), true)
})

test('a principal whose rights change must authenticate again', () => {
  const changes: readonly [string, Partial<{ role: TokenRole; name: string; paths: readonly string[] }>][] = [
    ['another role', { role: 'owner' }],
    ['another name', { name: 'gate' }],
    ['other paths', { paths: ['b.*'] }],
  ]
  for (const [title, change] of changes) {
    const { store, credentials, make } = fixture()
    const { token } = make({ role: 'device', paths: ['a.*'] })
    const principal = credentials.find(token, '')!
    store.changeElsewhere((records) => {
      const [stored] = records.credentials()
      records.removeCredential(stored!.id)
      records.addCredential({ ...stored!, ...change })
    })
    assert.equal(credentials.isGood(principal), true, title)
    assert.equal(credentials.refresh(), true)
    assert.equal(credentials.isGood(principal), false, title)
    assert.notEqual(credentials.find(token, ''), principal)
  }
})

test('refresh applies a revocation by another process, and does nothing without changes', () => {
  const { store, credentials, make } = fixture()
  const { token, credential } = make()
  assert.equal(credentials.refresh(), false)
  store.changeElsewhere((records) => records.removeCredential(credential.id))
  assert.equal(credentials.refresh(), true)
  assert.equal(credentials.find(token, ''), undefined)
  assert.equal(credentials.refresh(), false)
})

test('the next refresh applies a revocation made by another process during a reload', () => {
  const store = new MemoryAccessStore()
  const { credentials, make } = fixture(store)
  const { token, credential } = make()
  const read = store.credentials.bind(store)
  store.credentials = () => {
    const before = read()
    store.credentials = read
    store.changeElsewhere((records) => records.removeCredential(credential.id))
    return before
  }
  credentials.reload()
  assert.equal(credentials.refresh(), true)
  assert.equal(credentials.find(token, ''), undefined)
})

test('updates the last use immediately and saves it only on saveUse', () => {
  const { clock, store, credentials, make } = fixture()
  const { token, credential } = make()
  make({ name: 'never used' })
  clock.advance(5_000)
  credentials.find(token, '10.0.0.9')
  const listed = credentials.list().find(({ id }) => id === credential.id)
  assert.deepEqual([listed?.usedAt, listed?.usedFrom], ['2026-01-01T00:00:05.000Z', '10.0.0.9'])
  assert.deepEqual(
    store.credentials().map(({ usedAt }) => usedAt),
    [undefined, undefined],
  )
  credentials.saveUse()
  assert.deepEqual(
    store.credentials().map(({ usedAt }) => usedAt),
    ['2026-01-01T00:00:05.000Z', undefined],
  )
  let writes = 0
  store.saveUse = () => writes++
  credentials.saveUse()
  assert.equal(writes, 0, 'an unchanged use is not written again')
})

test('evicts the oldest of 33 sessions of a person', () => {
  const { clock, credentials, make } = fixture()
  const sessions = Array.from({ length: 33 }, () => {
    clock.advance(1_000)
    return make({ kind: 'session', name: 'Anna', role: 'owner' })
  })
  const others = make({ kind: 'session', name: 'Bert', role: 'crew' })
  const isIn = ({ token }: CreatedCredential): boolean => credentials.find(token, '') !== undefined
  assert.deepEqual([isIn(sessions[0]!), isIn(sessions[1]!), isIn(sessions[32]!)], [false, true, true])
  assert.ok(isIn(others))
})

test('at 1,000 credentials only an expired one is evicted for a new one', () => {
  const { clock, credentials, make } = fixture()
  const brief = make({ days: 1, name: 'brief' })
  for (let count = 1; count < 1_000; count++) make({ name: `token ${count}` })
  assert.throws(() => make({ name: 'one too many' }), isCode('storage-full'))
  clock.advance(day)
  make({ name: 'one more' })
  assert.equal(credentials.list().length, 1_000)
  assert.equal(
    credentials.list().some(({ id }) => id === brief.credential.id),
    false,
  )
  assert.throws(() => make({ name: 'one too many' }), isCode('storage-full'))
})

test('a failed transaction changes nothing', () => {
  const { store, credentials } = fixture()
  assert.throws(() =>
    credentials.change({ actor, operation: 'token-made', subject: 'x' }, (records) => {
      credentials.add(records, { kind: 'token', name: 'x', role: 'owner' })
      throw new MarineDataError('internal', 'a full disk')
    }),
  )
  assert.deepEqual([credentials.list(), store.events], [[], []])
})

test('daysLater handles month ends and fractions of days', () => {
  assert.equal(daysLater('2026-02-28T12:00:00.000Z', 1), '2026-03-01T12:00:00.000Z')
  assert.equal(daysLater('2026-02-28T12:00:00.000Z', 0.5), '2026-03-01T00:00:00.000Z')
})

test('an owner decides what a token of the family may do in an address, and its streams end', () => {
  const { store, credentials, make } = fixture()
  const { token, credential } = make({ isForFamily: true })
  const before = credentials.find(token, '')!
  assert.deepEqual([credential.tokenInAddress, credentials.tokenInAddress(before)], ['read', 'read'])
  credentials.setTokenInAddress(credential.id, 'all', actor)
  assert.equal(credentials.isGood(before), false)
  const now = credentials.find(token, '')!
  assert.equal(credentials.tokenInAddress(now), 'all')
  const { operation, subject, details } = store.events.at(-1)!
  assert.deepEqual(
    [operation, subject, details],
    ['token-in-address-changed', 'plotter', { id: credential.id, tokenInAddress: 'all' }],
  )
})

test('a token that was not made for the family is not accepted in an address', () => {
  const { credentials, make } = fixture()
  const { token, credential } = make()
  assert.equal(credentials.tokenInAddress(credentials.find(token, '')!), undefined)
  assert.throws(() => credentials.setTokenInAddress(credential.id, 'all', actor), isCode('invalid-value'))
  assert.throws(() => credentials.setTokenInAddress('unknown', 'all', actor), isCode('not-found'))
  assert.equal(credentials.tokenInAddress(anonymous), undefined)
})
