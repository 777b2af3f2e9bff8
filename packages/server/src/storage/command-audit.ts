import type { CommandRecord } from '@marinedata/core'
import type { AuditEntry } from '@marinedata/model'
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

const table = `
  CREATE TABLE IF NOT EXISTS audit (
    number INTEGER PRIMARY KEY, device TEXT NOT NULL, entry TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit_of_device ON audit (device, number);
`

/** What the first entry follows. */
const beginning = '0'.repeat(64)

const hashOf = (entry: string): string => createHash('sha256').update(entry).digest('hex')

/** Every command, for good: each entry holds the hash of the one before, so that none can be changed or taken out unseen. */
export class CommandAudit {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(table)
  }

  /** On disk when it returns. */
  record(record: CommandRecord, at: string): void {
    const last = this.#database.prepare('SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1').get()
    const number = Number(last?.['number'] ?? 0) + 1
    const previous = String(last?.['hash'] ?? beginning)
    const entry = JSON.stringify({ number, at, ...record, previous })
    this.#database
      .prepare('INSERT INTO audit (number, device, entry, hash) VALUES (?, ?, ?, ?)')
      .run(number, record.device, entry, hashOf(entry))
  }

  /** The newest commands to a device, newest first. */
  of(device: string, { limit, before }: { readonly limit: number; readonly before: number }): AuditEntry[] {
    return this.#database
      .prepare('SELECT entry, hash FROM audit WHERE device = ? AND number < ? ORDER BY number DESC LIMIT ?')
      .all(device, before, limit)
      .map(({ entry, hash }) => ({
        ...(JSON.parse(String(entry)) as Omit<AuditEntry, 'hash'>),
        hash: String(hash),
      }))
  }

  /** The number of the first entry that was tampered with; undefined when the chain is whole. */
  findBreak(): number | undefined {
    let previous = beginning
    let expected = 1
    for (const { number, entry, hash } of this.#database
      .prepare('SELECT * FROM audit ORDER BY number')
      .iterate()) {
      const told = JSON.parse(String(entry)) as { number: number; previous: string }
      const isWhole = hashOf(String(entry)) === hash && told.previous === previous && told.number === expected
      if (!isWhole || number !== expected) return expected
      previous = hashOf(String(entry))
      expected++
    }
    return undefined
  }
}
