import type { CourseChange, CourseDeed, CourseStore } from '@marinedata/core'
import type { Route } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import { atomically } from './atomically.ts'

const tables = `
  CREATE TABLE IF NOT EXISTS route (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS course (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT;
`

export interface CourseShelfOptions {
  /** Writes an entry of the audit, within the step that is going on. */
  readonly record: (deed: CourseDeed) => void
  /** Told when someone did something, so that a copy can be kept. */
  readonly onDeed: () => void
}

/** The routes, and the course that is sailed. */
export class CourseShelf implements CourseStore {
  readonly #database: DatabaseSync
  readonly #options: CourseShelfOptions

  constructor(database: DatabaseSync, options: CourseShelfOptions) {
    this.#database = database
    this.#options = options
    database.exec(tables)
  }

  routes(): Route[] {
    return (
      this.#database
        .prepare('SELECT record FROM route ORDER BY rowid')
        .all()
        // Written by `write` and by nothing else.
        .map(({ record }) => JSON.parse(String(record)) as Route)
    )
  }

  course(): unknown {
    const row = this.#database.prepare('SELECT record FROM course').get()
    return row === undefined ? null : JSON.parse(String(row['record']))
  }

  write({ route, removed, course }: CourseChange, deed?: CourseDeed): void {
    atomically(this.#database, () => {
      if (route !== undefined) this.#putRoute(route)
      if (removed !== undefined) this.#database.prepare('DELETE FROM route WHERE id = ?').run(removed)
      if (course !== undefined) this.#putCourse(course)
      if (deed !== undefined) this.#options.record(deed)
    })
    if (deed !== undefined) this.#options.onDeed()
  }

  #putRoute(route: Route): void {
    this.#database
      .prepare(
        `INSERT INTO route (id, record) VALUES (?, ?)
         ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
      )
      .run(route.id, JSON.stringify(route))
  }

  #putCourse(course: Exclude<CourseChange['course'], undefined>): void {
    if (course === null) this.#database.exec('DELETE FROM course')
    else
      this.#database
        .prepare('INSERT OR REPLACE INTO course (id, record) VALUES (1, ?)')
        .run(JSON.stringify(course))
  }
}
