import type { DatabaseSync } from 'node:sqlite'
import { AuditChain, type AuditChainOptions } from '../audit/audit-chain.ts'
import { CopyService, type CopyServiceOptions } from '../copies/copy-service.ts'
import { copiesFact } from '../copies/copy-names.ts'
import { atomically } from '../atomically.ts'
import { commitTogether, type WriteEnd } from './group-commit.ts'
import type { WriteStep } from './operation.ts'

export interface DatabaseWriterOptions extends AuditChainOptions {
  /** Undefined for a database in memory, which is not copied. */
  readonly file: string | undefined
}

/** The writing connection with the audit chain and the last good copy. */
export class DatabaseWriter {
  readonly #database: DatabaseSync
  readonly #file: string | undefined
  readonly audit: AuditChain
  readonly #step: WriteStep
  #copies: CopyService | undefined

  constructor(database: DatabaseSync, { file, ...audit }: DatabaseWriterOptions) {
    this.#database = database
    this.#file = file
    this.audit = new AuditChain(database, audit)
    this.#step = {
      database,
      record: (record) => this.audit.append(record),
      requestCopy: () => this.#copies?.requestCopy(),
    }
  }

  /** Runs all writes in one transaction. They are on disk when it returns. */
  commit(writes: readonly ((step: WriteStep) => unknown)[]): WriteEnd[] {
    const ends = commitTogether(
      this.#database,
      writes.map((write) => () => write(this.#step)),
    )
    this.audit.saveHead()
    return ends
  }

  /** Runs one write immediately, within an open transaction if there is one. @throws the error of the write */
  run<Result>(write: (step: WriteStep) => Result): Result {
    const result = atomically(this.#database, () => write(this.#step))
    this.audit.saveHead()
    return result
  }

  /** Keeps the last good copy up to date. Makes a final copy when disposed of. */
  startCopies(options: Pick<CopyServiceOptions, 'onEnd' | 'timing' | 'now'>): AsyncDisposable {
    if (this.#file === undefined) return new AsyncDisposableStack()
    this.#copies = new CopyService({
      file: this.#file,
      database: this.#database,
      countCopy: () => this.#countCopy(),
      ...options,
    })
    return this.#copies
  }

  /** Moves the journal into the database file and closes the connection. */
  close(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.#database.close()
    }
  }

  #countCopy(): void {
    this.#database
      .prepare(
        `INSERT INTO fact (name, value) VALUES (?, '1')
         ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`,
      )
      .run(copiesFact)
  }
}
