import { MarineDataError, type TokenRole } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { Credentials, daysLater, type MadeCredential, type NewCredential } from './credentials.ts'
import { MemoryAccessStore } from './memory-access-store.ts'
import { localOwner, nobody } from './principal.ts'
import { CountedSecrets } from './trial-access.ts'

const day = 86_400_000
const by = { who: 'Anna', from: '10.0.0.1' }
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

const safe = (store = new MemoryAccessStore(), clock = new ManualClock(), secrets = new CountedSecrets()) => {
  const credentials = new Credentials({ clock, store, secrets })
  const make = (wanted: Partial<NewCredential> = {}): MadeCredential => {
    const asked: NewCredential = { kind: 'token', name: 'plotter', role: 'viewer', ...wanted }
    return credentials.change({ ...by, deed: 'token-made', subject: asked.name }, (records) =>
      credentials.add(records, asked),
    )
  }
  return { clock, store, credentials, make }
}

test('a token is found by whoever holds it, and by nothing that is not it', () => {
  const { credentials, make } = safe()
  const { token, credential } = make({ role: 'helm' })
  assert.match(token, /^mdt_/)
  const { name, roles, credential: id } = credentials.find(token, '10.0.0.9')!
  assert.deepEqual([name, roles, id], ['device.plotter', ['helm'], credential.id])
  for (const wrong of ['', 'mdt_', token.slice(4), token.slice(0, -1), `${token}=`, token.toUpperCase()])
    assert.equal(credentials.find(wrong, '10.0.0.9'), undefined, wrong)
})

test('the token is kept nowhere, only its digest', () => {
  const { store, credentials, make } = safe()
  const { token } = make()
  const [kept] = store.credentials()
  assert.deepEqual(kept?.digest, `digest of ${token}`)
  assert.doesNotMatch(JSON.stringify([{ ...kept, digest: '' }, credentials.list(), store.deeds]), /mdt_/)
})

test('a token writes under its own name and where it may, a person under a name of their session', () => {
  const { credentials, make } = safe()
  const device = credentials.find(make({ role: 'device', name: 'gateway', paths: ['a.*'] }).token, '')!
  assert.deepEqual([device.source, device.paths], ['device.gateway', ['a.*']])
  const spaced = credentials.find(make({ role: 'owner', name: 'Boat office' }).token, '')!
  assert.deepEqual([spaced.name, spaced.source], ['device.Boat office', `stream.${spaced.credential}`])
  const owner = credentials.find(make({ role: 'owner', name: 'Anna', kind: 'session' }).token, '')!
  assert.deepEqual([owner.source, owner.paths], [`stream.${owner.credential}`, undefined])
})

test('a credential is good until its time has run out, and not a moment longer', () => {
  const { clock, credentials, make } = safe()
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

test('a token without days is good for ever', () => {
  const { clock, credentials, make } = safe()
  const { token, credential } = make()
  assert.equal(credential.expiresAt, undefined)
  clock.advance(36_500 * day)
  assert.notEqual(credentials.find(token, ''), undefined)
})

test('a clock that starts in 1970 is taken for no earlier than what was made before', () => {
  const store = new MemoryAccessStore()
  const { make } = safe(store)
  const old = make({ days: 1 })
  const { clock, credentials, make: makeLater } = safe(store, new ManualClock(0))
  assert.equal(credentials.now(), '2026-01-01T00:00:00.000Z')
  assert.notEqual(credentials.find(old.token, ''), undefined)
  const { credential } = makeLater({ name: 'new', days: 1 })
  assert.equal(credential.expiresAt, '2026-01-02T00:00:00.000Z')
  clock.setWall(Date.UTC(2026, 0, 2))
  assert.equal(credentials.find(old.token, ''), undefined)
})

test('a clock that is set back brings nothing back that was made later', () => {
  const { clock, credentials, make } = safe()
  const { token } = make({ days: 1 })
  clock.advance(2 * day)
  make({ name: 'a later one' })
  clock.setWall(0)
  assert.equal(credentials.find(token, ''), undefined)
})

test('one start with a clock of 2086 neither ends what is good nor makes anything last for ever', () => {
  const store = new MemoryAccessStore()
  const secrets = new CountedSecrets()
  const at = (year: number, date: number) => safe(store, new ManualClock(Date.UTC(year, 0, date)), secrets)
  const session = at(2026, 1).make({ days: 30 })
  const guest = at(2086, 1).make({ name: 'Guest', days: 1 })
  const { clock, credentials, make } = at(2026, 2)
  assert.equal(credentials.now(), '2026-01-02T00:00:00.000Z')
  assert.notEqual(credentials.find(session.token, ''), undefined)
  assert.equal(credentials.find(guest.token, ''), undefined, 'a token for one day is not good until 2086')
  const later = make({ name: 'later', days: 1 })
  assert.equal(later.credential.expiresAt, '2026-01-03T00:00:00.000Z')
  clock.advance(day)
  assert.equal(credentials.find(later.token, ''), undefined)
})

test('a clock that finds out that it was wrong is believed from then on', () => {
  const { clock, credentials, make } = safe()
  const { token } = make({ days: 30 })
  clock.setWall(Date.UTC(2029, 0, 1))
  make({ name: 'made under the wrong clock', days: 1 })
  assert.equal(credentials.find(token, ''), undefined)
  clock.setWall(Date.UTC(2026, 0, 5))
  assert.notEqual(credentials.find(token, ''), undefined)
})

test('without a clock that was ever set, time goes on all the same', () => {
  const store = new MemoryAccessStore()
  safe(store).make({ days: 9 })
  const { clock, credentials, make } = safe(store, new ManualClock(0))
  const { token } = make({ name: 'new', days: 1 })
  clock.advance(day)
  assert.equal(credentials.find(token, ''), undefined)
})

test('what is revoked is good for nothing from then on', () => {
  const { credentials, make } = safe()
  const { token, credential } = make()
  const other = make({ name: 'other' })
  const principal = credentials.find(token, '')!
  credentials.revoke(credential.id, by)
  assert.equal(credentials.find(token, ''), undefined)
  assert.equal(credentials.isGood(principal), false)
  assert.notEqual(credentials.find(other.token, ''), undefined)
  assert.throws(() => credentials.revoke(credential.id, by), isCode('not-found'))
})

test('whoever was let in without a credential may stay', () => {
  const { credentials } = safe()
  assert.equal(credentials.isGood(nobody), true)
  assert.equal(credentials.isGood(localOwner), true)
})

test('those whose rights stay the same stay the same, whatever else is changed', () => {
  const { credentials, make } = safe()
  const { token } = make()
  const principal = credentials.find(token, '')!
  make({ name: 'other' })
  credentials.keepUse()
  credentials.reload()
  assert.equal(credentials.find(token, ''), principal)
  assert.equal(credentials.isGood(principal), true)
})

test('those whose rights change must come in anew', () => {
  const changes: readonly [string, Partial<{ role: TokenRole; name: string; paths: readonly string[] }>][] = [
    ['another role', { role: 'owner' }],
    ['another name', { name: 'gate' }],
    ['other paths', { paths: ['b.*'] }],
  ]
  for (const [title, change] of changes) {
    const { store, credentials, make } = safe()
    const { token } = make({ role: 'device', paths: ['a.*'] })
    const principal = credentials.find(token, '')!
    store.changeElsewhere((records) => {
      const [kept] = records.credentials()
      records.removeCredential(kept!.id)
      records.addCredential({ ...kept!, ...change })
    })
    assert.equal(credentials.isGood(principal), true, title)
    assert.equal(credentials.refresh(), true)
    assert.equal(credentials.isGood(principal), false, title)
    assert.notEqual(credentials.find(token, ''), principal)
  }
})

test('what another process revokes is gone at the next look, and a look without news does nothing', () => {
  const { store, credentials, make } = safe()
  const { token, credential } = make()
  assert.equal(credentials.refresh(), false)
  store.changeElsewhere((records) => records.removeCredential(credential.id))
  assert.equal(credentials.refresh(), true)
  assert.equal(credentials.find(token, ''), undefined)
  assert.equal(credentials.refresh(), false)
})

test('what another process revokes in the very moment of reading is gone at the next look', () => {
  const store = new MemoryAccessStore()
  const { credentials, make } = safe(store)
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

test('the last use is told at once, and kept when it is asked to be, and only then', () => {
  const { clock, store, credentials, make } = safe()
  const { token, credential } = make()
  make({ name: 'never used' })
  clock.advance(5_000)
  credentials.find(token, '10.0.0.9')
  const told = credentials.list().find(({ id }) => id === credential.id)
  assert.deepEqual([told?.usedAt, told?.usedFrom], ['2026-01-01T00:00:05.000Z', '10.0.0.9'])
  assert.deepEqual(
    store.credentials().map(({ usedAt }) => usedAt),
    [undefined, undefined],
  )
  credentials.keepUse()
  assert.deepEqual(
    store.credentials().map(({ usedAt }) => usedAt),
    ['2026-01-01T00:00:05.000Z', undefined],
  )
  let writes = 0
  store.keepUse = () => writes++
  credentials.keepUse()
  assert.equal(writes, 0, 'a disk is spared what it knows')
})

test('a person has only so many sessions: the oldest goes for a new one', () => {
  const { clock, credentials, make } = safe()
  const sessions = Array.from({ length: 33 }, () => {
    clock.advance(1_000)
    return make({ kind: 'session', name: 'Anna', role: 'owner' })
  })
  const others = make({ kind: 'session', name: 'Bert', role: 'crew' })
  const isIn = ({ token }: MadeCredential): boolean => credentials.find(token, '') !== undefined
  assert.deepEqual([isIn(sessions[0]!), isIn(sessions[1]!), isIn(sessions[32]!)], [false, true, true])
  assert.ok(isIn(others))
})

test('there are only so many in all: what has run out makes room, and nothing else does', () => {
  const { clock, credentials, make } = safe()
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

test('when a step fails nothing of it is in force', () => {
  const { store, credentials } = safe()
  assert.throws(() =>
    credentials.change({ ...by, deed: 'token-made', subject: 'x' }, (records) => {
      credentials.add(records, { kind: 'token', name: 'x', role: 'owner' })
      throw new MarineDataError('internal', 'a full disk')
    }),
  )
  assert.deepEqual([credentials.list(), store.deeds], [[], []])
})

test('days are added across the end of a month, and can be parts of days', () => {
  assert.equal(daysLater('2026-02-28T12:00:00.000Z', 1), '2026-03-01T12:00:00.000Z')
  assert.equal(daysLater('2026-02-28T12:00:00.000Z', 0.5), '2026-03-01T00:00:00.000Z')
})
