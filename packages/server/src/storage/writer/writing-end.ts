import type { DatabaseSync } from 'node:sqlite'
import { AuditChain, type AuditChainOptions } from '../audit/audit-chain.ts'
import { CopyKeeper, type CopyKeeperOptions } from '../copies/copy-keeper.ts'
import { copiesFact } from '../copies/copy-names.ts'
import { atomically } from '../atomically.ts'
import { commitTogether, type WriteEnd } from './group-commit.ts'
import type { WriteStep } from './operation.ts'

export interface WritingEndOptions extends AuditChainOptions {
  /** Undefined for a database in memory, of which there is no copy. */
  readonly file: string | undefined
}

/** The connection that writes, and what goes with it: the audit's chain and the last good copy. */
export class WritingEnd {
  readonly #database: DatabaseSync
  readonly #file: string | undefined
  readonly audit: AuditChain
  readonly #step: WriteStep
  #copies: CopyKeeper | undefined

  constructor(database: DatabaseSync, { file, ...audit }: WritingEndOptions) {
    this.#database = database
    this.#file = file
    this.audit = new AuditChain(database, audit)
    this.#step = {
      database,
      record: (record) => this.audit.append(record),
      copySoon: () => this.#copies?.copySoon(),
    }
  }

  /** Does all of them in one transaction; on disk when it returns. */
  commit(writes: readonly ((step: WriteStep) => unknown)[]): WriteEnd[] {
    const ends = commitTogether(
      this.#database,
      writes.map((write) => () => write(this.#step)),
    )
    this.audit.saveHead()
    return ends
  }

  /** Does one at once, within a transaction that may be going on. @throws whatever it throws */
  run<Result>(write: (step: WriteStep) => Result): Result {
    const result = atomically(this.#database, () => write(this.#step))
    this.audit.saveHead()
    return result
  }

  /** Keeps the last good copy up to date until disposed of, and then once more. */
  keepCopies(options: Pick<CopyKeeperOptions, 'onEnd' | 'rhythm' | 'now'>): AsyncDisposable {
    if (this.#file === undefined) return new AsyncDisposableStack()
    this.#copies = new CopyKeeper({
      file: this.#file,
      database: this.#database,
      announce: () => this.#announce(),
      ...options,
    })
    return this.#copies
  }

  /** The file has everything, and no journal beside it. */
  close(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.#database.close()
    }
  }

  #announce(): void {
    this.#database
      .prepare(
        `INSERT INTO fact (name, value) VALUES (?, '1')
         ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`,
      )
      .run(copiesFact)
  }
}
