import type { AccessDeed, AccessRecords, KeptCredential, KeptPerson } from '@marinedata/core'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { AccessShelf } from './access-shelf.ts'
import { BoatStore } from './boat-store.ts'
import { failAudit, trialStore } from './trial-store.ts'

const anna: KeptPerson = {
  name: 'Anna',
  role: 'owner',
  sealed: 'scrypt:…',
  createdAt: '2026-01-01T00:00:00.000Z',
  addresses: ['10.0.0.1', 'fd00::7'],
}
const session: KeptCredential = {
  id: 'one',
  kind: 'session',
  name: 'Anna',
  role: 'owner',
  paths: undefined,
  digest: 'digest one',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-31T00:00:00.000Z',
  usedAt: undefined,
  usedFrom: undefined,
}
const gateway: KeptCredential = {
  ...session,
  id: 'two',
  kind: 'token',
  name: 'gateway',
  role: 'device',
  paths: ['environment.*', 'a.b'],
  digest: 'digest two',
  expiresAt: undefined,
}
const deed: AccessDeed = {
  at: '2026-01-01T00:00:00.000Z',
  deed: 'claimed',
  who: 'Anna',
  from: '10.0.0.1',
  subject: 'Anna',
}

const temporary = () => {
  const path = mkdtempSync(join(tmpdir(), 'marinedata-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** A shelf, and what it told the audit. */
const shelf = () => {
  const { database, writer, end, audit } = trialStore()
  const access = new AccessShelf({ database, writer, end })
  const told = () => audit.page({ limit: 100, before: Number.MAX_SAFE_INTEGER })
  const change = <T>(step: (records: AccessRecords) => T): T => access.change(deed, step)
  return { access, told, change }
}

test('people and credentials come back as they were kept', () => {
  const { access, change } = shelf()
  change((records) => {
    records.putPerson(anna)
    records.addCredential(session)
    records.addCredential(gateway)
  })
  assert.deepEqual(access.people(), [anna])
  assert.deepEqual(access.credentials(), [session, gateway])
})

test('names that differ only in case are one person', () => {
  const { access, change } = shelf()
  change((records) => records.putPerson(anna))
  assert.deepEqual(access.person('ANNA'), anna)
  change((records) => records.putPerson({ ...anna, name: 'anna', role: 'crew' }))
  assert.deepEqual(
    access.people().map(({ role }) => role),
    ['crew'],
  )
  change((records) => records.removePerson('AnnA'))
  assert.equal(access.person('Anna'), undefined)
})

test('names that mean something to SQL are just names', () => {
  const { access, change } = shelf()
  const name = `Robert'); DROP TABLE person;-- %_"`
  change((records) => records.putPerson({ ...anna, name }))
  assert.equal(access.person(name)?.name, name)
  assert.equal(access.person('%'), undefined)
})

test('an invitation can be taken once', () => {
  const { change } = shelf()
  const invitation = {
    digest: 'd',
    role: 'crew',
    expiresAt: '2026-01-02T00:00:00.000Z',
    isRecovery: false,
  } as const
  change((records) => records.addInvitation(invitation))
  assert.deepEqual(
    change((records) => records.takeInvitation('d')),
    invitation,
  )
  assert.equal(
    change((records) => records.takeInvitation('d')),
    undefined,
  )
})

test('invitations that ran out are dropped, and no others', () => {
  const { change } = shelf()
  change((records) => {
    records.addInvitation({
      digest: 'old',
      role: 'crew',
      expiresAt: '2026-01-02T00:00:00.000Z',
      isRecovery: false,
    })
    records.addInvitation({
      digest: 'good',
      role: 'crew',
      expiresAt: '2026-01-02T00:00:00.001Z',
      isRecovery: false,
    })
    records.dropInvitations('2026-01-02T00:00:00.000Z')
  })
  assert.deepEqual(
    ['old', 'good'].map((digest) => change((records) => records.takeInvitation(digest))?.digest),
    [undefined, 'good'],
  )
})

test('a step that fails leaves nothing: no person, no credential, no entry, no copy; an invitation stays', () => {
  const { access, told, change } = shelf()
  change((records) =>
    records.addInvitation({ digest: 'd', role: 'crew', expiresAt: '2027', isRecovery: false }),
  )
  assert.throws(
    () =>
      change((records) => {
        records.takeInvitation('d')
        records.putPerson(anna)
        records.addCredential(session)
        records.addCredential(session)
      }),
    /UNIQUE/,
  )
  assert.deepEqual([access.people(), access.credentials(), told().length], [[], [], 1])
  assert.equal(change((records) => records.takeInvitation('d'))?.digest, 'd')
})

test('an entry that cannot be written undoes the step that it tells of', () => {
  const { database, writer, end } = trialStore()
  const access = new AccessShelf({ database, writer, end })
  failAudit(database)
  assert.throws(() => access.change(deed, (records) => records.putPerson(anna)), /a full disk/)
  assert.deepEqual(access.people(), [])
  assert.throws(() => access.change(deed, (records) => records.putPerson(anna)), /a full disk/)
})

test('the same secret is not kept twice', () => {
  const { change } = shelf()
  change((records) => records.addCredential(session))
  assert.throws(
    () => change((records) => records.addCredential({ ...gateway, digest: session.digest })),
    /UNIQUE/,
  )
})

test('uses are kept, also of credentials that are gone by then', () => {
  const { access, change } = shelf()
  change((records) => records.addCredential(session))
  access.keepUse([
    { id: 'one', at: '2026-01-01T10:00:00.000Z', from: '10.0.0.9' },
    { id: 'gone', at: '2026-01-01T10:00:00.000Z', from: '10.0.0.9' },
  ])
  assert.deepEqual(access.credentials(), [
    { ...session, usedAt: '2026-01-01T10:00:00.000Z', usedFrom: '10.0.0.9' },
  ])
})

test('a step and its entry are on disk together, in the chain of the boat', () => {
  using folder = temporary()
  {
    using store = new BoatStore(folder.path)
    store.access.change(deed, (records) => records.putPerson(anna))
    store.access.note({ ...deed, deed: 'sign-in-refused' })
    assert.throws(() =>
      store.access.change({ ...deed, deed: 'joined' }, (records) => {
        records.putPerson({ ...anna, name: 'Bert' })
        assert.fail('changed my mind')
      }),
    )
  }
  using again = new BoatStore(folder.path)
  assert.deepEqual(again.access.people(), [anna])
  const entries = again.audit.page({ limit: 10, before: Number.MAX_SAFE_INTEGER })
  assert.deepEqual(
    entries.map((entry) => ('deed' in entry ? [entry.number, entry.kind, entry.deed, entry.who] : [])),
    [
      [2, 'access', 'sign-in-refused', 'Anna'],
      [1, 'access', 'claimed', 'Anna'],
    ],
  )
  assert.equal(again.audit.findBreak(), undefined)
})

test('what another process changes can be seen, and what oneself changes is no news', () => {
  using folder = temporary()
  using server = new BoatStore(folder.path)
  using command = new BoatStore(folder.path, { mayRepair: false })
  const before = server.access.changes()
  server.access.change(deed, (records) => records.addCredential(session))
  assert.equal(server.access.changes(), before)
  command.access.change({ ...deed, deed: 'revoked' }, (records) => records.removeCredential('one'))
  assert.notEqual(server.access.changes(), before)
  assert.deepEqual(server.access.credentials(), [])
})
