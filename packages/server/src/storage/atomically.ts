import type { DatabaseSync } from 'node:sqlite'

/** Takes the write lock immediately: another process may have the same file open. */
const alone = { begin: 'BEGIN IMMEDIATE', end: 'COMMIT', undo: 'ROLLBACK' }
const inside = { begin: 'SAVEPOINT part', end: 'RELEASE part', undo: 'ROLLBACK TO part; RELEASE part' }

/** Runs work in a transaction, or in a savepoint when a transaction is already open. */
export const atomically = <Result>(database: DatabaseSync, work: () => Result): Result => {
  const { begin, end, undo } = database.isTransaction ? inside : alone
  database.exec(begin)
  try {
    const result = work()
    database.exec(end)
    return result
  } catch (error) {
    // Some errors, such as a full disk, have already rolled the transaction back.
    if (database.isTransaction) database.exec(undo)
    throw error
  }
}
