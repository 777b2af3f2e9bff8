import type { CourseEvent, CourseStore, StoredCourse } from '@marinedata/core'
import type { DatabaseSync } from 'node:sqlite'
import { courseRecordOf } from './audit-log.ts'
import { putCourse } from './operations/course.ts'
import type { StoreWriter } from './writer/operation.ts'

/** Stores the active course. */
export class SqliteCourseStore implements CourseStore {
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, writer: StoreWriter) {
    this.#database = database
    this.#writer = writer
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
    return this.#writer.write(putCourse, record, event && courseRecordOf(event))
  }
}
