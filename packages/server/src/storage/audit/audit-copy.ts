import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { privateMode, writeDurably } from '#durable-file.ts'
import { atomically } from '../atomically.ts'
import { auditCopyOf } from '../copies/copy-names.ts'

const columns = ['number', 'kind', 'subject', 'entry', 'hash'] as const
/** Entries that the log has let go of are cut off when they are this many. */
const mostRemoved = 50_000

type AuditRow = Readonly<Record<(typeof columns)[number], unknown>>

const rowsAfter = (database: DatabaseSync, number: number): AuditRow[] =>
  database
    .prepare('SELECT number, kind, subject, entry, hash FROM audit WHERE number > ? ORDER BY number')
    .all(number)
    // The columns that were asked for.
    .map((row) => row as unknown as AuditRow)

const textOf = (rows: readonly AuditRow[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** The entries that can be read, in their order; a line that was cut short is the last. */
const readRows = (copy: string): AuditRow[] => {
  if (!existsSync(copy)) return []
  const rows: AuditRow[] = []
  for (const line of readFileSync(copy, 'utf8').split('\n')) {
    try {
      // Written by `append` and by nothing else.
      rows.push(JSON.parse(line) as AuditRow)
    } catch {
      break
    }
  }
  return rows
}

/** The copy of the audit, kept up to date. */
export class AuditCopy {
  readonly #copy: string
  #first: number | undefined
  #last = 0

  constructor(file: string) {
    this.#copy = auditCopyOf(file)
  }

  /** Adds the entries that are new; gives how many bytes that were. On disk when it returns. */
  append(database: DatabaseSync): number {
    const removed = Number(database.prepare('SELECT removed FROM audit_chain').get()?.['removed'] ?? 0)
    this.#first ??= this.#readEnds()
    if (this.#isUseless(database) || removed - this.#first > mostRemoved) return this.#rewrite(database)
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
    // A line that was cut short would hide all that follow.
    const isWhole = statSync(this.#copy, { throwIfNoEntry: false })?.size === Buffer.byteLength(textOf(rows))
    if (!isWhole && rows.length > 0) writeDurably(this.#copy, textOf(rows))
    return Number(rows.at(0)?.number ?? 1)
  }

  /** Whether it is of another chain, or of one that was longer. */
  #isUseless(database: DatabaseSync): boolean {
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

/** Puts the entries of the copy into a database that was restored without them; the chain says which belong to it. */
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
    // What was recorded after the last copy of the database is there as well.
    if (newest !== undefined)
      database
        .prepare('UPDATE audit_chain SET last = ?, hash = ? WHERE last < ?')
        .run(Number(newest.number), String(newest.hash), Number(newest.number))
  })
}
