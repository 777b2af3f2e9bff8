import { operation, type WriteStep } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

/** Records an audit entry that belongs to no other change. */
export const recordEntry = operation('audit.record', ({ record }, entry: AuditRecord) => record(entry))

/** Records an audit entry in the transaction of its change and requests a copy: a restore must not undo the change. */
export const recordWithCopy = ({ record, requestCopy }: WriteStep, entry: AuditRecord): void => {
  record(entry)
  requestCopy()
}

/** Writes nothing. Writes complete in the order of the calls, so all earlier ones have ended when this one ends. */
export const earlierWrites = operation('audit.earlierWrites', () => undefined)

export const auditOperations = [recordEntry, earlierWrites]
