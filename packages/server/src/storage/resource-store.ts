import type { ResourceEvent, ResourceStore } from '@marinedata/core'
import type { DatabaseSync } from 'node:sqlite'
import { courseRecordOf } from './audit-log.ts'
import { putResource, removeResource } from './operations/resources.ts'
import type { StoreWriter } from './writer/operation.ts'

/** Stores the resources of one kind in a separate table, one record each. */
export class SqliteResourceStore<Item extends { readonly id: string }> implements ResourceStore<Item> {
  readonly #database: DatabaseSync
  readonly #kind: string
  readonly #writer: StoreWriter

  /** @param kind the name of the kind, which is also the name of its table */
  constructor(database: DatabaseSync, kind: string, writer: StoreWriter) {
    if (!/^[a-z]+$/.test(kind)) throw new TypeError(`"${kind}" cannot be the name of a table`)
    this.#database = database
    this.#kind = kind
    this.#writer = writer
    database.exec(`CREATE TABLE IF NOT EXISTS ${kind} (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT`)
  }

  all(): Item[] {
    return (
      this.#database
        .prepare(`SELECT record FROM ${this.#kind} ORDER BY rowid`)
        .all()
        // Only `put` writes this column.
        .map(({ record }) => JSON.parse(String(record)) as Item)
    )
  }

  put(item: Item, event: ResourceEvent): Promise<void> {
    const record = JSON.stringify(item)
    return this.#writer.write(putResource, { kind: this.#kind, id: item.id, record }, courseRecordOf(event))
  }

  remove(id: string, event: ResourceEvent): Promise<void> {
    return this.#writer.write(removeResource, { kind: this.#kind, id }, courseRecordOf(event))
  }
}
