import type { AlertChanges, AlertEvent, AlertRecord, AlertStore, EndedRecord } from '@marinedata/core'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import type { AuditRecord } from './audit/audit-chain.ts'
import { auditRecordOf } from './audit-log.ts'
import { putAlerts } from './operations/alerts.ts'

/** `path` and `source` duplicate fields of the record, for the unique constraint. */
const tables = `
  CREATE TABLE IF NOT EXISTS alert (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL, UNIQUE (path, source)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS past_alert (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL
  ) STRICT;
`

/** Stores active alerts and recently ended ones. */
export class SqliteAlertStore implements AlertStore {
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
        // Only `write` writes this column.
        .map(({ record }) => JSON.parse(String(record)) as AlertRecord)
    )
  }

  past(): EndedRecord[] {
    return (
      this.#database
        .prepare('SELECT record FROM past_alert ORDER BY number')
        .all()
        // Only `write` writes this column.
        .map(({ record }) => JSON.parse(String(record)) as EndedRecord)
    )
  }

  write(changes: AlertChanges, events: readonly AlertEvent[]): Promise<void> {
    return this.#writer.write(putAlerts, changes, events.map(entry))
  }
}

const entry = ({ at, ...event }: AlertEvent): AuditRecord =>
  auditRecordOf({ kind: 'alert', details: undefined, ...event }, at)
