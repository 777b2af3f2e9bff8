import type { AlertChanges, AlertDeed, AlertRecord, AlertStore, EndedRecord } from '@marinedata/core'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import type { AuditRecord } from './audit/audit-chain.ts'
import { entryOf } from './audit-log.ts'
import { putAlerts } from './operations/alerts.ts'

/** `path` and `source` repeat what the record says, so that nobody can keep two of the same. */
const tables = `
  CREATE TABLE IF NOT EXISTS alert (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL, UNIQUE (path, source)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS past_alert (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL
  ) STRICT;
`

/** The alerts that are listed, and those that were lately. */
export class AlertShelf implements AlertStore {
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, writer: StoreWriter) {
    this.#database = database
    this.#writer = writer
    database.exec(tables)
  }

  all(): AlertRecord[] {
    return (
      this.#database
        .prepare('SELECT record FROM alert ORDER BY rowid')
        .all()
        // Written by `write` and by nothing else.
        .map(({ record }) => JSON.parse(String(record)) as AlertRecord)
    )
  }

  past(): EndedRecord[] {
    return (
      this.#database
        .prepare('SELECT record FROM past_alert ORDER BY number')
        .all()
        // As above.
        .map(({ record }) => JSON.parse(String(record)) as EndedRecord)
    )
  }

  write(changes: AlertChanges, deeds: readonly AlertDeed[]): Promise<void> {
    return this.#writer.write(putAlerts, changes, deeds.map(entry))
  }
}

const entry = ({ at, ...deed }: AlertDeed): AuditRecord =>
  entryOf({ kind: 'alert', details: undefined, ...deed }, at)
