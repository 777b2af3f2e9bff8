import type { AccessEvent, AccessRecords, StoredCredential, StoredPerson } from '@marinedata/core'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SqliteAccessStore } from './access-store.ts'
import { BoatStore } from './boat-store.ts'
import { failAudit, storeFixture } from '#testing/store-fixture.ts'
import { person } from '#testing/person.ts'

const anna: StoredPerson = {
  id: 'id of Anna',
  name: 'Anna',
  role: 'owner',
  sealed: 'scrypt:…',
  createdAt: '2026-01-01T00:00:00.000Z',
  addresses: ['10.0.0.1', 'fd00::7'],
}
const session: StoredCredential = {
  id: 'one',
  kind: 'session',
  name: 'Anna',
  role: 'owner',
  paths: undefined,
  tokenInAddress: 'read',
  digest: 'digest one',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-31T00:00:00.000Z',
  usedAt: undefined,
  usedFrom: undefined,
}
const gateway: StoredCredential = {
  ...session,
  id: 'two',
  kind: 'token',
  name: 'gateway',
  role: 'device',
  paths: ['environment.*', 'a.b'],
  tokenInAddress: undefined,
  digest: 'digest two',
  expiresAt: undefined,
}
const event: AccessEvent = {
  at: '2026-01-01T00:00:00.000Z',
  operation: 'claimed',
  actor: person('Anna'),
  subject: 'Anna',
}

const temporary = () => {
  const path = mkdtempSync(join(tmpdir(), 'marinedata-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** A store with its audit entries. */
const createStore = () => {
  const { database, writer, databaseWriter, audit } = storeFixture()
  const access = new SqliteAccessStore({ database, writer, databaseWriter })
  const auditEntries = () => audit.page({ limit: 100, before: Number.MAX_SAFE_INTEGER })
  const change = <T>(step: (records: AccessRecords) => T): T => access.change(event, step)
  return { access, auditEntries, change }
}

test('returns people and credentials as they were saved', () => {
  const { access, change } = createStore()
  change((records) => {
    records.putPerson(anna)
    records.addCredential(session)
    records.addCredential(gateway)
  })
  assert.deepEqual(access.people(), [anna])
  assert.deepEqual(access.credentials(), [session, gateway])
})

test('treats names that differ only in case as one person', () => {
  const { access, change } = createStore()
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

test('stores names that contain SQL', () => {
  const { access, change } = createStore()
  const name = `Robert'); DROP TABLE person;-- %_"`
  change((records) => records.putPerson({ ...anna, name }))
  assert.equal(access.person(name)?.name, name)
  assert.equal(access.person('%'), undefined)
})

test('returns an invitation only once', () => {
  const { change } = createStore()
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

test('removes expired invitations and no others', () => {
  const { change } = createStore()
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

test('rolls back a failed change completely, including audit entry and copy request', () => {
  const { access, auditEntries, change } = createStore()
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
  assert.deepEqual([access.people(), access.credentials(), auditEntries().length], [[], [], 1])
  assert.equal(change((records) => records.takeInvitation('d'))?.digest, 'd')
})

test('rolls back a change whose audit entry cannot be written', () => {
  const { database, writer, databaseWriter } = storeFixture()
  const access = new SqliteAccessStore({ database, writer, databaseWriter })
  failAudit(database)
  assert.throws(() => access.change(event, (records) => records.putPerson(anna)), /a full disk/)
  assert.deepEqual(access.people(), [])
  assert.throws(() => access.change(event, (records) => records.putPerson(anna)), /a full disk/)
})

test('rejects a second credential with the same secret', () => {
  const { change } = createStore()
  change((records) => records.addCredential(session))
  assert.throws(
    () => change((records) => records.addCredential({ ...gateway, digest: session.digest })),
    /UNIQUE/,
  )
})

test('saves last uses and ignores those for removed credentials', () => {
  const { access, change } = createStore()
  change((records) => records.addCredential(session))
  access.saveUse([
    { id: 'one', at: '2026-01-01T10:00:00.000Z', from: '10.0.0.9' },
    { id: 'gone', at: '2026-01-01T10:00:00.000Z', from: '10.0.0.9' },
  ])
  assert.deepEqual(access.credentials(), [
    { ...session, usedAt: '2026-01-01T10:00:00.000Z', usedFrom: '10.0.0.9' },
  ])
})

test('writes a change and its audit entry in one transaction', () => {
  using folder = temporary()
  {
    using store = new BoatStore(folder.path)
    store.access.change(event, (records) => records.putPerson(anna))
    store.access.note({ ...event, operation: 'sign-in-refused' })
    assert.throws(() =>
      store.access.change({ ...event, operation: 'joined' }, (records) => {
        records.putPerson({ ...anna, name: 'Bert' })
        assert.fail('changed my mind')
      }),
    )
  }
  using again = new BoatStore(folder.path)
  assert.deepEqual(again.access.people(), [anna])
  const entries = again.audit.page({ limit: 10, before: Number.MAX_SAFE_INTEGER })
  assert.deepEqual(
    entries.map((entry) =>
      'operation' in entry ? [entry.number, entry.kind, entry.operation, entry.actor.name] : [],
    ),
    [
      [2, 'access', 'sign-in-refused', 'Anna'],
      [1, 'access', 'claimed', 'Anna'],
    ],
  )
  assert.equal(again.audit.findBreak(), undefined)
})

test('detects changes of another process but not its own', () => {
  using folder = temporary()
  using server = new BoatStore(folder.path)
  using command = new BoatStore(folder.path, { mayRepair: false })
  const before = server.access.changes()
  server.access.change(event, (records) => records.addCredential(session))
  assert.equal(server.access.changes(), before)
  command.access.change({ ...event, operation: 'revoked' }, (records) => records.removeCredential('one'))
  assert.notEqual(server.access.changes(), before)
  assert.deepEqual(server.access.credentials(), [])
})
