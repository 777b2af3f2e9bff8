import type {
  AccessEvent,
  AccessRecords,
  AccessStore,
  StoredCredential,
  StoredInvitation,
  StoredPerson,
} from '@marinedata/core'
import type { PersonRole, TokenInAddress, TokenRole } from '@marinedata/model'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { isDiskFault, serializeFault } from './writer/serialized-fault.ts'
import type { StoreWriter } from './writer/operation.ts'
import { storageError } from './writer/storage-fault.ts'
import type { DatabaseWriter } from './writer/database-writer.ts'
import type { AuditRecord } from './audit/audit-chain.ts'
import { auditRecordOf } from './audit-log.ts'
import { recordEntry } from './operations/audit.ts'
import { putLastUse } from './operations/last-use.ts'

const tables = `
  CREATE TABLE IF NOT EXISTS person (
    name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL, sealed TEXT NOT NULL, created_at TEXT NOT NULL,
    addresses TEXT NOT NULL, id TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS credential (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, paths TEXT, digest TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL, expires_at TEXT, used_at TEXT, used_from TEXT, token_in_address TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS invitation (
    digest TEXT PRIMARY KEY, role TEXT NOT NULL, expires_at TEXT NOT NULL, is_recovery INTEGER NOT NULL
  ) STRICT;
`

export interface SqliteAccessStoreParts {
  readonly database: DatabaseSync
  readonly writer: StoreWriter
  /** Runs access changes synchronously in this thread, because a change reads and writes in one step. */
  readonly databaseWriter: DatabaseWriter
}

const entry = (event: AccessEvent): AuditRecord => auditRecordOf({ kind: 'access', ...event }, event.at)

/** Stores people, credentials and invitations. Only the core writes roles. */
export class SqliteAccessStore implements AccessStore {
  readonly #parts: SqliteAccessStoreParts
  readonly #records: AccessRecords

  constructor(parts: SqliteAccessStoreParts) {
    this.#parts = parts
    parts.database.exec(tables)
    this.#records = recordsOf(parts.database)
  }

  people(): StoredPerson[] {
    return this.#records.people()
  }

  person(name: string): StoredPerson | undefined {
    return this.#records.person(name)
  }

  credentials(): StoredCredential[] {
    return this.#records.credentials()
  }

  invitations(): StoredInvitation[] {
    return this.#records.invitations()
  }

  change<T>(event: AccessEvent, step: (records: AccessRecords) => T): T {
    try {
      return this.#parts.databaseWriter.run(({ record, requestCopy }) => {
        const done = step(this.#records)
        record(entry(event))
        requestCopy()
        return done
      })
    } catch (error) {
      const fault = serializeFault(error)
      throw isDiskFault(fault) ? storageError(fault) : error
    }
  }

  note(event: AccessEvent): void {
    this.#parts.writer.post(recordEntry, entry(event))
  }

  saveUse(uses: Parameters<AccessStore['saveUse']>[0]): void {
    this.#parts.writer.post(putLastUse, uses)
  }

  changes(): number {
    return Number(this.#parts.database.prepare('PRAGMA data_version').get()?.['data_version'])
  }
}

interface Statements {
  readonly all: (sql: string, ...values: string[]) => SqlRow[]
  readonly run: (sql: string, ...values: (string | number | null)[]) => void
}

const recordsOf = (database: DatabaseSync): AccessRecords => {
  const all: Statements['all'] = (sql, ...values) => database.prepare(sql).all(...values)
  const run: Statements['run'] = (sql, ...values) => void database.prepare(sql).run(...values)
  return {
    people: () => all('SELECT * FROM person ORDER BY created_at, name').map(personOf),
    person: (name) => all('SELECT * FROM person WHERE name = ?', name).map(personOf)[0],
    putPerson: ({ id, name, role, sealed, createdAt, addresses }) =>
      run(
        'INSERT OR REPLACE INTO person (id, name, role, sealed, created_at, addresses) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        name,
        role,
        sealed,
        createdAt,
        JSON.stringify(addresses),
      ),
    removePerson: (name) => run('DELETE FROM person WHERE name = ?', name),
    credentials: () => all('SELECT * FROM credential ORDER BY created_at, id').map(credentialOf),
    addCredential: (credential) =>
      run(
        `INSERT INTO credential (id, kind, name, role, digest, created_at, paths, expires_at, used_at, used_from, token_in_address)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        credential.id,
        credential.kind,
        credential.name,
        credential.role,
        credential.digest,
        credential.createdAt,
        credential.paths === undefined ? null : JSON.stringify(credential.paths),
        credential.expiresAt ?? null,
        credential.usedAt ?? null,
        credential.usedFrom ?? null,
        credential.tokenInAddress ?? null,
      ),
    removeCredential: (id) => run('DELETE FROM credential WHERE id = ?', id),
    ...invitationsOf({ all, run }),
  }
}

const invitationsOf = ({
  all,
  run,
}: Statements): Pick<
  AccessRecords,
  'invitations' | 'addInvitation' | 'dropInvitations' | 'takeInvitation'
> => ({
  invitations: () => all('SELECT * FROM invitation ORDER BY expires_at, digest').map(invitationOf),
  addInvitation: ({ digest, role, expiresAt, isRecovery }) =>
    run(
      'INSERT INTO invitation (digest, role, expires_at, is_recovery) VALUES (?, ?, ?, ?)',
      digest,
      role,
      expiresAt,
      isRecovery ? 1 : 0,
    ),
  dropInvitations: (until) => run('DELETE FROM invitation WHERE expires_at <= ?', until),
  takeInvitation: (digest) =>
    all('DELETE FROM invitation WHERE digest = ? RETURNING *', digest).map(invitationOf)[0],
})

type SqlRow = Record<string, SQLOutputValue>

const optional = (value: SQLOutputValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

const tokenInAddressOf = (value: SQLOutputValue | undefined): TokenInAddress | undefined =>
  value === 'read' || value === 'all' ? value : undefined

const personOf = (row: SqlRow): StoredPerson => ({
  id: String(row['id']),
  name: String(row['name']),
  role: String(row['role']) as PersonRole,
  sealed: String(row['sealed']),
  createdAt: String(row['created_at']),
  addresses: JSON.parse(String(row['addresses'])) as string[],
})

const credentialOf = (row: SqlRow): StoredCredential => ({
  id: String(row['id']),
  kind: row['kind'] === 'session' ? 'session' : 'token',
  name: String(row['name']),
  role: String(row['role']) as TokenRole,
  paths: typeof row['paths'] === 'string' ? (JSON.parse(row['paths']) as string[]) : undefined,
  tokenInAddress: tokenInAddressOf(row['token_in_address']),
  digest: String(row['digest']),
  createdAt: String(row['created_at']),
  expiresAt: optional(row['expires_at']),
  usedAt: optional(row['used_at']),
  usedFrom: optional(row['used_from']),
})

const invitationOf = (row: SqlRow): StoredInvitation => ({
  digest: String(row['digest']),
  role: String(row['role']) as PersonRole,
  expiresAt: String(row['expires_at']),
  isRecovery: row['is_recovery'] === 1,
})
