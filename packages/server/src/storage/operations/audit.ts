import { operation, type WriteStep } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

/** Records an audit entry that belongs to no other change. */
export const recordEntry = operation('audit.record', ({ record }, entry: AuditRecord) => record(entry))

/** Records an audit entry in the transaction of its change and requests a copy: a restore must not undo the change. */
export const recordWithCopy = ({ record, requestCopy }: WriteStep, entry: AuditRecord): void => {
  record(entry)
  requestCopy()
}

export const auditOperations = [recordEntry]
