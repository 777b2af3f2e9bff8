import type { DatabaseSync } from 'node:sqlite'
import { atomically } from '../atomically.ts'
import { AuditSeal, plainHash, type AuditHead } from './audit-seal.ts'

/** One audit entry before it is recorded. The chain adds its number and hash. */
export interface AuditRecord {
  readonly kind: string
  readonly subject: string
  readonly content: object
}

/** `kind` and `subject` duplicate fields of the entry, for queries. */
const tables = `
  CREATE TABLE IF NOT EXISTS audit (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, entry TEXT NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit_of_kind ON audit (kind, number);
  CREATE INDEX IF NOT EXISTS audit_of_subject ON audit (subject, number);
  CREATE TABLE IF NOT EXISTS audit_chain (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    removed INTEGER NOT NULL, beginning TEXT NOT NULL, last INTEGER NOT NULL, hash TEXT NOT NULL
  ) STRICT;
`

/** The previous hash of the first entry. */
const initialHash = '0'.repeat(64)

/** Both ends of the chain: the number of removed entries and the hash of the last of them; the newest entry. */
interface Chain {
  readonly removed: number
  readonly beginning: string
  readonly last: number
  readonly hash: string
}

export interface AuditChainOptions {
  /** Folder of the key and the head; undefined for a database in memory. */
  readonly folder: string | undefined
  readonly maxEntries?: number
}

/** Appends to the audit and verifies it. Each entry contains the keyed hash of the previous one. */
export class AuditChain {
  readonly #database: DatabaseSync
  readonly #maxEntries: number
  readonly #seal: AuditSeal
  #isHeadStale = false

  constructor(database: DatabaseSync, { folder, maxEntries = 100_000 }: AuditChainOptions) {
    this.#database = database
    this.#maxEntries = maxEntries
    database.exec(tables)
    this.#seal = folder === undefined ? AuditSeal.forMemory() : AuditSeal.of(folder, () => this.#firstHead())
    this.#recordMissing()
  }

  /** Appends an entry, in the caller's transaction when there is one. */
  append({ kind, subject, content }: AuditRecord): void {
    atomically(this.#database, () => {
      const { last, hash: previous } = this.#newest()
      const number = last + 1
      const entry = JSON.stringify({ number, ...content, previous })
      const hash = this.#seal.hashOf(entry)
      this.#database
        .prepare('INSERT INTO audit (number, kind, subject, entry, hash) VALUES (?, ?, ?, ?, ?)')
        .run(number, kind, subject, entry, hash)
      this.#database
        .prepare(
          `INSERT INTO audit_chain (id, removed, beginning, last, hash) VALUES (1, 0, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET last = excluded.last, hash = excluded.hash`,
        )
        .run(initialHash, number, hash)
      this.#removeUpTo(number - this.#maxEntries)
    })
    this.#isHeadStale = true
  }

  /** Saves the head of the chain outside the database. Call it after every commit. A stale head is no fault. */
  saveHead(): void {
    if (!this.#isHeadStale || !this.#seal.hasHeadFile) return
    this.#isHeadStale = false
    const head = this.#seal.head() ?? this.#unknownHead()
    const { last, hash } = this.#chain()
    try {
      this.#seal.saveHead({ ...head, last, hash })
    } catch {
      this.#isHeadStale = true
    }
  }

  /** The number of the first entry that was changed, added or removed; undefined when the chain is intact. */
  findBreak(): number | undefined {
    const head = this.#seal.hasHeadFile ? (this.#seal.head() ?? this.#unknownHead()) : undefined
    const { removed, beginning, last, hash: newest } = this.#chain()
    let previous = beginning
    let expected = removed + 1
    for (const row of this.#database.prepare('SELECT * FROM audit ORDER BY number').iterate()) {
      const { number, hash } = row
      if (number !== expected || !this.#isIntact({ ...row, previous }, head)) return expected
      previous = String(hash)
      expected++
    }
    if (expected !== last + 1 || previous !== newest) return expected
    return head && missingAfter(last, head)
  }

  /** Whether a row is unchanged and follows the previous one. */
  #isIntact(row: Readonly<Record<string, unknown>>, head: AuditHead | undefined): boolean {
    const entry = String(row['entry'])
    const hash = String(row['hash'])
    const number = Number(row['number'])
    if (number === head?.last && hash !== head.hash) return false
    return matchesRow(entry, row) && this.#isValidHash(hash, entry, { head, number })
  }

  #isValidHash(
    hash: string,
    entry: string,
    { head, number }: { readonly head: AuditHead | undefined; readonly number: number },
  ): boolean {
    if (head === undefined || number >= head.keyedFrom) return hash === this.#seal.hashOf(entry)
    // With a lost key only the links between entries can be verified.
    return number >= head.formerFrom || hash === plainHash(entry)
  }

  /** The head of a chain without a key: its entries have plain hashes, or hashes of a lost key. */
  #firstHead(): AuditHead {
    const { last, hash, removed } = this.#chain()
    const keyedFrom = last + 1
    let formerFrom = removed + 1
    for (const row of this.#database.prepare('SELECT entry, hash FROM audit ORDER BY number').iterate()) {
      if (plainHash(String(row['entry'])) !== row['hash']) break
      formerFrom++
    }
    return { keyedFrom, formerFrom, last, hash }
  }

  /** The head to assume when no stored head has a valid seal. Counts everything after the last entry as missing. */
  #unknownHead(): AuditHead {
    const { removed, last, hash } = this.#chain()
    return { keyedFrom: removed + 1, formerFrom: removed + 1, last, hash, missing: last + 1 }
  }

  /** Records lost entries in the head: the chain ends before its head. Later entries must not hide the loss. */
  #recordMissing(): void {
    if (!this.#seal.hasHeadFile) return
    const head = this.#seal.head() ?? this.#unknownHead()
    const { last } = this.#chain()
    if (head.missing !== undefined || head.last <= last) return
    this.#isHeadStale = true
    try {
      this.#seal.saveHead({ ...head, missing: last + 1 })
    } catch {
      // The next start detects the loss again.
    }
  }

  /** The newest entry, also when someone has deleted the row of `audit_chain`. */
  #newest(): Pick<Chain, 'last' | 'hash'> {
    const chain = this.#chain()
    const row = this.#database.prepare('SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1').get()
    const last = Number(row?.['number'] ?? 0)
    return last > chain.last ? { last, hash: String(row?.['hash']) } : chain
  }

  #removeUpTo(number: number): void {
    const { removed } = this.#chain()
    if (number <= removed) return
    this.#database
      .prepare(
        `UPDATE audit_chain SET removed = number, beginning = audit.hash FROM audit WHERE audit.number = ?`,
      )
      .run(number)
    this.#database.prepare('DELETE FROM audit WHERE number <= ?').run(number)
  }

  #chain(): Chain {
    const row = this.#database.prepare('SELECT removed, beginning, last, hash FROM audit_chain').get()
    return {
      removed: Number(row?.['removed'] ?? 0),
      beginning: String(row?.['beginning'] ?? initialHash),
      last: Number(row?.['last'] ?? 0),
      hash: String(row?.['hash'] ?? initialHash),
    }
  }
}

/** The number of the first entry missing at the end; undefined when all are present. */
const missingAfter = (last: number, head: AuditHead): number | undefined =>
  head.missing ?? (head.last > last ? last + 1 : undefined)

/** Whether the fields of an entry match its row and the chain. */
const matchesRow = (entry: string, row: Readonly<Record<string, unknown>>): boolean => {
  let content: Readonly<Record<string, unknown>>
  try {
    // Any value is fine: members are only compared.
    content = Object(JSON.parse(entry)) as Record<string, unknown>
  } catch {
    return false
  }
  const { number, previous, kind = 'command', subject = content['device'] } = content
  return (
    number === row['number'] &&
    previous === row['previous'] &&
    kind === row['kind'] &&
    subject === row['subject']
  )
}
