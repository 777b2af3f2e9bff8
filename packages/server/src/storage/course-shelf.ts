import type { CourseDeed, CourseStore, DrawnKind, DrawnStore, KeptCourse } from '@marinedata/core'
import type { Route, Waypoint } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import type { AuditRecord } from './audit/audit-chain.ts'
import { entryOf } from './audit-log.ts'
import { putCourse, putDrawn, removeDrawn } from './operations/course.ts'

const entry = ({ at, ...deed }: CourseDeed): AuditRecord =>
  entryOf({ kind: 'course', details: undefined, ...deed }, at)

/** All of one kind, each as one record. */
class DrawnShelf<Item extends { readonly id: string }> implements DrawnStore<Item> {
  readonly #database: DatabaseSync
  readonly #kind: DrawnKind
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, kind: DrawnKind, writer: StoreWriter) {
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
        // Written by `put` and by nothing else.
        .map(({ record }) => JSON.parse(String(record)) as Item)
    )
  }

  put(item: Item, deed: CourseDeed): Promise<void> {
    const record = JSON.stringify(item)
    return this.#writer.write(putDrawn, { kind: this.#kind, id: item.id, record }, entry(deed))
  }

  remove(id: string, deed: CourseDeed): Promise<void> {
    return this.#writer.write(removeDrawn, { kind: this.#kind, id }, entry(deed))
  }
}

/** The routes and waypoints, and the course that is sailed. */
export class CourseShelf implements CourseStore {
  readonly routes: DrawnStore<Route>
  readonly waypoints: DrawnStore<Waypoint>
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, writer: StoreWriter) {
    this.#database = database
    this.#writer = writer
    this.routes = new DrawnShelf(database, 'route', writer)
    this.waypoints = new DrawnShelf(database, 'waypoint', writer)
    database.exec(
      'CREATE TABLE IF NOT EXISTS course (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT',
    )
  }

  course(): unknown {
    const row = this.#database.prepare('SELECT record FROM course').get()
    return row === undefined ? null : JSON.parse(String(row['record']))
  }

  write(course: KeptCourse | null, deed?: CourseDeed): Promise<void> {
    const record = course === null ? null : JSON.stringify(course)
    return this.#writer.write(putCourse, record, deed && entry(deed))
  }
}
