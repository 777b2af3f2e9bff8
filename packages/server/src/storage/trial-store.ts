import { DatabaseSync } from 'node:sqlite'
import { InlineWriter } from './writer/inline-writer.ts'
import { WritingEnd } from './writer/writing-end.ts'
import { AuditLog } from './audit-log.ts'

/** A database in memory with its writer, for tests of one shelf. */
export const trialStore = ({
  database = new DatabaseSync(':memory:'),
  folder,
  maxEntries,
}: {
  readonly database?: DatabaseSync
  /** Where the key of the audit is; one that goes with the process when absent. */
  readonly folder?: string
  readonly maxEntries?: number
} = {}) => {
  const end = new WritingEnd(database, {
    folder,
    file: undefined,
    ...(maxEntries !== undefined && { maxEntries }),
  })
  const writer = new InlineWriter(end, (error) => {
    throw error
  })
  const audit = new AuditLog({ database, writer, chain: end.audit })
  return { database, end, writer, audit }
}

/** As if the disk had become full just when the audit is written. */
export const failAudit = (database: DatabaseSync): void =>
  database.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'a full disk'); END")
