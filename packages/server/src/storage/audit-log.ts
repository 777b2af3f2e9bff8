import type { CommandRecord } from '@marinedata/core'
import type { AuditDeed, AuditEntry, AuditPage } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import type { AuditChain, AuditRecord } from './audit/audit-chain.ts'
import { recordEntry } from './operations/audit.ts'

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

const shortened = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`

const keptDetails = (details: unknown): { readonly details?: unknown } => {
  if (details === undefined) return {}
  return JSON.stringify(details).length <= largestDetails ? { details } : { details: 'too long to be kept' }
}

/** A deed as an entry of the audit. */
export const entryOf = ({ kind, deed, who, from, subject, details }: DeedRecord, at: string): AuditRecord => {
  const named = { who: shortened(who), from: shortened(from), subject: shortened(subject) }
  const told = { at, kind, deed, ...named, ...keptDetails(details) }
  return { kind, subject: named.subject, told }
}

export interface AuditLogParts {
  /** For reading. */
  readonly database: DatabaseSync
  readonly writer: StoreWriter
  readonly chain: AuditChain
}

/**
 * Every command and every change of access, settings and plugins: each entry holds the hash of the one before, made with a
 * key. The oldest go when there are too many; the chain then begins with what followed them.
 */
export class AuditLog {
  readonly #parts: AuditLogParts

  constructor(parts: AuditLogParts) {
    this.#parts = parts
  }

  /**
   * Resolves when the entry is on disk.
   * @throws MarineDataError as the writer does
   */
  recordCommand(record: CommandRecord, at: string): Promise<void> {
    const told = { at, kind: 'command', ...record }
    return this.#parts.writer.write(recordEntry, { kind: 'command', subject: record.device, told })
  }

  /** Queued: what was done is done, whether it can be recorded or not. */
  recordDeed(deed: DeedRecord, at: string): void {
    this.#parts.writer.post(recordEntry, entryOf(deed, at))
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
    return this.#parts.chain.findBreak()
  }

  #read<Entry>(query: string, values: readonly (string | number)[]): Entry[] {
    return this.#parts.database
      .prepare(query)
      .all(...values)
      .map(
        // Written by the chain and by nothing else.
        ({ entry, hash }) => ({ ...(JSON.parse(String(entry)) as object), hash: String(hash) }) as Entry,
      )
  }
}
