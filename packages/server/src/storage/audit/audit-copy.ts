import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { privateMode, writeDurably } from '#durable-file.ts'
import { atomically } from '../atomically.ts'
import { auditCopyOf } from '../copies/copy-names.ts'

const columns = ['number', 'kind', 'subject', 'entry', 'hash'] as const
/** The copy is rewritten when it contains this many entries that the log has removed. */
const maxRemovedEntries = 50_000

type AuditRow = Readonly<Record<(typeof columns)[number], unknown>>

const rowsAfter = (database: DatabaseSync, number: number): AuditRow[] =>
  database
    .prepare('SELECT number, kind, subject, entry, hash FROM audit WHERE number > ? ORDER BY number')
    .all(number)
    // The query selects exactly these columns.
    .map((row) => row as unknown as AuditRow)

const textOf = (rows: readonly AuditRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Reads entries in order, up to the first truncated line. */
const readRows = (copy: string): AuditRow[] => {
  if (!existsSync(copy)) return []
  const rows: AuditRow[] = []
  for (const line of readFileSync(copy, 'utf8').split('\n')) {
    try {
      // Only `append` writes this file.
      rows.push(JSON.parse(line) as AuditRow)
    } catch {
      break
    }
  }
  return rows
}

/** Maintains the copy of the audit. */
export class AuditCopy {
  readonly #copy: string
  #first: number | undefined
  #last = 0

  constructor(file: string) {
    this.#copy = auditCopyOf(file)
  }

  /** Appends new entries and returns the number of bytes written. They are on disk when it returns. */
  append(database: DatabaseSync): number {
    const removed = Number(database.prepare('SELECT removed FROM audit_chain').get()?.['removed'] ?? 0)
    this.#first ??= this.#readEnds()
    if (this.#isFromOtherChain(database) || removed - this.#first > maxRemovedEntries)
      return this.#rewrite(database)
    const rows = rowsAfter(database, this.#last)
    if (rows.length === 0) return 0
    const text = textOf(rows)
    const handle = openSync(this.#copy, 'a', privateMode)
    try {
      writeSync(handle, text)
      fdatasyncSync(handle)
    } finally {
      closeSync(handle)
    }
    this.#last = Number(rows.at(-1)?.number)
    return Buffer.byteLength(text)
  }

  #readEnds(): number {
    const rows = readRows(this.#copy)
    this.#last = Number(rows.at(-1)?.number ?? 0)
    // Remove a truncated line: it would hide all entries appended after it.
    const isWhole = statSync(this.#copy, { throwIfNoEntry: false })?.size === Buffer.byteLength(textOf(rows))
    if (!isWhole && rows.length > 0) writeDurably(this.#copy, textOf(rows))
    return Number(rows.at(0)?.number ?? 1)
  }

  /** Whether the copy belongs to another chain, or is longer than the log. */
  #isFromOtherChain(database: DatabaseSync): boolean {
    const last = Number(database.prepare('SELECT last FROM audit_chain').get()?.['last'] ?? 0)
    return this.#last > last
  }

  #rewrite(database: DatabaseSync): number {
    const rows = rowsAfter(database, 0)
    const text = textOf(rows)
    writeDurably(this.#copy, text)
    this.#first = Number(rows.at(0)?.number ?? 1)
    this.#last = Number(rows.at(-1)?.number ?? 0)
    return Buffer.byteLength(text)
  }
}

/**
 * Inserts the copied entries into a restored database, which does not contain them. Skips entries that were removed.
 */
export const restoreAudit = (database: DatabaseSync, file: string): void => {
  const hasAudit =
    database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_chain'").get() !== undefined
  if (!hasAudit) return
  const rows = readRows(auditCopyOf(file))
  atomically(database, () => {
    const put = database.prepare(
      'INSERT OR REPLACE INTO audit (number, kind, subject, entry, hash) VALUES (?, ?, ?, ?, ?)',
    )
    const { removed } = database.prepare('SELECT removed FROM audit_chain').get() ?? { removed: 0 }
    for (const row of rows)
      if (Number(row.number) > Number(removed))
        put.run(...columns.map((name) => row[name] as string | number))
    const newest = rows.at(-1)
    // The audit copy may contain entries newer than the copy of the database.
    if (newest !== undefined)
      database
        .prepare('UPDATE audit_chain SET last = ?, hash = ? WHERE last < ?')
        .run(Number(newest.number), String(newest.hash), Number(newest.number))
  })
}
