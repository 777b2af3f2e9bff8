import type { CourseDeed, CourseStore, DrawnKind, DrawnStore, KeptCourse } from '@marinedata/core'
import type { Route, Waypoint } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import { atomically } from './atomically.ts'

export interface CourseShelfOptions {
  /** Writes an entry of the audit, within the step that is going on. */
  readonly record: (deed: CourseDeed) => void
  /** Told when someone did something, so that a copy can be kept. */
  readonly onDeed: () => void
}

/** Changes something, with the deed that did it. */
type Write = (change: () => void, deed?: CourseDeed) => void

/** All of one kind, each as one record. */
class DrawnShelf<Item extends { readonly id: string }> implements DrawnStore<Item> {
  readonly #database: DatabaseSync
  readonly #kind: DrawnKind
  readonly #write: Write

  constructor(database: DatabaseSync, kind: DrawnKind, write: Write) {
    this.#database = database
    this.#kind = kind
    this.#write = write
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

  put(item: Item, deed: CourseDeed): void {
    this.#write(() => {
      this.#database
        .prepare(
          `INSERT INTO ${this.#kind} (id, record) VALUES (?, ?)
           ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
        )
        .run(item.id, JSON.stringify(item))
    }, deed)
  }

  remove(id: string, deed: CourseDeed): void {
    this.#write(() => void this.#database.prepare(`DELETE FROM ${this.#kind} WHERE id = ?`).run(id), deed)
  }
}

/** The routes and waypoints, and the course that is sailed. */
export class CourseShelf implements CourseStore {
  readonly routes: DrawnStore<Route>
  readonly waypoints: DrawnStore<Waypoint>
  readonly #database: DatabaseSync
  readonly #options: CourseShelfOptions

  constructor(database: DatabaseSync, options: CourseShelfOptions) {
    this.#database = database
    this.#options = options
    const write: Write = (change, deed) => this.#write(change, deed)
    this.routes = new DrawnShelf(database, 'route', write)
    this.waypoints = new DrawnShelf(database, 'waypoint', write)
    database.exec(
      'CREATE TABLE IF NOT EXISTS course (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT',
    )
  }

  course(): unknown {
    const row = this.#database.prepare('SELECT record FROM course').get()
    return row === undefined ? null : JSON.parse(String(row['record']))
  }

  write(course: KeptCourse | null, deed?: CourseDeed): void {
    this.#write(() => {
      if (course === null) this.#database.exec('DELETE FROM course')
      else
        this.#database
          .prepare('INSERT OR REPLACE INTO course (id, record) VALUES (1, ?)')
          .run(JSON.stringify(course))
    }, deed)
  }

  #write(change: () => void, deed: CourseDeed | undefined): void {
    atomically(this.#database, () => {
      change()
      if (deed !== undefined) this.#options.record(deed)
    })
    if (deed !== undefined) this.#options.onDeed()
  }
}
