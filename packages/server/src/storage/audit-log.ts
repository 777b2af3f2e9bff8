import type { CommandRecord, CourseEvent, ResourceEvent } from '@marinedata/core'
import { actorLabel, type Actor, type AuditEvent, type AuditEntry, type AuditPage } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import type { AuditChain, AuditRecord } from './audit/audit-chain.ts'
import { earlierWrites, recordEntry } from './operations/audit.ts'

/** Longer texts are truncated: unauthenticated clients must not be able to fill the disk. */
const maxTextLength = 256
const maxDetailsLength = 4_096

export type AuditKind = 'command' | AuditEvent['kind']

/** An audit event before it is recorded. The chain adds its number and hash. */
export type EventRecord = Pick<AuditEvent, 'kind' | 'operation' | 'actor' | 'subject' | 'details'>

export interface AuditPageRequest {
  readonly limit: number
  /** Only entries with a lower number. */
  readonly before: number
  readonly kind?: AuditKind
}

const truncated = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`

const truncatedActor = ({ kind, id, name, address }: Actor): Actor => ({
  kind,
  id: truncated(id),
  name: truncated(name),
  address: truncated(address),
})

const storedDetails = (details: unknown): { readonly details?: unknown } => {
  if (details === undefined) return {}
  return JSON.stringify(details).length <= maxDetailsLength ? { details } : { details: 'too long to store' }
}

/** Converts an event into an entry of the audit. */
export const auditRecordOf = (
  { kind, operation, actor, subject, details }: EventRecord,
  at: string,
): AuditRecord => {
  const named = { actor: truncatedActor(actor), subject: truncated(subject) }
  const content = { at, kind, operation, ...named, ...storedDetails(details) }
  return { kind, subject: named.subject, content }
}

/** The entry for a change of the course or of a resource. */
export const courseRecordOf = ({ at, ...event }: CourseEvent | ResourceEvent): AuditRecord =>
  auditRecordOf({ kind: 'course', details: undefined, ...event }, at)

/** The first entries have only a name and an address. The kind of actor is derived from them. */
const withActor = (entry: object): object => {
  if (!('who' in entry)) return entry
  const { who, from = '', ...rest } = entry as { readonly who: unknown; readonly from?: unknown }
  const [name, address] = [actorLabel(String(who)), String(from)]
  const kind = address === 'shell' || address === 'server' ? address : name === who ? 'person' : 'token'
  return { ...rest, actor: { kind, id: '', name, address } }
}

export interface AuditLogParts {
  /** For reading. */
  readonly database: DatabaseSync
  readonly writer: StoreWriter
  readonly chain: AuditChain
}

/**
 * Records every command and every change of access, settings and plugins. Each entry contains the keyed hash of the
 * previous one. When the log is full, the oldest entries are removed, and the chain starts at the oldest remaining one.
 */
export class AuditLog {
  readonly #parts: AuditLogParts

  constructor(parts: AuditLogParts) {
    this.#parts = parts
  }

  /**
   * Resolves when the entry is on disk.
   * @throws MarineDataError from the writer
   */
  recordCommand(record: CommandRecord, at: string): Promise<void> {
    const content = { at, kind: 'command', ...record }
    return this.#parts.writer.write(recordEntry, { kind: 'command', subject: record.device, content })
  }

  /** Queues the entry without waiting: the event has happened, whether it can be recorded or not. */
  recordEvent(event: EventRecord, at: string): void {
    this.#parts.writer.post(recordEntry, auditRecordOf(event, at))
  }

  /** Resolves when everything that has happened is on disk, or could not be written: a reader then misses nothing. */
  async recorded(): Promise<void> {
    // The log is readable also while the disk is full.
    await this.#parts.writer.write(earlierWrites).catch(() => undefined)
  }

  /** Commands to a device, newest first. */
  of(device: string, { limit, before }: Pick<AuditPageRequest, 'limit' | 'before'>): AuditEntry[] {
    return this.#read<AuditEntry>(
      `SELECT entry, hash FROM audit WHERE subject = ? AND kind = 'command' AND number < ?
       ORDER BY number DESC LIMIT ?`,
      [device, before, limit],
    )
  }

  /** Entries of one kind or of all kinds, newest first. */
  page({ limit, before, kind }: AuditPageRequest): AuditPage {
    const ofKind = kind === undefined ? '' : 'kind = ? AND'
    return this.#read<AuditPage[number]>(
      `SELECT entry, hash FROM audit WHERE ${ofKind} number < ? ORDER BY number DESC LIMIT ?`,
      [...(kind === undefined ? [] : [kind]), before, limit],
    )
  }

  /** The number of the first entry that was tampered with; undefined when the chain is intact. */
  findBreak(): number | undefined {
    return this.#parts.chain.findBreak()
  }

  #read<Entry>(query: string, values: readonly (string | number)[]): Entry[] {
    return this.#parts.database
      .prepare(query)
      .all(...values)
      .map(
        // Only the audit chain writes these columns.
        ({ entry, hash }) =>
          ({ ...withActor(JSON.parse(String(entry)) as object), hash: String(hash) }) as Entry,
      )
  }
}
