import type { CommandRecord } from '@marinedata/core'
import type { AuditDeed, AuditEntry, AuditPage } from '@marinedata/model'
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { atomically } from './atomically.ts'

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

/** Longer words of strangers are cut: what they can fill is bounded in entries and in bytes. */
const longestText = 256
const largestDetails = 4_096

export type AuditKind = 'command' | AuditDeed['kind']

/** What is told of a deed; its number and its place in the chain come with the recording. */
export type DeedRecord = Pick<AuditDeed, 'kind' | 'deed' | 'who' | 'from' | 'subject' | 'details'>

export interface AuditPageRequest {
  readonly limit: number
  /** Only entries with a lower number. */
  readonly before: number
  readonly kind?: AuditKind
}

/** Both ends of the chain: how many entries were removed and the hash of the last of them; the newest entry. */
interface Chain {
  readonly removed: number
  readonly beginning: string
  readonly last: number
  readonly hash: string
}

const hashOf = (entry: string): string => createHash('sha256').update(entry).digest('hex')

const shortened = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`

const keptDetails = (details: unknown): { readonly details?: unknown } => {
  if (details === undefined) return {}
  return JSON.stringify(details).length <= largestDetails ? { details } : { details: 'too long to be kept' }
}

/**
 * Every command and every change of access, settings and plugins: each entry holds the hash of the one before, so that none
 * can be changed, added or taken out unseen. The oldest go when there are too many; the chain then begins with what
 * followed them.
 */
export class AuditLog {
  readonly #database: DatabaseSync
  readonly #maxEntries: number

  constructor(database: DatabaseSync, { maxEntries = 100_000 }: { readonly maxEntries?: number } = {}) {
    this.#database = database
    this.#maxEntries = maxEntries
    database.exec(tables)
  }

  /** On disk when it returns. */
  recordCommand(record: CommandRecord, at: string): void {
    this.#append({ kind: 'command', subject: record.device }, { at, kind: 'command', ...record })
  }

  /** On disk when it returns; inside a transaction of the caller, when that is. */
  recordDeed({ kind, deed, who, from, subject, details }: DeedRecord, at: string): void {
    const told = { who: shortened(who), from: shortened(from), subject: shortened(subject) }
    this.#append({ kind, subject: told.subject }, { at, kind, deed, ...told, ...keptDetails(details) })
  }

  /** The newest commands to a device, newest first. */
  of(device: string, { limit, before }: Pick<AuditPageRequest, 'limit' | 'before'>): AuditEntry[] {
    return this.#read<AuditEntry>(
      `SELECT entry, hash FROM audit WHERE subject = ? AND kind = 'command' AND number < ?
       ORDER BY number DESC LIMIT ?`,
      [device, before, limit],
    )
  }

  /** The newest entries of a kind, or of all, newest first. */
  page({ limit, before, kind }: AuditPageRequest): AuditPage {
    const ofKind = kind === undefined ? '' : 'kind = ? AND'
    return this.#read<AuditPage[number]>(
      `SELECT entry, hash FROM audit WHERE ${ofKind} number < ? ORDER BY number DESC LIMIT ?`,
      [...(kind === undefined ? [] : [kind]), before, limit],
    )
  }

  /** The number of the first entry that was tampered with; undefined when the chain is whole. */
  findBreak(): number | undefined {
    const { removed, beginning, last, hash: newest } = this.#chain()
    let previous = beginning
    let expected = removed + 1
    for (const row of this.#database.prepare('SELECT * FROM audit ORDER BY number').iterate()) {
      const entry = String(row['entry'])
      const hash = hashOf(entry)
      if (row['number'] !== expected || row['hash'] !== hash) return expected
      if (!isEntry(entry, { ...row, previous })) return expected
      previous = hash
      expected++
    }
    return expected === last + 1 && previous === newest ? undefined : expected
  }

  #append(place: { readonly kind: AuditKind; readonly subject: string }, told: object): void {
    atomically(this.#database, () => {
      const { last, hash: previous } = this.#newest()
      const number = last + 1
      const entry = JSON.stringify({ number, ...told, previous })
      const hash = hashOf(entry)
      this.#database
        .prepare('INSERT INTO audit (number, kind, subject, entry, hash) VALUES (?, ?, ?, ?, ?)')
        .run(number, place.kind, place.subject, entry, hash)
      this.#database
        .prepare(
          `INSERT INTO audit_chain (id, removed, beginning, last, hash) VALUES (1, 0, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET last = excluded.last, hash = excluded.hash`,
        )
        .run(beginningOfAll, number, hash)
      this.#removeUpTo(number - this.#maxEntries)
    })
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

  #read<Entry>(query: string, values: readonly (string | number)[]): Entry[] {
    return this.#database
      .prepare(query)
      .all(...values)
      .map(
        // Written by `#append` and by nothing else.
        ({ entry, hash }) => ({ ...(JSON.parse(String(entry)) as object), hash: String(hash) }) as Entry,
      )
  }
}

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
