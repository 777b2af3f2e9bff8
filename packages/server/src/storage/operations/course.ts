import type { DrawnKind } from '@marinedata/core'
import { operation, type WriteStep } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

interface DrawnRow {
  readonly kind: DrawnKind
  readonly id: string
}

/** What someone did is recorded with it, and must not come back. */
const recorded = ({ record, copySoon }: WriteStep, deed: AuditRecord | undefined): void => {
  if (deed === undefined) return
  record(deed)
  copySoon()
}

export const putDrawn = operation(
  'course.put',
  (step, { kind, id, record }: DrawnRow & { readonly record: string }, deed: AuditRecord) => {
    step.database
      .prepare(
        `INSERT INTO ${kind} (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record`,
      )
      .run(id, record)
    recorded(step, deed)
  },
)

export const removeDrawn = operation('course.remove', (step, { kind, id }: DrawnRow, deed: AuditRecord) => {
  step.database.prepare(`DELETE FROM ${kind} WHERE id = ?`).run(id)
  recorded(step, deed)
})

/** @param course as JSON; null when there is none any more */
export const putCourse = operation(
  'course.set',
  (step, course: string | null, deed: AuditRecord | undefined) => {
    if (course === null) step.database.exec('DELETE FROM course')
    else step.database.prepare('INSERT OR REPLACE INTO course (id, record) VALUES (1, ?)').run(course)
    recorded(step, deed)
  },
)

export const courseOperations = [putDrawn, removeDrawn, putCourse]
