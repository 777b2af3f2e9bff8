import type { CourseEvent, CourseStore, ResourceKind, ResourceStore, StoredCourse } from '@marinedata/core'
import type { Route, Waypoint } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import type { AuditRecord } from './audit/audit-chain.ts'
import { auditRecordOf } from './audit-log.ts'
import { putCourse, putResource, removeResource } from './operations/course.ts'

const entry = ({ at, ...event }: CourseEvent): AuditRecord =>
  auditRecordOf({ kind: 'course', details: undefined, ...event }, at)

/** Stores the resources of one kind, one record each. */
class SqliteResourceStore<Item extends { readonly id: string }> implements ResourceStore<Item> {
  readonly #database: DatabaseSync
  readonly #kind: ResourceKind
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, kind: ResourceKind, writer: StoreWriter) {
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

  put(item: Item, event: CourseEvent): Promise<void> {
    const record = JSON.stringify(item)
    return this.#writer.write(putResource, { kind: this.#kind, id: item.id, record }, entry(event))
  }

  remove(id: string, event: CourseEvent): Promise<void> {
    return this.#writer.write(removeResource, { kind: this.#kind, id }, entry(event))
  }
}

/** Stores routes, waypoints and the active course. */
export class SqliteCourseStore implements CourseStore {
  readonly routes: ResourceStore<Route>
  readonly waypoints: ResourceStore<Waypoint>
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, writer: StoreWriter) {
    this.#database = database
    this.#writer = writer
    this.routes = new SqliteResourceStore(database, 'route', writer)
    this.waypoints = new SqliteResourceStore(database, 'waypoint', writer)
    database.exec(
      'CREATE TABLE IF NOT EXISTS course (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT',
    )
  }

  course(): unknown {
    const row = this.#database.prepare('SELECT record FROM course').get()
    return row === undefined ? null : JSON.parse(String(row['record']))
  }

  write(course: StoredCourse | null, event?: CourseEvent): Promise<void> {
    const record = course === null ? null : JSON.stringify(course)
    return this.#writer.write(putCourse, record, event && entry(event))
  }
}
