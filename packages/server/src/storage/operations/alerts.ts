import type { AlertChanges, EndedRecord } from '@marinedata/core'
import { operation, type WriteStep } from '#storage/writer/operation.ts'
import type { AuditRecord } from '../audit/audit-chain.ts'

const addPastAlerts = ({ database }: WriteStep, ended: readonly EndedRecord[], pastCount: number): void => {
  const put = database.prepare(
    'INSERT INTO past_alert (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record',
  )
  for (const record of ended) put.run(record.id, JSON.stringify(record))
  database
    .prepare(
      'DELETE FROM past_alert WHERE number NOT IN (SELECT number FROM past_alert ORDER BY number DESC LIMIT ?)',
    )
    .run(pastCount)
}

/** Writes changes of alerts together with the audit entries of the events that caused them. */
export const putAlerts = operation(
  'alert.write',
  (step, { present, ended, pastCount }: AlertChanges, entries: readonly AuditRecord[]) => {
    const remove = step.database.prepare('DELETE FROM alert WHERE id = ?')
    const put = step.database.prepare(`
      INSERT INTO alert (id, path, source, record) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET record = excluded.record
      ON CONFLICT (path, source) DO UPDATE SET id = excluded.id, record = excluded.record`)
    for (const { id } of ended) remove.run(id)
    if (ended.length > 0) addPastAlerts(step, ended, pastCount)
    for (const record of present) put.run(record.id, record.path, record.source, JSON.stringify(record))
    for (const entry of entries) step.record(entry)
    if (entries.length > 0) step.requestCopy()
  },
)

export const alertOperations = [putAlerts]
