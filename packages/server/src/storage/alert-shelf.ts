import type { AlertChanges, AlertDeed, AlertRecord, AlertStore, EndedRecord } from '@marinedata/core'
import type { DatabaseSync } from 'node:sqlite'
import { atomically } from './atomically.ts'

/** `path` and `source` repeat what the record says, so that nobody can keep two of the same. */
const tables = `
  CREATE TABLE IF NOT EXISTS alert (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, source TEXT NOT NULL, record TEXT NOT NULL, UNIQUE (path, source)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS past_alert (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL
  ) STRICT;
`

export interface AlertShelfOptions {
  /** Writes an entry of the audit, within the step that is going on. */
  readonly record: (deed: AlertDeed) => void
  /** Told when someone did something, so that a copy can be kept. */
  readonly onDeed: () => void
}

/** The alerts that are listed, and those that were lately. */
export class AlertShelf implements AlertStore {
  readonly #database: DatabaseSync
  readonly #options: AlertShelfOptions

  constructor(database: DatabaseSync, options: AlertShelfOptions) {
    this.#database = database
    this.#options = options
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

  write({ kept, over, remembered }: AlertChanges, deed?: AlertDeed): void {
    const remove = this.#database.prepare('DELETE FROM alert WHERE id = ?')
    const put = this.#database.prepare(`
      INSERT INTO alert (id, path, source, record) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET record = excluded.record
      ON CONFLICT (path, source) DO UPDATE SET id = excluded.id, record = excluded.record`)
    atomically(this.#database, () => {
      for (const { id } of over) remove.run(id)
      if (over.length > 0) this.#remember(over, remembered)
      for (const record of kept) put.run(record.id, record.path, record.source, JSON.stringify(record))
      if (deed !== undefined) this.#options.record(deed)
    })
    if (deed !== undefined) this.#options.onDeed()
  }

  #remember(over: readonly EndedRecord[], remembered: number): void {
    const put = this.#database.prepare('INSERT OR REPLACE INTO past_alert (id, record) VALUES (?, ?)')
    for (const record of over) put.run(record.id, JSON.stringify(record))
    this.#database
      .prepare(
        'DELETE FROM past_alert WHERE number NOT IN (SELECT number FROM past_alert ORDER BY number DESC LIMIT ?)',
      )
      .run(remembered)
  }
}
