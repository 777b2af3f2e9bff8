import type { DatabaseSync } from 'node:sqlite'
import type { AuditRecord } from '../audit/audit-chain.ts'

/** What an operation has: the one connection that writes, within a transaction. */
export interface WriteStep {
  readonly database: DatabaseSync
  /** Adds an entry to the audit, in the same transaction. */
  readonly record: (record: AuditRecord) => void
  /** What is changed must not come back: it is copied soon. */
  readonly copySoon: () => void
}

/**
 * One kind of write. Its name and its arguments travel to the thread that writes, so they are plain data; it may run twice,
 * of which one is undone.
 */
export interface Operation<Args extends readonly unknown[], Result> {
  readonly name: string
  readonly run: (step: WriteStep, ...args: Args) => Result
}

export const operation = <Args extends readonly unknown[], Result>(
  name: string,
  run: Operation<Args, Result>['run'],
): Operation<Args, Result> => ({ name, run })

/** The only way to change what is stored. Writes end in the order in which they were asked for. */
export interface StoreWriter {
  /**
   * Resolves when it is on disk.
   * @throws MarineDataError `storage-full` when the disk is full or fails, `unconfirmed` when it does not answer
   */
  write<Args extends readonly unknown[], Result>(
    operation: Operation<Args, Result>,
    ...args: Args
  ): Promise<Result>
  /** For what nobody waits for: a failure is counted and told, and nothing is thrown. */
  post<Args extends readonly unknown[]>(operation: Operation<Args, unknown>, ...args: Args): void
}
