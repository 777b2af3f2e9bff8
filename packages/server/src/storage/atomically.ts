import type { DatabaseSync } from 'node:sqlite'

/** Takes the right to write at once: another process may have the same file open. */
const alone = { begin: 'BEGIN IMMEDIATE', end: 'COMMIT', undo: 'ROLLBACK' }
const inside = { begin: 'SAVEPOINT part', end: 'RELEASE part', undo: 'ROLLBACK TO part; RELEASE part' }

/** Does all of some work on the database or none of it; within another such work it is a part of that. */
export const atomically = <Result>(database: DatabaseSync, work: () => Result): Result => {
  const { begin, end, undo } = database.isTransaction ? inside : alone
  database.exec(begin)
  try {
    const result = work()
    database.exec(end)
    return result
  } catch (error) {
    // Some faults, such as a full disk, have undone everything already.
    if (database.isTransaction) database.exec(undo)
    throw error
  }
}
