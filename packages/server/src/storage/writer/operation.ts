import type { DatabaseSync } from 'node:sqlite'
import type { AuditRecord } from '../audit/audit-chain.ts'

/** The context of an operation: the writing connection, within a transaction. */
export interface WriteStep {
  readonly database: DatabaseSync
  /** Appends an entry to the audit, in the same transaction. */
  readonly record: (record: AuditRecord) => void
  /** Requests an early copy: a restore must not undo the change. */
  readonly requestCopy: () => void
}

/**
 * One kind of write. Its name and arguments are sent to the writing thread, so they must be plain data. It may run
 * twice; the first run is rolled back then.
 */
export interface Operation<Args extends readonly unknown[], Result> {
  readonly name: string
  readonly run: (step: WriteStep, ...args: Args) => Result
}

export const operation = <Args extends readonly unknown[], Result>(
  name: string,
  run: Operation<Args, Result>['run'],
): Operation<Args, Result> => ({ name, run })

/** All changes of stored data go through a writer. Writes complete in the order of the calls. */
export interface StoreWriter {
  /**
   * Resolves when the write is on disk.
   * @throws MarineDataError `storage-full` when the disk is full or fails, `unconfirmed` when it does not answer
   */
  write<Args extends readonly unknown[], Result>(
    operation: Operation<Args, Result>,
    ...args: Args
  ): Promise<Result>
  /** Writes without waiting. A failure is counted and reported, and nothing is thrown. */
  post<Args extends readonly unknown[]>(operation: Operation<Args, unknown>, ...args: Args): void
}
