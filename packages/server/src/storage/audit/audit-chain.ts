import type { DatabaseSync } from 'node:sqlite'
import { atomically } from '../atomically.ts'
import { AuditSeal, plainHash, type AuditHead } from './audit-seal.ts'

/** One entry, as it is told; its number and its place in the chain come with the recording. */
export interface AuditRecord {
  readonly kind: string
  readonly subject: string
  readonly told: object
}

/** `kind` and `subject` repeat what the entry says, to find it by. */
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

/** What the very first entry follows. */
const beginningOfAll = '0'.repeat(64)

/** Both ends of the chain: how many entries were removed and the hash of the last of them; the newest entry. */
interface Chain {
  readonly removed: number
  readonly beginning: string
  readonly last: number
  readonly hash: string
}

export interface AuditChainOptions {
  /** Where the key and the head are; undefined for a database in memory. */
  readonly folder: string | undefined
  readonly maxEntries?: number
}

/** Appends to the audit, and checks it: every entry holds the hash of the one before, made with a key. */
export class AuditChain {
  readonly #database: DatabaseSync
  readonly #maxEntries: number
  readonly #seal: AuditSeal
  #isHeadOld = false

  constructor(database: DatabaseSync, { folder, maxEntries = 100_000 }: AuditChainOptions) {
    this.#database = database
    this.#maxEntries = maxEntries
    database.exec(tables)
    this.#seal = folder === undefined ? AuditSeal.forMemory() : AuditSeal.of(folder, () => this.#firstHead())
    this.#noteMissing()
  }

  /** Within the transaction of the caller, when there is one. */
  append({ kind, subject, told }: AuditRecord): void {
    atomically(this.#database, () => {
      const { last, hash: previous } = this.#newest()
      const number = last + 1
      const entry = JSON.stringify({ number, ...told, previous })
      const hash = this.#seal.hashOf(entry)
      this.#database
        .prepare('INSERT INTO audit (number, kind, subject, entry, hash) VALUES (?, ?, ?, ?, ?)')
        .run(number, kind, subject, entry, hash)
      this.#database
        .prepare(
          `INSERT INTO audit_chain (id, removed, beginning, last, hash) VALUES (1, 0, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET last = excluded.last, hash = excluded.hash`,
        )
        .run(beginningOfAll, number, hash)
      this.#removeUpTo(number - this.#maxEntries)
    })
    this.#isHeadOld = true
  }

  /** Seals what was appended, outside the database; to be called after every commit. A head that is late is no fault. */
  saveHead(): void {
    if (!this.#isHeadOld || !this.#seal.isKept) return
    this.#isHeadOld = false
    const head = this.#seal.head() ?? this.#unknownHead()
    const { last, hash } = this.#chain()
    try {
      this.#seal.saveHead({ ...head, last, hash })
    } catch {
      this.#isHeadOld = true
    }
  }

  /** The number of the first entry that was changed, added or removed; undefined when the chain is whole. */
  findBreak(): number | undefined {
    const head = this.#seal.isKept ? (this.#seal.head() ?? this.#unknownHead()) : undefined
    const { removed, beginning, last, hash: newest } = this.#chain()
    let previous = beginning
    let expected = removed + 1
    for (const row of this.#database.prepare('SELECT * FROM audit ORDER BY number').iterate()) {
      const { number, hash } = row
      if (number !== expected || !this.#isWhole({ ...row, previous }, head)) return expected
      previous = String(hash)
      expected++
    }
    if (expected !== last + 1 || previous !== newest) return expected
    return head && missingAfter(last, head)
  }

  /** Whether a row is as it was written, by itself and with the one before. */
  #isWhole(row: Readonly<Record<string, unknown>>, head: AuditHead | undefined): boolean {
    const entry = String(row['entry'])
    const hash = String(row['hash'])
    const number = Number(row['number'])
    if (number === head?.last && hash !== head.hash) return false
    return isEntry(entry, row) && this.#isHash(hash, entry, { head, number })
  }

  #isHash(
    hash: string,
    entry: string,
    { head, number }: { readonly head: AuditHead | undefined; readonly number: number },
  ): boolean {
    if (head === undefined || number >= head.keyedFrom) return hash === this.#seal.hashOf(entry)
    // Of a key that is lost only the links can be checked.
    return number >= head.formerFrom || hash === plainHash(entry)
  }

  /** The head of a chain that has no key yet: its entries have plain hashes, or those of a key that is lost. */
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

  /** No head has a good seal: nobody knows what there was. */
  #unknownHead(): AuditHead {
    const { removed, last, hash } = this.#chain()
    return { keyedFrom: removed + 1, formerFrom: removed + 1, last, hash, missing: last + 1 }
  }

  /** A chain that ends before its head has lost entries; that is not forgotten when others follow. */
  #noteMissing(): void {
    if (!this.#seal.isKept) return
    const head = this.#seal.head() ?? this.#unknownHead()
    const { last } = this.#chain()
    if (head.missing !== undefined || head.last <= last) return
    this.#isHeadOld = true
    try {
      this.#seal.saveHead({ ...head, missing: last + 1 })
    } catch {
      // The next start finds it again.
    }
  }

  /** The chain goes on from its newest entry, also when someone has taken out what says which that is. */
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
      beginning: String(row?.['beginning'] ?? beginningOfAll),
      last: Number(row?.['last'] ?? 0),
      hash: String(row?.['hash'] ?? beginningOfAll),
    }
  }
}

/** The first entry that is missing at the end; undefined when none is. */
const missingAfter = (last: number, head: AuditHead): number | undefined =>
  head.missing ?? (head.last > last ? last + 1 : undefined)

/** Whether an entry says of itself what the row and the chain say of it. */
const isEntry = (entry: string, row: Readonly<Record<string, unknown>>): boolean => {
  let told: Readonly<Record<string, unknown>>
  try {
    // Whatever it is, members are only compared.
    told = Object(JSON.parse(entry)) as Record<string, unknown>
  } catch {
    return false
  }
  const { number, previous, kind = 'command', subject = told['device'] } = told
  return (
    number === row['number'] &&
    previous === row['previous'] &&
    kind === row['kind'] &&
    subject === row['subject']
  )
}
