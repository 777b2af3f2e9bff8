import type { ResourceKind } from '@marinedata/core'
import { operation, type WriteStep } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

interface ResourceRow {
  readonly kind: ResourceKind
  readonly id: string
}

/** Records the audit entry in the same transaction and requests a copy: a restore must not undo the change. */
const recordEntry = ({ record, requestCopy }: WriteStep, entry: AuditRecord | undefined): void => {
  if (entry === undefined) return
  record(entry)
  requestCopy()
}

export const putResource = operation(
  'course.put',
  (step, { kind, id, record }: ResourceRow & { readonly record: string }, entry: AuditRecord) => {
    step.database
      .prepare(
        `INSERT INTO ${kind} (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
      )
      .run(id, record)
    recordEntry(step, entry)
  },
)

export const removeResource = operation(
  'course.remove',
  (step, { kind, id }: ResourceRow, entry: AuditRecord) => {
    step.database.prepare(`DELETE FROM ${kind} WHERE id = ?`).run(id)
    recordEntry(step, entry)
  },
)

/** @param course as JSON; null removes the course */
export const putCourse = operation(
  'course.set',
  (step, course: string | null, entry: AuditRecord | undefined) => {
    if (course === null) step.database.exec('DELETE FROM course')
    else step.database.prepare('INSERT OR REPLACE INTO course (id, record) VALUES (1, ?)').run(course)
    recordEntry(step, entry)
  },
)

export const courseOperations = [putResource, removeResource, putCourse]
