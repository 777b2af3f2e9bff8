import { operation } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'
import { recordWithCopy } from './audit.ts'

/** @param course as JSON; null removes the course */
export const putCourse = operation(
  'course.set',
  (step, course: string | null, entry: AuditRecord | undefined) => {
    if (course === null) step.database.exec('DELETE FROM course')
    else step.database.prepare('INSERT OR REPLACE INTO course (id, record) VALUES (1, ?)').run(course)
    if (entry !== undefined) recordWithCopy(step, entry)
  },
)

export const courseOperations = [putCourse]
