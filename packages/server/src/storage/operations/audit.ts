import { operation } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

/** An entry of the audit that belongs to no other change. */
export const recordEntry = operation('audit.record', ({ record }, entry: AuditRecord) => record(entry))

export const auditOperations = [recordEntry]
