import { operation } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'
import { recordWithCopy } from './audit.ts'

interface ResourceRow {
  /** The name of the kind and of its table. */
  readonly kind: string
  readonly id: string
}

export const putResource = operation(
  'resource.put',
  (step, { kind, id, record }: ResourceRow & { readonly record: string }, entry: AuditRecord) => {
    step.database
      .prepare(
        `INSERT INTO ${kind} (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
      )
      .run(id, record)
    recordWithCopy(step, entry)
  },
)

export const removeResource = operation(
  'resource.remove',
  (step, { kind, id }: ResourceRow, entry: AuditRecord) => {
    step.database.prepare(`DELETE FROM ${kind} WHERE id = ?`).run(id)
    recordWithCopy(step, entry)
  },
)

export const resourceOperations = [putResource, removeResource]
