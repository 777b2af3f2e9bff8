import { operation } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

/** Records an audit entry that belongs to no other change. */
export const recordEntry = operation('audit.record', ({ record }, entry: AuditRecord) => record(entry))

export const auditOperations = [recordEntry]
