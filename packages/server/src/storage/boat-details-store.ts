import type { BoatEvent, SavedBoat } from '@marinedata/core'
import type { DatabaseSync } from 'node:sqlite'
import { auditRecordOf } from './audit-log.ts'
import { putResource } from './operations/resources.ts'
import type { StoreWriter } from './writer/operation.ts'

const kind = 'boat'
const id = 'self'

/** Stores the details and limits of own ship. */
export class SqliteBoatDetailsStore {
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, writer: StoreWriter) {
    this.#database = database
    this.#writer = writer
    database.exec(`CREATE TABLE IF NOT EXISTS ${kind} (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT`)
  }

  load(): SavedBoat | undefined {
    const row = this.#database.prepare(`SELECT record FROM ${kind} WHERE id = ?`).get(id)
    // Only `save` writes this column.
    return row === undefined ? undefined : (JSON.parse(String(row['record'])) as SavedBoat)
  }

  save(boat: SavedBoat, { actor, operation, at }: BoatEvent): Promise<void> {
    const details = operation === 'boat-limits' ? boat.limits : boat.details
    const entry = auditRecordOf({ kind: 'settings', operation, actor, subject: 'boat', details }, at)
    return this.#writer.write(putResource, { kind, id, record: JSON.stringify(boat) }, entry)
  }
}
