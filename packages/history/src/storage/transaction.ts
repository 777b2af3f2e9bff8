import type { DatabaseSync } from 'node:sqlite'

/** Runs work in a transaction. */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // Some errors, such as a full disk, have already rolled the transaction back.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
