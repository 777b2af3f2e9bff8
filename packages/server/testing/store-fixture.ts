import { DatabaseSync } from 'node:sqlite'
import { InlineWriter } from '../src/storage/writer/inline-writer.ts'
import { DatabaseWriter } from '../src/storage/writer/database-writer.ts'
import { AuditLog } from '../src/storage/audit-log.ts'

/** A database in memory with its writer, for tests of one store. */
export const storeFixture = ({
  database = new DatabaseSync(':memory:'),
  folder,
  maxEntries,
}: {
  readonly database?: DatabaseSync
  /** Folder of the audit key; a temporary key is used when absent. */
  readonly folder?: string
  readonly maxEntries?: number
} = {}) => {
  const databaseWriter = new DatabaseWriter(database, {
    folder,
    file: undefined,
    ...(maxEntries !== undefined && { maxEntries }),
  })
  const writer = new InlineWriter(databaseWriter, (error) => {
    throw error
  })
  const audit = new AuditLog({ database, writer, chain: databaseWriter.audit })
  return { database, databaseWriter, writer, audit }
}

/** Makes every audit write fail as on a full disk. */
export const failAudit = (database: DatabaseSync): void =>
  database.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'a full disk'); END")
